"""`/api/vocabularies`: a text as several vocabularies cut it; `/api/price`: a sentence in several languages."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from server.answers import pack, token_list
from server.described import NOT_MODIFIED, problems
from server.parameters import ModelQuery, TextQuery
from server.schemas import Schema, Token
from server.visits import Answer, VisitDependency

if TYPE_CHECKING:
    from model.shelf.loaded import LoadedModel
    from model.studies.cuts import Cut

router = APIRouter(prefix="/api")


class VocabularyCard(Schema):
    """A vocabulary."""

    name: str = Field(description="The model's name for its own.", examples=["gpt2"])
    models: str | None = Field(description="Who reads by it; null for the model's own.", examples=["GPT-2, 2019"])
    size: int = Field(description="How many ids it has.", examples=[50257])


class VocabularyCut(VocabularyCard):
    """A text as one vocabulary cuts it."""

    count: int | None = Field(description="How many tokens; null where the text was refused.", examples=[5])
    characters_per_token: float | None = Field(description="Null where there are no tokens.", examples=[3.8])
    refusal: str | None = Field(description="Why it cannot cut this text.")
    tokens: list[Token]


class VocabulariesAnswer(Schema):
    """A text cut by several vocabularies, the model's own first."""

    model: str = Field(examples=["story"])
    text: str = Field(examples=["the cat saw the hat"])
    characters: int = Field(description="Characters (code points) of the text.", examples=[19])
    bytes: int = Field(description="Bytes of its UTF-8.", examples=[19])
    cuts: list[VocabularyCut]


class LanguagePrice(Schema):
    """One sentence in one language, by each vocabulary in turn; null where it cannot cut that language."""

    language: str = Field(examples=["Hindi"])
    code: str = Field(description="The language, as BCP 47 writes it.", examples=["hi"])
    text: str = Field(examples=["बिल्ली ने टोपी देखी और उसे पाना चाहा।"])
    right_to_left: bool = Field(examples=[False])
    counts: list[int | None] = Field(description="Tokens.", examples=[[97, 56, 38, 15]])
    times: list[float | None] = Field(
        description="How many times as many as in the first language.", examples=[[10.8, 6.2, 4.2, 1.7]]
    )


class Dearest(Schema):
    """The language in which a vocabulary needs the most tokens."""

    vocabulary: str = Field(examples=["gpt2"])
    language: str = Field(examples=["Hindi"])
    times: float = Field(description="How many times as many as in the first language.", examples=[6.2])
    share: float = Field(description="How much of a text fits into as many tokens, against the first.", examples=[0.16])


class PriceAnswer(Schema):
    """The same sentence in several languages, and how many tokens each vocabulary makes of it."""

    model: str = Field(examples=["story"])
    vocabularies: list[VocabularyCard] = Field(description="The model's own first.")
    languages: list[LanguagePrice]
    most: int = Field(description="The largest number of tokens of all.", examples=[97])
    dearest: list[Dearest] = Field(description="One for each vocabulary that can cut the first sentence.")


def vocabularies_answer(model: "LoadedModel", query: TextQuery) -> Answer:
    """Cut a text by each vocabulary. Raises `model.errors.LanewiseError` where one is not installed."""
    from model.studies.cuts import cuts_of

    answer = VocabulariesAnswer(
        model=model.name,
        text=query.text,
        characters=len(query.text),
        bytes=len(query.text.encode(errors="surrogatepass")),
        cuts=[cut_card(each) for each in cuts_of(model, query.text)],
    )
    return pack(answer)


def cut_card(found: "Cut") -> VocabularyCut:
    """One vocabulary and what it makes of the text."""
    return VocabularyCut(
        name=found.name,
        models=found.models,
        size=found.size,
        count=found.count,
        characters_per_token=found.characters_per_token,
        refusal=found.refusal,
        tokens=token_list(found.tokens),
    )


def price_answer(model: "LoadedModel", _query: ModelQuery) -> Answer:
    """Count a sentence in all languages by each vocabulary."""
    from model.studies.cuts import price_list

    found = price_list(model)
    languages = [
        LanguagePrice(
            language=price.sentence.language,
            code=price.sentence.code,
            text=price.sentence.text,
            right_to_left=price.sentence.right_to_left,
            counts=list(price.counts),
            times=list(price.times),
        )
        for price in found.prices
    ]
    cards = [VocabularyCard.model_validate(each) for each in found.vocabularies]
    dearest = [Dearest.model_validate(each) for each in found.dearest]
    answer = PriceAnswer(model=model.name, vocabularies=cards, languages=languages, most=found.most, dearest=dearest)
    return pack(answer)


@router.get(
    "/vocabularies", response_model=VocabulariesAnswer, responses=problems("no-such-name", "text") | NOT_MODIFIED
)
async def read_vocabularies(query: Annotated[TextQuery, Query()], visit: VisitDependency) -> Response:
    """Read a text as the model's vocabulary, and three published ones, cut it."""
    return await visit.answer_of_model(query, vocabularies_answer)


@router.get("/price", response_model=PriceAnswer, responses=problems("no-such-name") | NOT_MODIFIED)
async def read_price(query: Annotated[ModelQuery, Query()], visit: VisitDependency) -> Response:
    """Read what one sentence costs in several languages: its tokens, by each vocabulary."""
    return await visit.answer_of_model(query, price_answer)
