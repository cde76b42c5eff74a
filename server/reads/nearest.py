"""`/api/nearest`: the pieces whose rows in the embedding table point the same way as a piece's own."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from model.memory import ByteLRU
from server.answers import pack, piece
from server.described import NOT_MODIFIED, problems
from server.parameters import ModelQuery, Place
from server.schemas import Piece, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.shelf.loaded import LoadedModel
    from model.studies.nearest import Neighbour

router = APIRouter(prefix="/api")
Key = tuple[str, int, int]
"""What an answer is remembered by: the model's digest, the id, and how many pieces are listed."""


class NearestQuery(ModelQuery):
    """A piece of the vocabulary."""

    id: Annotated[Place, Field(description="The id of the piece.", examples=[262])]
    top: Annotated[int, Field(ge=1, le=100, description="How many pieces are listed.", examples=[10])] = 10


class Near(Piece):
    """A piece, compared with the one that was asked about."""

    cosine: float = Field(description="Of the angle between the two rows: 1 is the same direction.", examples=[0.62])
    place: int = Field(description="Its place among all pieces, the nearest is 1.", examples=[1])


class NearestAnswer(Schema):
    """The nearest of all rows of the embedding table."""

    model: str = Field(examples=["story"])
    piece: Piece
    compared: int = Field(description="How many rows it was compared with.", examples=[4095])
    nearest: list[Near]
    middle: float = Field(description="The median of all cosines: half of the pieces reach no more.", examples=[0.02])
    twin: Near | None = Field(
        description="The same word with a space in front, or without it, where that is a piece of its own."
    )


def nearest_answer(kept: ByteLRU[Key, Answer], model: "LoadedModel", query: NearestQuery) -> Answer:
    """Compare the row with all others, once. Raises `model.errors.OutOfRangeError`."""
    key = model.description.digest, query.id, query.top
    return kept.get_or_make(key, partial(compare, model, query))


def compare(model: "LoadedModel", query: NearestQuery) -> Answer:
    """Compare the row with all others. Raises `model.errors.OutOfRangeError`."""
    from model.studies.nearest import neighbourhood

    found = neighbourhood(model, query.id, top=query.top)
    near_to = partial(near, model)
    answer = NearestAnswer(
        model=model.name,
        piece=Piece(**piece(model, query.id)),
        compared=model.config.vocab_size - 1,
        nearest=[near_to(each) for each in found.nearest],
        middle=found.middle,
        twin=None if found.twin is None else near_to(found.twin),
    )
    return pack(answer)


def near(model: "LoadedModel", found: "Neighbour") -> Near:
    """A neighbour with its piece."""
    return Near(**piece(model, found.id), cosine=found.cosine, place=found.place)


@router.get("/nearest", response_model=NearestAnswer, responses=problems("no-such-name", "range") | NOT_MODIFIED)
async def read_nearest(query: Annotated[NearestQuery, Query()], visit: VisitDependency) -> Response:
    """Read which pieces have embeddings most like that of one: by the cosine, over the whole vocabulary."""
    return await visit.answer_of_model(query, partial(nearest_answer, visit.house.nearest))
