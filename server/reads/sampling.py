"""`/api/sample`: what the next token is drawn from, stage by stage over the whole vocabulary, and the draw."""

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import pack, piece
from server.described import OF_PLACE
from server.parameters import AfterToken, Optional, Temperature, TextQuery
from server.schemas import Piece, Probability, Rest, Schema
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.shelf.loaded import LoadedModel
    from model.studies.draws import DrawStudy, Row
    from model.trace import Trace
    from model.writing.stages import Sampling

router = APIRouter(prefix="/api")
Fate = Annotated[
    Literal["kept", "temperature", "top-k", "top-p", "min-p"],
    Field(description="Kept, or the first stage that removed it.", examples=["kept"]),
]


class SamplingQuery(TextQuery):
    """How the next token is drawn."""

    temperature: Temperature = 1.0
    top_k: Annotated[
        Annotated[int, Field(ge=1, le=1_000_000)] | Optional,
        Field(description="Only so many of the likeliest stay; without it, all.", examples=[40]),
    ] = None
    top_p: Annotated[
        float,
        Field(
            ge=0.000001,
            le=1,
            description="Only the smallest set stays whose probability reaches this, taken from the whole "
            "distribution after the temperature; 1 keeps all.",
            examples=[0.9],
        ),
    ] = 1.0
    min_p: Annotated[
        float,
        Field(ge=0, le=1, description="Only who has this share of the best one's probability stays.", examples=[0.05]),
    ] = 0.0
    seed: Annotated[int, Field(ge=0, le=4_294_967_295, description="Which dice are thrown.", examples=[7])] = 0

    @property
    def settings(self) -> "Sampling":
        """The same as the model takes it."""
        from model.writing.stages import Sampling

        return Sampling(self.temperature, self.top_k, self.top_p, self.min_p)


class SampleQuery(SamplingQuery):
    """The draw at one place, and which rows of the columns are wanted."""

    token: AfterToken = -1
    draws: Annotated[
        int, Field(ge=0, le=10_000, description="How often it is drawn for the tally.", examples=[100])
    ] = 0
    offset: Annotated[
        int, Field(ge=0, le=1_000_000, description="The first rank that is listed; 0 is the likeliest.", examples=[0])
    ] = 0
    limit: Annotated[int, Field(ge=0, le=500, description="How many ranks are listed.", examples=[50])] = 50


class StageRow(Schema):
    """What one stage does; shares are of the whole distribution after the temperature."""

    name: Literal["temperature", "top-k", "top-p", "min-p"] = Field(examples=["top-p"])
    is_on: bool = Field(examples=[True])
    kept: int = Field(description="How many pieces are left after it.", examples=[12])
    removed: int = Field(description="How many pieces it took away.", examples=[28])
    kept_p: Probability = Field(description="The probability of those that are left.", examples=[0.9])
    removed_p: Probability = Field(description="The probability that it took away.", examples=[0.06])
    limit: float | None = Field(
        description="What decides: T, k, the mass to be reached, or the least probability that stays.", examples=[0.9]
    )


class SampleRow(Piece):
    """One piece of the vocabulary in every column."""

    rank: int = Field(description="0 is the likeliest.", examples=[0])
    logit: float = Field(description="The model's own: no stage changes it.", examples=[9.25])
    scaled: float | None = Field(description="The logit ÷ T; null at T = 0.", examples=[18.5])
    p: Probability = Field(description="The softmax of all logits ÷ T.", examples=[0.41])
    mass: Probability = Field(description="This one and all likelier ones together.", examples=[0.41])
    fate: Fate
    q: Probability = Field(description="What it is drawn with: p ÷ the sum of all that are kept, or 0.", examples=[0.5])
    low: float = Field(description="Where its stretch of 0…1 begins.", examples=[0.0])
    high: float = Field(description="Where it ends; a dice from low to below high falls on it.", examples=[0.5])
    seen: int = Field(description="How often the tally drew it.", examples=[47])


class Throw(Piece):
    """The draw that a text is written with."""

    place: int = Field(description="The place of the new token, counted from 0.", examples=[5])
    dice: float | None = Field(description="A number from 0 to below 1; null at T = 0.", examples=[0.4183])
    rank: int = Field(description="0 is the likeliest.", examples=[0])
    low: float = Field(description="Where its stretch of 0…1 begins.", examples=[0.0])
    high: float = Field(description="Where it ends.", examples=[0.5])


class TallyBar(Schema):
    """How often something was drawn and how often it should be."""

    q: Probability = Field(description="What it is drawn with.", examples=[0.5])
    expected: float = Field(description="The number of draws times q.", examples=[50.0])
    spread: float = Field(description="The standard deviation of that: √(n q (1 − q)).", examples=[5.0])
    seen: int = Field(examples=[47])


class TallyPiece(TallyBar, Piece):
    """One of the likeliest pieces in the tally."""

    rank: int = Field(examples=[0])


class TallyRest(TallyBar):
    """All other pieces that are kept, together."""

    count: int = Field(description="How many pieces.", examples=[28])


class TallyAnswer(Schema):
    """Many draws of the same token, beside what is to be expected."""

    count: int = Field(examples=[100])
    bars: list[TallyPiece]
    rest: TallyRest


class SampleAnswer(Schema):
    """What the next token is drawn from. Every filter keeps a beginning of the ranks."""

    token: int = Field(description="After which token.", examples=[4])
    total: int = Field(description="How many pieces the vocabulary has.", examples=[4096])
    kept: int = Field(description="How many are left to draw from: the ranks below this.", examples=[12])
    best: Probability = Field(description="The largest probability after the temperature.", examples=[0.41])
    stages: list[StageRow] = Field(description="In order: temperature, top-k, top-p, min-p.")
    throw: Throw
    tally: TallyAnswer
    rows: list[SampleRow] = Field(description="The ranks from `offset` on.")
    rest: Rest = Field(description="All ranks after these, and what they are drawn with together.")


def sample_answer(trace: "Trace", query: SampleQuery) -> Answer:
    """The columns and the draws. Raises `model.errors.OutOfRangeError` and `EmptyTextError`."""
    from model.studies.draws import study_draw

    study = study_draw(trace, query.settings, token=query.token, seed=query.seed, draws=query.draws)
    found, rows = study.columns, study.rows(query.offset, query.limit)
    end = query.offset + len(rows)
    answer = SampleAnswer(
        token=study.token,
        total=len(found.ids),
        kept=found.kept,
        best=float(found.p[0]),
        stages=[StageRow.model_validate(stage) for stage in found.stages],
        throw=throw_row(trace.model, study),
        tally=tally_answer(trace.model, study),
        rows=[sample_row(trace.model, row) for row in rows],
        rest=Rest(count=len(found.ids) - end, p=study.rest_q(end)),
    )
    return pack(answer)


def throw_row(model: "LoadedModel", study: "DrawStudy") -> Throw:
    """The draw, with the piece that it fell on."""
    drawn = study.draw
    named = piece(model, int(study.columns.ids[drawn.rank]))
    return Throw(**named, place=study.place, dice=drawn.dice, rank=drawn.rank, low=drawn.low, high=drawn.high)


def tally_answer(model: "LoadedModel", study: "DrawStudy") -> TallyAnswer:
    """Many draws as bars."""
    tally, ids = study.tally, study.columns.ids
    bars = [TallyPiece(**piece(model, int(ids[bar.rank])), **vars(bar)) for bar in tally.bars]
    return TallyAnswer(count=tally.count, bars=bars, rest=TallyRest(count=tally.rest_count, **vars(tally.rest)))


def sample_row(model: "LoadedModel", row: "Row") -> SampleRow:
    """One piece in every column."""
    return SampleRow(**{**vars(row), **piece(model, row.id)})


@router.get("/sample", response_model=SampleAnswer, responses=OF_PLACE)
async def sample(query: Annotated[SampleQuery, Query()], visit: VisitDependency) -> Response:
    """Read the columns logits → ÷T → top-k → top-p → min-p → renormalise, and draw once and many times."""
    return await visit.answer_of_trace(query, sample_answer)
