"""`/api/merges`: how the bytes of a text become its tokens, one merge after another."""

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import pack, piece
from server.described import NOT_MODIFIED, problems
from server.parameters import TextQuery
from server.schemas import Hex, Piece, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.shelf.loaded import LoadedModel
    from model.studies.merges import Merge

Kind = Literal["bytes", "words", "other"]
router = APIRouter(prefix="/api")


class Part(Schema):
    """Bytes of a text, with their text where they are some by themselves."""

    bytes: Hex
    text: str | None = Field(description="None where the bytes alone are no text.", examples=["h"])


class MergeStage(Schema):
    """A pair of neighbours becomes one piece, everywhere where its turn has come."""

    rank: int | None = Field(
        description="Its place in the order in which the pieces were learned; null for one that was added by hand.",
        examples=[261],
    )
    made: Piece
    joined: list[Part] = Field(description="Two, or more where a whole part of the text is looked up at once.")
    places: list[int] = Field(description="Where the made pieces begin, in bytes.", examples=[[1, 13]])
    count: int = Field(description="How many pieces the text has after this stage.", examples=[17])


class Merging(Schema):
    """From bytes to tokens. A seam lies between two neighbouring bytes, and closes at some stage or never."""

    pattern: str = Field(description="The regular expression that cuts the text first.", examples=[r" ?\p{L}++|\s"])
    by_pattern: bool = Field(
        description="False where the pattern could not be followed; the tokens tell the cuts.", examples=[True]
    )
    content: Hex
    ids: list[int] = Field(description="The id of each byte.", examples=[[116, 104, 101]])
    cuts: list[int] = Field(description="Before which bytes the pattern cuts.", examples=[[3, 7]])
    seams: list[int | None] = Field(
        description="For the seam after each byte but the last: the stage, counted from 1, that closes it.",
        examples=[[2, 1]],
    )
    stages: list[MergeStage]


class MergesAnswer(Schema):
    """How a model's tokenizer works on a text; there is no merging where it knows whole words, or other methods."""

    model: str = Field(examples=["story"])
    text: str = Field(examples=["the"])
    kind: Kind = Field(description="What the tokenizer knows: pieces made of bytes, whole words, or something else.")
    vocab_size: int = Field(examples=[4096])
    merging: Merging | None


def merges_answer(model: "LoadedModel", query: TextQuery) -> Answer:
    """Walk through the merges. Raises `model.errors.LanewiseError`."""
    from model.studies.merges import merging_of
    from model.tokenizers import WordTokenizer

    found = merging_of(model, query.text)
    merging = (
        None
        if found is None
        else Merging(
            pattern=found.pattern,
            by_pattern=found.by_pattern,
            content=found.content.hex(),
            ids=list(found.ids),
            cuts=list(found.cuts),
            seams=list(found.seams),
            stages=[stage(model, merge) for merge in found.merges],
        )
    )
    kind: Kind = "bytes" if found else "words" if isinstance(model.tokenizer, WordTokenizer) else "other"
    size = model.tokenizer.vocab_size
    return pack(MergesAnswer(model=model.name, text=query.text, kind=kind, vocab_size=size, merging=merging))


def stage(model: "LoadedModel", merge: "Merge") -> MergeStage:
    """One stage of the walk."""
    joined = [Part(bytes=each.hex(), text=text_of(each)) for each in merge.joined]
    return MergeStage(
        rank=merge.rank,
        made=Piece(**piece(model, merge.id)),
        joined=joined,
        places=list(merge.places),
        count=merge.count,
    )


def text_of(content: bytes) -> str | None:
    """The text that some bytes are, or None."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


@router.get(
    "/merges", response_model=MergesAnswer, responses=problems("no-such-name", "text", "too-long") | NOT_MODIFIED
)
async def read_merges(query: Annotated[TextQuery, Query()], visit: VisitDependency) -> Response:
    """Read how the bytes of a text become its tokens: where it is cut first, and each merge with its rank."""
    return await visit.answer_of_model(query, merges_answer)
