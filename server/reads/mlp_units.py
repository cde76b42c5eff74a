"""`/api/units`: the units of an MLP that write most for one token, and what it says of the vocabulary."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import piece, write
from server.described import OF_PLACE
from server.parameters import TokenQuery
from server.schemas import Piece, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class UnitsQuery(TokenQuery):
    """The output of an MLP, a token, and how much is listed."""

    tensor: Annotated[
        str, Field(description="What an MLP adds, a name of `/api/anatomy`.", examples=["blocks.0.mlp.out"])
    ]
    top: Annotated[int, Field(ge=1, le=64, description="At most how many units are listed.", examples=[8])] = 8
    pieces: Annotated[
        int, Field(ge=1, le=20, description="At most how many pieces that a unit raises are listed.", examples=[5])
    ] = 5


class RaisedPiece(Piece):
    """A piece of the vocabulary, and what a unit adds to its logit."""

    change: float = Field(examples=[0.79])


class Unit(Schema):
    """One unit for one token. A gated MLP has `gate`, `act` and `up`, another one `pre`; the others are null."""

    unit: int = Field(description="Counted from 0.", examples=[94])
    gate: float | None
    act: float | None
    up: float | None
    pre: float | None
    hidden: float = Field(description="How active it is: what its column is multiplied by.", examples=[-12.4])
    column: float = Field(description="The length of its column of W_down.", examples=[1.92])
    written: float = Field(description="The length of what it writes: |hidden| · column.", examples=[23.8])
    raises: list[RaisedPiece] = Field(
        description="The pieces that gain most by it, the first one most: what it writes, through the norms that are "
        "still ahead (each with its true scale) and the unembedding."
    )


class NormAhead(Schema):
    """A norm that what is written still passes on the stream, on its way to the logits."""

    tensor: str = Field(examples=["norm_final.out"])
    scale: float = Field(description="What it divides this token by.", examples=[16.8])


class UnitsAnswer(Schema):
    """The largest units by the length of what they write; with the rest (and the bias) they sum to `mlp.out`."""

    tensor: str = Field(examples=["blocks.0.mlp.out"])
    token: int = Field(examples=[4])
    count: int = Field(description="How many units there are.", examples=[512])
    units: list[Unit]
    listed: float = Field(description="The length of what the listed units write together.", examples=[45.9])
    rest_count: int = Field(examples=[504])
    rest: float = Field(description="The length of what the other units write together.", examples=[48.8])
    bias: float | None = Field(description="The length of the bias; null where there is none.")
    total: float = Field(description="The length of `mlp.out`.", examples=[79.6])
    norms: list[NormAhead]


def units_answer(trace: "Trace", query: UnitsQuery) -> Answer:
    """Find the units. Raises `model.errors.LanewiseError`."""
    from model.studies.mlp_units import largest_units

    found = largest_units(trace, query.tensor, token=query.token, top=query.top, pieces=query.pieces)
    units = [
        {**vars(unit), "raises": [{**piece(trace.model, each.id), "change": each.change} for each in unit.raises]}
        for unit in found.units
    ]
    return write({**vars(found), "units": units})


@router.get("/units", response_model=UnitsAnswer, responses=OF_PLACE)
async def read_units(query: Annotated[UnitsQuery, Query()], visit: VisitDependency) -> Response:
    """Read which units of an MLP write most for one token, and which pieces of the vocabulary that makes likelier.

    What a unit does to the logits is exact as long as nothing after it reacts: the norms ahead keep their scale.
    """
    return await visit.answer_of_trace(query, units_answer)
