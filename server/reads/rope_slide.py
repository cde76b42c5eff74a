"""`/api/slide`: the score of a query and a key that slide along the text, together or one of them alone."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import write
from server.described import OF_PLACE
from server.parameters import Place, TextQuery
from server.reads.rope_turns import Two
from server.schemas import Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class SlideQuery(TextQuery):
    """Which query and which key slide, and how far."""

    tensor: Annotated[
        str,
        Field(
            description="Turned queries, a name of `/api/anatomy`; a model without RoPE has none.",
            examples=["blocks.0.attn.rot_q"],
        ),
    ]
    head: Annotated[Place, Field(description="Which query head, counted from 0.", examples=[0])] = 0
    query: Annotated[
        Place, Field(description="The token that asks, counted from 0; −1 is the last.", examples=[-1])
    ] = -1
    key: Annotated[Place, Field(description="The token that is asked, counted from 0.", examples=[0])] = 0
    shift: Annotated[Place, Field(description="By how many places both have slid in `pairs`.", examples=[0])] = 0


class PairTerm(Schema):
    """One pair of dimensions of the turned query and the turned key."""

    pair: int = Field(examples=[1])
    query: Two = Field(examples=[[-1.0, -3.44]])
    key: Two = Field(examples=[[-2.96, -1.42]])
    term: float = Field(description="What the pair brings to the score.", examples=[7.83])


class SlideAnswer(Schema):
    """The score after each shift; both positions stay within what the model can read, at most 40 places away."""

    tensor: str = Field(examples=["blocks.0.attn.rot_q"])
    head: int = Field(examples=[0])
    kv_head: int = Field(description="The key head that serves this query head.", examples=[0])
    query: int = Field(description="The position of the query.", examples=[4])
    key: int = Field(description="The position of the key.", examples=[1])
    shift: int = Field(examples=[3])
    score: float = Field(description="The element of `attn.scores`.", examples=[-2.43])
    shifts: list[int] = Field(examples=[[-1, 0, 1]])
    together: list[float] = Field(description="Where both slide.", examples=[[-2.43, -2.43, -2.43]])
    alone: list[float] = Field(description="Where the query slides and the key stays.", examples=[[26.7, -2.43, -24.4]])
    difference: float = Field(description="Between the score after `shift` and `score`.", examples=[2e-6])
    largest: float = Field(description="The largest such gap of all shifts.", examples=[1.4e-5])
    magnitude: float = Field(
        description="The sum of the sizes of all terms, against which rounding is measured.", examples=[97.4]
    )
    pairs: list[PairTerm]
    kept: float | None = Field(description="What the dimensions bring that do not turn; null where all do.")


def slide_answer(trace: "Trace", query: SlideQuery) -> Answer:
    """Slide them. Raises `model.errors.LanewiseError`."""
    from model.studies.rope_slide import slide

    found = slide(trace, query.tensor, head=query.head, query=query.query, key=query.key, shift=query.shift)
    return write(found)


@router.get("/slide", response_model=SlideAnswer, responses=OF_PLACE)
async def read_slide(query: Annotated[SlideQuery, Query()], visit: VisitDependency) -> Response:
    """Read how a score depends on where the two tokens stand: not at all, as long as their distance is the same.

    Query and key are really turned at every place, in float32; `difference` is what that leaves of rounding.
    """
    return await visit.answer_of_trace(query, slide_answer)
