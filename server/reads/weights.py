"""`/api/weight`: a part of one learned weight: a row, a column, some of them, or a window."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.api import OF_TENSOR
from server.described import NOT_MODIFIED, problems
from server.parameters import Format, ModelQuery, Optional
from server.schemas import TensorAnswer
from server.tensors import slice_answer
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.shelf.loaded import LoadedModel
    from model.weights import Picks

router = APIRouter(prefix="/api")
Stretches = Annotated[str, Field(pattern=r"^[0-9]{1,9}(:[0-9]{1,9})?(,[0-9]{1,9}(:[0-9]{1,9})?){0,63}$")]
WORDS = {
    "words": "a place such as 5, which takes the axis away, or up to 64 stretches such as 5,10:20 (20 is not in it)"
}


class WeightQuery(ModelQuery):
    """A part of one learned weight."""

    weight: Annotated[str, Field(description="A name that a step of `/api/anatomy` lists.", examples=["w_e.weight"])]
    row: Annotated[
        Stretches | Optional,
        Field(
            description="Which rows, from 0: one (`262`), which takes the axis away, or stretches that keep it "
            "(`262,300:310`; the end is not in it). All without it. A vector has rows only.",
            examples=["262"],
            json_schema_extra=WORDS,
        ),
    ] = None
    col: Annotated[
        Stretches | Optional,
        Field(description="Which columns, likewise.", examples=["0:4"], json_schema_extra=WORDS),
    ] = None
    format: Format = "json"


class WeightAnswer(TensorAnswer):
    """A part of a weight, its numbers as float32."""

    name: str = Field(examples=["w_e.weight"])
    axes: list[str] = Field(description="Those that are left.", examples=[["d_model"]])
    shape: list[int] = Field(examples=[[4]])
    values: list[object] | float = Field(description="Nested lists.", examples=[[0.25, -0.5, 0.125, 1.5]])
    whole: list[int] = Field(description="The shape of the whole weight.", examples=[[4096, 192]])


def weight_answer(model: "LoadedModel", query: WeightQuery) -> Answer:
    """Cut the part that is asked for. Raises `model.errors.LanewiseError`."""
    from model.weights import read_weight

    found = read_weight(model, query.weight, row=read_picks(query.row), col=read_picks(query.col))
    if query.format != "json":
        return slice_answer(found.part, query.format)
    content = {**found.part.to_json(), "whole": found.whole}
    return write(content)


def read_picks(given: str | None) -> "Picks":
    """The place, or the stretches of places, of `5` or `5,10:20`."""
    if given is None:
        return None
    if given.isdecimal():
        return int(given)
    stretches = [stretch.split(":") for stretch in given.split(",")]
    return tuple(range(int(ends[0]), int(ends[1]) if ends[1:] else int(ends[0]) + 1) for ends in stretches)


@router.get(
    "/weight", response_model=WeightAnswer, responses=OF_TENSOR | problems("no-such-name", "range") | NOT_MODIFIED
)
async def read_weight_part(query: Annotated[WeightQuery, Query()], visit: VisitDependency) -> Response:
    """Read a part of one learned weight as it is: at most 262,144 numbers at once."""
    return await visit.answer_of_model(query, weight_answer)
