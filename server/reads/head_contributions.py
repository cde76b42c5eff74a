"""`/api/head-contributions`: what each head of a layer adds to a token, W_O^h z^h."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import LayerQuery
from server.schemas import Extent, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class Contribution(Schema):
    """One part of a sum."""

    vector: list[float] = Field(description="Along d_model.", examples=[[0.4, -1.2, 0.1, 0.9]])
    norm: float = Field(description="Its length.", examples=[1.55])
    share: float | None = Field(
        description="c · a / (a · a) of the sum a: shares add up to 1; null where the sum is 0.", examples=[0.31]
    )


class HeadContributionsAnswer(Schema):
    """What attention of one layer adds to one token, by head: heads and bias sum to `out`."""

    heads: list[Contribution]
    bias: Contribution | None = Field(description="The bias of W_O, where there is one.")
    out: Contribution = Field(description="The sum, which is `attn.out`.")
    range: Extent = Field(description="Of all these vectors.")


def contributions_answer(trace: "Trace", query: LayerQuery) -> Answer:
    """Take the sum apart. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    from model.studies.head_contributions import head_contributions

    found = head_contributions(trace, layer=query.layer, token=query.token)
    return write(found)


@router.get("/head-contributions", response_model=HeadContributionsAnswer, responses=OF_PLACE)
async def read_head_contributions(query: Annotated[LayerQuery, Query()], visit: VisitDependency) -> Response:
    """Read what every head of a layer adds to the stream at one token, as vectors that sum to what attention adds."""
    return await visit.answer_of_trace(query, contributions_answer)
