"""`/api/rope`: how RoPE turns every pair of dimensions of one query or key, and one pair at every position."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import Place, TokenQuery
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")
Two = tuple[float, float]


class RopeQuery(TokenQuery):
    """One query or key, and one pair of its dimensions."""

    tensor: Annotated[
        str,
        Field(
            description="Turned queries or keys, a name of `/api/anatomy`; a model without RoPE has none.",
            examples=["blocks.0.attn.rot_q"],
        ),
    ]
    head: Annotated[
        Place, Field(description="Which head, counted from 0; a key head for turned keys.", examples=[0])
    ] = 0
    pair: Annotated[
        Place, Field(ge=0, description="The pair that is followed through all positions, counted from 0.", examples=[1])
    ] = 0


class PairTurn(Schema):
    """One pair of dimensions: two numbers that are turned together, like the hand of a dial."""

    pair: int = Field(examples=[1])
    dimensions: tuple[int, int] = Field(description="Counted from 0.", examples=[[1, 17]])
    frequency: float = Field(description="By how much it turns a position, in radians.", examples=[0.5623413])
    period: float = Field(description="How many positions a whole turn takes.", examples=[11.173259])
    angle: float = Field(description="By how much it is turned here, in radians.", examples=[2.2493653])
    before: Two = Field(examples=[[3.156, 1.695]])
    after: Two = Field(examples=[[-3.3, 1.393]])


class Trail(Schema):
    """One pair at every position from 0 on."""

    pair: int = Field(examples=[1])
    angles: list[float] = Field(description="In radians.", examples=[[0.0, 0.5623413]])
    points: list[Two] = Field(description="Where the turned hand would point.", examples=[[[3.156, 1.695]]])


class RopeAnswer(Schema):
    """One query or key: each of its pairs at the token's own position, and one pair at all positions."""

    tensor: str = Field(examples=["blocks.0.attn.rot_q"])
    head: int = Field(examples=[0])
    token: int = Field(examples=[4])
    pairs: list[PairTurn]
    trail: Trail


def rope_answer(trace: "Trace", query: RopeQuery) -> Answer:
    """Turn the pairs. Raises `model.errors.LanewiseError`."""
    from model.studies.rope_turns import turn_pairs

    return write(turn_pairs(trace, query.tensor, head=query.head, token=query.token, pair=query.pair))


@router.get("/rope", response_model=RopeAnswer, responses=OF_PLACE)
async def read_rope(query: Annotated[RopeQuery, Query()], visit: VisitDependency) -> Response:
    """Read how the pairs of one query or key are turned by its position, and how one pair would be by any other."""
    return await visit.answer_of_trace(query, rope_answer)
