"""`/api/sharpness`: one row of attention through the softmax, with the factor and without it."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import HeadQuery
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class SoftmaxRow(Schema):
    """What a softmax makes of one row of scores, and how sharp that is."""

    scores: list[float | None] = Field(
        description="What goes in, key by key; null where the mask hides one.", examples=[[0.4, 1.9, None]]
    )
    weights: list[float] = Field(description="What comes out; they add up to 1.", examples=[[0.18, 0.82, 0]])
    entropy: float = Field(description="In nats; 0 where one weight is 1.", examples=[0.47])
    evenly: float = Field(description="Equal weights on so many tokens have this entropy: e^entropy.", examples=[1.6])
    spread: float = Field(description="The standard deviation of the scores that are seen.", examples=[0.75])
    largest: float = Field(description="The largest weight.", examples=[0.82])
    key: int = Field(description="The token that has it, counted from 0.", examples=[1])


class SharpnessAnswer(Schema):
    """One query's row, as the model has it and without the factor 1/√d_k; mask and soft cap are the model's in both."""

    factor: float = Field(description="What the model multiplies every score by.", examples=[0.1767766952966369])
    cap: float | None = Field(description="The soft cap, where the model has one.", examples=[None])
    seen: int = Field(description="How many keys the mask lets the query see.", examples=[2])
    most: float = Field(description="The entropy of equal weights: ln(seen), in nats.", examples=[0.693])
    divided: SoftmaxRow = Field(description="With the factor.")
    plain: SoftmaxRow = Field(description="Without it.")


def sharpness_answer(trace: "Trace", query: HeadQuery) -> Answer:
    """Put one row through both. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    from model.studies.sharpness import sharpness

    return write(sharpness(trace, layer=query.layer, head=query.head, token=query.token))


@router.get("/sharpness", response_model=SharpnessAnswer, responses=OF_PLACE)
async def read_sharpness(query: Annotated[HeadQuery, Query()], visit: VisitDependency) -> Response:
    """Read one query's row of attention as it is and as it would be if scores were not made smaller first."""
    return await visit.answer_of_trace(query, sharpness_answer)
