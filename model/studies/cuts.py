"""The same text cut by several vocabularies, the model's own first, and what a sentence costs in several languages."""

from collections.abc import Callable
from dataclasses import dataclass

from model.errors import LanewiseError
from model.shelf.loaded import LoadedModel
from model.tokenizers import Token
from model.vocabularies import PUBLISHED, open_vocabulary


@dataclass(frozen=True)
class Cutter:
    """A vocabulary as this module needs it. `models` is None for the model's own."""

    name: str
    models: str | None
    size: int
    encode: Callable[[str], list[Token]]


@dataclass(frozen=True)
class Cut:
    """A text as one vocabulary cuts it; `refusal` says why it cannot, and then there are no tokens."""

    name: str
    models: str | None
    size: int
    tokens: list[Token]
    characters_per_token: float | None
    refusal: str | None = None

    @property
    def count(self) -> int | None:
        """How many tokens there are, or None where the text was refused."""
        return None if self.refusal else len(self.tokens)


@dataclass(frozen=True)
class Sentence:
    """One sentence in one language. `code` is that of BCP 47; `right_to_left` is how it is written."""

    language: str
    code: str
    text: str
    right_to_left: bool = False


@dataclass(frozen=True)
class Price:
    """What a sentence costs, by vocabulary: its tokens, and how many times as many as in the first language.

    None where a vocabulary cannot cut the sentence, or not the first one.
    """

    sentence: Sentence
    counts: tuple[int | None, ...]
    times: tuple[float | None, ...]


@dataclass(frozen=True)
class Dearest:
    """The language in which a vocabulary needs the most tokens: `times` as many as in the first language.

    `share` is how much of a text fits into the same number of tokens, against the first language.
    """

    vocabulary: str
    language: str
    times: float
    share: float


@dataclass(frozen=True)
class PriceList:
    """What one sentence costs in several languages. `most` is the largest number of tokens of all."""

    vocabularies: tuple[Cutter, ...]
    prices: tuple[Price, ...]
    most: int
    dearest: tuple[Dearest, ...]


SENTENCES = (
    Sentence("English", "en", "The cat saw the hat and wanted it."),
    Sentence("German", "de", "Die Katze sah den Hut und wollte ihn haben."),
    Sentence("Swahili", "sw", "Paka aliona kofia na akaitaka."),
    Sentence("Russian", "ru", "Кошка увидела шляпу и захотела её."),
    Sentence("Arabic", "ar", "رأت القطة القبعة وأرادتها.", right_to_left=True),
    Sentence("Hindi", "hi", "बिल्ली ने टोपी देखी और उसे पाना चाहा।"),
    Sentence("Thai", "th", "แมวเห็นหมวกแล้วอยากได้มัน"),
    Sentence("Chinese", "zh", "猫看见了帽子，想要它。"),
    Sentence("Japanese", "ja", "猫は帽子を見て、それが欲しくなった。"),
    Sentence("Korean", "ko", "고양이는 모자를 보고 갖고 싶어 했다."),
)
"""The same said in ten languages, in nine scripts; the others are measured against the first."""


def cutters(model: LoadedModel) -> list[Cutter]:
    """The vocabulary of `model` and the published ones. Raises `MissingVocabularyError`."""
    own = Cutter(model.name, None, model.tokenizer.vocab_size, model.tokenizer.encode)
    opened = [open_vocabulary(published.name) for published in PUBLISHED]
    return [own, *(Cutter(each.name, each.models, each.size, each.encode) for each in opened)]


def cuts_of(model: LoadedModel, text: str) -> list[Cut]:
    """`text` as each vocabulary cuts it."""
    return [cut(cutter, text) for cutter in cutters(model)]


def cut(cutter: Cutter, text: str) -> Cut:
    """`text` as one vocabulary cuts it, or why it cannot."""
    known = cutter.name, cutter.models, cutter.size
    try:
        tokens = cutter.encode(text)
    except LanewiseError as error:
        return Cut(*known, [], None, str(error))
    return Cut(*known, tokens, len(text) / len(tokens) if tokens else None)


def price_list(model: LoadedModel) -> PriceList:
    """What each of `SENTENCES` costs by each vocabulary, that of `model` first."""
    known = cutters(model)
    rows = [[cut(cutter, sentence.text) for cutter in known] for sentence in SENTENCES]
    prices = tuple(price(sentence, row, rows[0]) for sentence, row in zip(SENTENCES, rows, strict=True))
    counts = [count for each in prices for count in each.counts if count is not None]
    found = (dearest(cutter.name, prices, which) for which, cutter in enumerate(known))
    return PriceList(tuple(known), prices, max(counts), tuple(filter(None, found)))


def price(sentence: Sentence, row: list[Cut], first: list[Cut]) -> Price:
    """What one sentence costs, against the `first` one, by each vocabulary."""
    times = [a.count / b.count if a.count and b.count else None for a, b in zip(row, first, strict=True)]
    return Price(sentence, tuple(each.count for each in row), tuple(times))


def dearest(name: str, prices: tuple[Price, ...], which: int) -> Dearest | None:
    """The dearest language by the vocabulary number `which`, or None where that can cut none or not the first."""
    known = [(times, each.sentence.language) for each in prices if (times := each.times[which]) is not None]
    if not known:
        return None
    times, language = max(known)
    return Dearest(name, language, times, 1 / times)
