"""`/api/lens`: the logit lens at every layer boundary, for a window of positions."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import piece, write
from server.described import OF_PLACE
from server.parameters import Place, TextQuery
from server.schemas import Piece, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.trace import Trace

router = APIRouter(prefix="/api")


class LensQuery(TextQuery):
    """A window of positions."""

    start: Annotated[Place, Field(ge=0, description="The first position, counted from 0.", examples=[0])] = 0
    count: Annotated[int, Field(ge=1, le=1024, description="At most how many positions.", examples=[64])] = 64


class LensGridRow(Schema):
    """One layer boundary: lists with one entry a position."""

    tensor: str = Field(examples=["blocks.1.resid_pre"])
    step: str = Field(
        description="The step of the walk after which the stream is this tensor.", examples=["blocks.0.resid_post"]
    )
    layer: int | None = Field(description="After which layer; null before the first.", examples=[0])
    id: list[int] = Field(description="The best guess if the model stopped here.", examples=[[3, 5]])
    p: list[float] = Field(description="Its probability.", examples=[[0.41, 0.93]])
    entropy: list[float] = Field(description="Of the whole distribution, in nats.", examples=[[2.9, 0.3]])
    rank: list[int | None] = Field(
        description="Of the token that does come next, 1 the best; null after the last.", examples=[[2, None]]
    )
    nll: list[float | None] = Field(description="−ln p of that token, in nats.", examples=[[1.1, None]])


class LensAnswer(Schema):
    """The logit lens from the embedding to the model's own answer, which is the last row."""

    start: int = Field(examples=[0])
    count: int = Field(examples=[2])
    most: float = Field(description="The entropy of knowing nothing: ln(vocabulary), in nats.", examples=[8.3])
    rows: list[LensGridRow]
    pieces: list[Piece] = Field(description="Every piece that is a best guess somewhere, in the order of the ids.")


def lens_answer(trace: "Trace", query: LensQuery) -> Answer:
    """Look through the lens. Raises `model.errors.OutOfRangeError`."""
    from model.studies.lens_grid import lens_grid

    found = lens_grid(trace, start=query.start, count=query.count)
    guessed = sorted({best for row in found.rows for best in row.id})
    pieces = [piece(trace.model, token_id) for token_id in guessed]
    return write({**vars(found), "pieces": pieces})


@router.get("/lens", response_model=LensAnswer, responses=OF_PLACE)
async def read_lens(query: Annotated[LensQuery, Query()], visit: VisitDependency) -> Response:
    """Read what the model would say if it stopped at each layer, and how sure, for a window of positions."""
    return await visit.answer_of_trace(query, lens_answer)
