"""Vocabularies that `tiktoken` cannot cut by, through the `tokenizers` library: those of SentencePiece above all.

There a piece is text in which ▁ stands for a space, a byte without a piece is written <0x0A>, and a space is often put
before the text. What comes out is compared with what was typed, and where they differ the text is refused.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from model.errors import CheckpointError, TextRefusedError
from model.tokenizers.alphabet import bytes_of
from model.tokenizers.front import Front
from model.tokenizers.token import Token, locate, panics_as_refusals, refuse_character, refuse_unfit

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Library

SPACE = "▁"
BYTE = re.compile("<0x([0-9A-F]{2})>")


class PieceTokenizer:
    """A tokenizer of the `tokenizers` library whose every text is given back exactly, or refused.

    `spelling` says how pieces are written: "letters" is GPT-2's alphabet of bytes, "spaces" has ▁ for a space.
    """

    def __init__(self, library: "Library", *, letters: bool, front: Front | None = None) -> None:
        library.no_padding()
        library.no_truncation()
        library.encode_special_tokens = True  # a control token's text that is typed is text
        self.library, self.front, self._letters = library, front, letters
        added = library.get_added_tokens_decoder()
        self.controls = {i: token.content for i, token in added.items() if token.special}
        self._literals = {i: token.content for i, token in added.items()}
        self.vocab_size = max(self._pieces, default=-1) + 1
        if not self._pieces:
            raise CheckpointError("The vocabulary of the tokenizer is empty.")

    def encode(self, text: str) -> list[Token]:
        """Cut `text` into tokens. Raises `TextRefusedError` at the first character that would not come back."""
        refuse_unfit(text)
        with panics_as_refusals(text):
            ids: list[int] = self.library.encode(text, add_special_tokens=False).ids
        pieces = [(i, self.piece(i)) for i in ids]
        told, typed = b"".join(piece for _, piece in pieces), text.encode()
        has_dummy = told != typed and told == b" " + typed
        if (told != typed and not has_dummy) or not self.controls.keys().isdisjoint(ids):
            raise _refuse_changed(text, told)
        return _without_dummy(pieces) if has_dummy else locate(pieces)

    def piece(self, token_id: int) -> bytes:
        """The bytes of the piece `token_id`. Raises `KeyError` where there is none."""
        return self._pieces[token_id]

    def join(self, ids: Sequence[int]) -> bytes:
        """The bytes of a text whose tokens are `ids`."""
        return b"".join(self.piece(i) for i in ids)

    @cached_property
    def _pieces(self) -> dict[int, bytes]:
        vocabulary: Mapping[str, int] = self.library.get_vocab(with_added_tokens=True)
        return {i: self._read(i, piece) for piece, i in vocabulary.items()}

    def _read(self, token_id: int, piece: str) -> bytes:
        if token_id in self._literals:
            return self._literals[token_id].encode(errors="replace")
        if self._letters:
            return bytes_of(piece)
        byte = BYTE.fullmatch(piece)
        return bytes([int(byte[1], 16)]) if byte else piece.replace(SPACE, " ").encode(errors="replace")


def _without_dummy(pieces: list[tuple[int, bytes]]) -> list[Token]:
    """The tokens of a text before which the tokenizer put a space: it is in the first piece, and not in the text."""
    (first, piece), *others = pieces
    if piece == b" ":
        return [Token(first, b"", 0, 0, dummy=True), *locate(others)]
    begin, *rest = locate([(first, piece[1:]), *others])
    return [Token(begin.id, begin.bytes, begin.start, begin.end, begin.part, dummy=True), *rest]


def _refuse_changed(text: str, told: bytes) -> TextRefusedError:
    """The refusal of a `text` that would come back as `told`, with or without a space before it."""
    candidates = (told, told[1:]) if told.startswith(b" ") else (told,)
    place = max(_first_difference(text, candidate) for candidate in candidates)
    return refuse_character(text, place, "would not come back from this model's vocabulary as it was typed.")


def _first_difference(text: str, told: bytes) -> int:
    """The first character of `text` that `told` does not begin with."""
    end = 0
    for place, char in enumerate(text):
        begin, end = end, end + len(char.encode())
        if told[begin:end] != char.encode():
            return place
    return max(len(text) - 1, 0)
