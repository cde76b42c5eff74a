"""`/api/value-rows`: the weighted sum of one head, row by row: weight times value of each token."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import HeadQuery
from server.schemas import Extent, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class ValueRowsQuery(HeadQuery):
    """What one query takes in one head."""

    top: Annotated[
        int, Field(ge=1, le=1024, description="At most so many rows, those with the largest weights.", examples=[24])
    ] = 24


class ValueRow(Schema):
    """What one token brings."""

    key: int = Field(description="The token, counted from 0.", examples=[1])
    weight: float = Field(examples=[0.81])
    value_norm: float = Field(description="The length of its value.", examples=[2.5])
    norm: float = Field(description="The length of weight times value.", examples=[2.03])
    vector: list[float] = Field(description="Weight times value, along d_head.", examples=[[1.7, -1.1]])


class OtherValues(Schema):
    """What the tokens that are not listed bring together."""

    count: int = Field(examples=[3])
    weight: float = Field(examples=[0.02])
    norm: float = Field(examples=[0.01])
    vector: list[float] = Field(examples=[[0.01, 0.0]])


class ValueRowsAnswer(Schema):
    """The rows in the order of the text; with the rest they sum to z."""

    rows: list[ValueRow]
    rest: OtherValues | None = Field(description="Null where every token is listed.")
    z: list[float] = Field(description="The sum, which is `attn.z`.", examples=[[1.71, -1.1]])
    range: Extent = Field(description="Of all these vectors.")


def value_rows_answer(trace: "Trace", query: ValueRowsQuery) -> Answer:
    """Take the sum apart. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    from model.studies.value_rows import value_rows

    found = value_rows(trace, layer=query.layer, head=query.head, token=query.token, top=query.top)
    return write(found)


@router.get("/value-rows", response_model=ValueRowsAnswer, responses=OF_PLACE)
async def read_value_rows(query: Annotated[ValueRowsQuery, Query()], visit: VisitDependency) -> Response:
    """Read what each token brings to one query in one head: weight times value, as vectors that sum to z."""
    return await visit.answer_of_trace(query, value_rows_answer)
