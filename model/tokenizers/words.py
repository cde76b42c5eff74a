"""A closed list of words, for a model so small that every number of it fits on a screen."""

import re
from collections.abc import Mapping, Sequence

from model.errors import TextRefusedError, UnknownWordError, quote_all
from model.tokenizers.front import Front
from model.tokenizers.token import Token, refuse_unfit


class WordTokenizer:
    """Cuts at white space.

    The white space around a word belongs to its token, so that the round trip is exact; the id is the word's alone.
    """

    front: Front | None = None

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.vocab_size = len(self.words)
        self._ids = {word: i for i, word in enumerate(self.words)}

    @property
    def controls(self) -> Mapping[int, str]:
        """There are none."""
        return {}

    def encode(self, text: str) -> list[Token]:
        """Cut `text` at white space. Raises `TextRefusedError`, for a word not on the list `UnknownWordError`."""
        refuse_unfit(text)
        spans = [(m.start(), m.end()) for m in re.finditer(r"\s*\S+(?:\s+$)?", text)]
        if text and not spans:
            reason = f"There is no word here; this model knows {quote_all(self.words)}."
            raise TextRefusedError(reason, start=0, end=len(text), allowed=self.words)
        return [Token(self._id(text, *span), text[slice(*span)].encode(), *span) for span in spans]

    def piece(self, token_id: int) -> bytes:
        """The bytes of the word `token_id`. Raises `KeyError` where there is none."""
        if not 0 <= token_id < self.vocab_size:
            raise KeyError(token_id)
        return self.words[token_id].encode()

    def join(self, ids: Sequence[int]) -> bytes:
        """The words of `ids` with single spaces between them."""
        return b" ".join(self.piece(i) for i in ids)

    def _id(self, text: str, start: int, end: int) -> int:
        word = text[start:end].strip()
        if word not in self._ids:
            raise UnknownWordError(word, start=start, end=end, allowed=self.words)
        return self._ids[word]
