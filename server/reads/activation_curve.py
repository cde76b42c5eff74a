"""`/api/curve`: the curve of the activation of an MLP, over the numbers that one text reaches."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import NOT_MODIFIED, problems
from server.parameters import TextQuery
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class CurveQuery(TextQuery):
    """An activation of a model, and the text that says how far its curve is drawn."""

    tensor: Annotated[
        str,
        Field(
            description="What an activation writes (`mlp.act`, or `mlp.hidden` without a gate).",
            examples=["blocks.0.mlp.act"],
        ),
    ]


class CurveAnswer(Schema):
    """Points of the curve, from the smallest number that a unit has, or 0, to the largest, or 0."""

    tensor: str = Field(examples=["blocks.0.mlp.act"])
    before: list[float] = Field(examples=[[-2.0, 0.0, 2.0]])
    after: list[float] = Field(examples=[[-0.238, 0.0, 1.762]])


def curve_answer(trace: "Trace", query: CurveQuery) -> Answer:
    """Follow the curve. Raises `model.errors.UnknownNameError` and `EmptyTextError`."""
    from model.studies.activation_curve import trace_curve

    return write(trace_curve(trace, query.tensor))


@router.get("/curve", response_model=CurveAnswer, responses=problems("no-such-name", "text", "too-long") | NOT_MODIFIED)
async def read_curve(query: Annotated[CurveQuery, Query()], visit: VisitDependency) -> Response:
    """Read the curve of a layer's activation as points that the loaded model's own function gives."""
    return await visit.answer_of_trace(query, curve_answer)
