"""`/api/stream`: the residual stream of one token as a running sum, part by part."""

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import TokenQuery
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class StreamRow(Schema):
    """One part, and the stream after it."""

    step: str = Field(description="The step that adds.", examples=["blocks.0.resid_mid"])
    layer: int | None = Field(description="Counted from 0; null before the first.", examples=[0])
    part: Literal["embed", "attention", "mlp", "head"] = Field(examples=["attention"])
    added: str = Field(description="The tensor that is added.", examples=["blocks.0.attn.out"])
    norm: float = Field(description="Its length.", examples=[3.1])
    along: float | None = Field(
        description="Its projection on the direction of the final stream; null where parts do not just add.",
        examples=[1.2],
    )
    start: float | None = Field(description="Where it begins in the running sum.", examples=[0.9])
    end: float | None = Field(description="Where it ends in the running sum.", examples=[2.1])
    stream: str = Field(description="The tensor of the stream afterwards.", examples=["blocks.0.resid_mid"])
    stream_norm: float = Field(description="The length of the stream afterwards.", examples=[3.4])
    cosine: float | None = Field(
        description="Of the angle between the stream and the embedding; null where one is 0.", examples=[0.42]
    )


class StreamAnswer(Schema):
    """The stream of one token from its embedding to the end of the last layer."""

    rows: list[StreamRow]
    adds_up: bool = Field(
        description="Whether the final stream is the sum of what is added: not where the sum is normed (post-norm).",
        examples=[True],
    )
    final: str = Field(description="The tensor of the final stream.", examples=["blocks.1.resid_post"])
    total: float = Field(description="Its length, to which the projections add up.", examples=[7.9])


def stream_answer(trace: "Trace", query: TokenQuery) -> Answer:
    """Measure the running sum. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    from model.studies.stream import stream_sum

    return write(stream_sum(trace, token=query.token))


@router.get("/stream", response_model=StreamAnswer, responses=OF_PLACE)
async def read_stream(query: Annotated[TokenQuery, Query()], visit: VisitDependency) -> Response:
    """Read what each part adds to the stream of one token, how long the stream is then, and where it points."""
    return await visit.answer_of_trace(query, stream_answer)
