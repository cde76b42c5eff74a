"""`/api/generate`: a text is written on, a token at a time, as server-sent events; `/api/continue`: a piece by hand."""

from collections.abc import AsyncIterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import pack, piece
from server.described import NOT_MODIFIED, problems
from server.parameters import AfterToken, TextQuery
from server.reads.sampling import Fate, SamplingQuery, Throw
from server.schemas import Piece, Probability, Schema
from server.streams import AsJson, EventStream, event, stream_of
from server.visits import Answer, Visit, VisitDependency

if TYPE_CHECKING:
    from model.shelf.loaded import LoadedModel
    from model.writing.generation import Generation, Written

router = APIRouter(prefix="/api")
ALTERNATIVES = 5
Ending = Literal["limit", "context", "control", "unused", "not-text"]


class GenerateQuery(SamplingQuery):
    """A text, how each next token is drawn, and how many tokens at most."""

    limit: Annotated[
        int,
        Field(ge=1, le=10_000, description="At most how many tokens; a character is always completed.", examples=[3]),
    ] = 100


class Alternative(Piece):
    """A piece that could have come."""

    p: Probability = Field(description="The softmax of all logits ÷ T.", examples=[0.41])
    q: Probability = Field(description="What it was drawn with, 0 if a stage removed it.", examples=[0.5])
    fate: Fate


class WrittenEvent(Throw):
    """A `token` event: the token, the draw, and what it cost."""

    added: str = Field(description="What the text grows by; empty while a character is not whole.", examples=[" cat"])
    p: Probability
    q: Probability = Field(description="What it was drawn with.", examples=[0.5])
    kept: int = Field(description="How many pieces it was drawn from.", examples=[12])
    alternatives: list[Alternative] = Field(description="The likeliest pieces at this place, itself among them or not.")
    cache_bytes: int = Field(description="What the KV cache takes after it; 0 where there is none.", examples=[55296])
    seconds: float = Field(description="How long the model worked at it.", examples=[0.004])


class EndEvent(Schema):
    """The `end` event: why the writing ended, and how the whole text is cut when it is read anew."""

    reason: Ending = Field(
        description="limit: as many as were asked for. context: it is full. control: a control token was drawn. "
        "unused: an id was drawn that no piece has. not-text: bytes were drawn that cannot become text.",
        examples=["limit"],
    )
    written: int = Field(description="How many tokens were written.", examples=[3])
    text: str = Field(description="The whole text.", examples=["the cat saw the hat and the dog"])
    count: int = Field(description="How many tokens it has when it is cut anew.", examples=[8])
    same: bool = Field(description="Whether these are the tokens that were written.", examples=[True])
    shared: int = Field(description="How many tokens from the beginning on are the same.", examples=[8])
    seconds: float = Field(description="From the request to the end.", examples=[0.02])


class GenerationEvent(Schema):
    """Server-sent events: one `token` for each token, then one `end`."""

    event: Literal["token", "end"]
    data: Annotated[WrittenEvent | EndEvent, AsJson] = Field(
        description="As JSON: a `WrittenEvent` for a token, an `EndEvent` for the end.",
        examples=['{"id": 3, "added": " and", "p": 0.4, …}'],
    )


class ContinueQuery(TextQuery):
    """One piece, put behind a token by hand."""

    token: AfterToken = -1
    id: Annotated[int, Field(ge=0, le=1_000_000, description="The piece of the vocabulary.", examples=[1])]


class ContinueAnswer(Schema):
    """The text with the piece behind it, or what is in the way."""

    text: str | None = Field(description="Null where something is in the way.", examples=["the cat saw the hat and"])
    obstacle: Literal["control", "unused", "not-text", "inside"] | None = Field(
        description="control: a control token is no text. unused: no piece has this id. not-text: its bytes alone are "
        "no text. inside: the token ends within a character."
    )
    count: int = Field(description="How many tokens come of the text.", examples=[6])
    same: bool = Field(description="Whether these are the tokens before, and the piece.", examples=[True])


def begin(model: "LoadedModel", query: GenerateQuery) -> "Generation":
    """Read the text. Raises `model.errors.LanewiseError`."""
    from model.writing.generation import begin_generation

    return begin_generation(
        model, query.text, sampling=query.settings, seed=query.seed, limit=query.limit, bos=query.bos
    )


async def events(visit: Visit, text: "Generation", started: float) -> AsyncIterator[bytes]:
    """Write until the end, or until nobody reads any more. Each token takes its turn in the line."""
    metrics = visit.house.metrics
    with metrics.writing.track_inprogress():
        while text.ended is None:
            yield await visit.house.work.run(object(), partial(write_one, text), in_turn=True)
            metrics.written.inc()
        yield await visit.house.work.run(object(), partial(end, text, started), in_turn=True)


def write_one(text: "Generation") -> bytes:
    """One token, as its event."""
    started = perf_counter()
    written = text.step()
    return event("token", written_event(text, written, perf_counter() - started))


def written_event(text: "Generation", written: "Written", seconds: float) -> WrittenEvent:
    """What is told of a token."""
    found, drawn = written.columns, written.draw
    return WrittenEvent(
        **piece(text.model, written.id),
        place=written.place,
        added=written.added,
        p=float(found.p[drawn.rank]),
        q=float(found.q[drawn.rank]),
        **vars(drawn),
        kept=found.kept,
        alternatives=[alternative(text, written, rank) for rank in range(min(ALTERNATIVES, len(found.ids)))],
        cache_bytes=text.cache_bytes,
        seconds=seconds,
    )


def alternative(text: "Generation", written: "Written", rank: int) -> Alternative:
    """One of the likeliest pieces."""
    found = written.columns
    named = piece(text.model, int(found.ids[rank]))
    return Alternative(**named, p=float(found.p[rank]), q=float(found.q[rank]), fate=found.fate(rank))


def end(text: "Generation", started: float) -> bytes:
    """The closing event."""
    if text.ended is None:
        raise ValueError("the text is still being written")
    again = text.recut()
    return event(
        "end",
        EndEvent(
            reason=text.ended,
            written=text.written,
            text=text.text,
            count=again.count,
            same=again.same,
            shared=again.kept,
            seconds=perf_counter() - started,
        ),
    )


def continue_answer(model: "LoadedModel", query: ContinueQuery) -> Answer:
    """The text with a piece behind it. Raises `model.errors.OutOfRangeError`, `EmptyTextError`, `TextRefusedError`."""
    from model.writing.continuation import continue_text

    found = continue_text(model, query.text, token=query.token, piece_id=query.id, bos=query.bos)
    return pack(ContinueAnswer.model_validate(found))


@router.get(
    "/generate",
    response_model=GenerationEvent,
    responses=problems("no-such-name", "text", "too-long", "range") | stream_of(GenerationEvent),
)
async def generate(query: Annotated[GenerateQuery, Query()], visit: VisitDependency) -> Response:
    """Write on after a text: a `token` event for each token and an `end` event. Leaving stops the writing."""
    started = perf_counter()
    model = await visit.model(query)
    written = await visit.run(object(), partial(begin, model, query))
    return EventStream(events(visit, written, started), headers={"Cache-Control": "no-store"})


@router.get(
    "/continue",
    response_model=ContinueAnswer,
    responses=problems("no-such-name", "text", "range") | NOT_MODIFIED,
)
async def continue_by_hand(query: Annotated[ContinueQuery, Query()], visit: VisitDependency) -> Response:
    """Put a piece behind a token by hand; what came after the token is left out. The text is not sent anywhere."""
    return await visit.answer_of_model(query, continue_answer)
