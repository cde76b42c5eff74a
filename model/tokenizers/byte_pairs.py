"""Byte-level BPE (Sennrich et al. 2016; over bytes: Radford et al. 2019), by `tiktoken` over the ranks of pieces."""

import base64
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import tiktoken

from model.tokenizers.front import Front
from model.tokenizers.token import Token, locate, panics_as_refusals, refuse_character, refuse_unfit


class BytePairTokenizer:
    """Merges pieces in the order of their ranks.

    A piece's rank is its id, unless `ids` gives others. `special_tokens` never come out of a text; `literals`
    are pieces that are found in the text before it is split, such as GPT-NeoX's long runs of spaces. With `form` "NFC"
    the model knows composed characters only, and others are refused.
    """

    def __init__(
        self,
        ranks: Mapping[bytes, int],
        *,
        pattern: str,
        special_tokens: Mapping[str, int],
        ids: Mapping[int, int] | None = None,
        literals: Mapping[str, int] = MappingProxyType({}),
        front: Front | None = None,
        form: Literal["NFC"] | None = None,
    ) -> None:
        self.ranks, self.pattern, self.special_tokens = dict(ranks), pattern, dict(special_tokens)
        self.front, self.form = front, form
        self.controls = {i: name for name, i in special_tokens.items()}
        self.lacking = frozenset(byte for byte in range(256) if bytes([byte]) not in ranks)
        self._ids, self.literals = ids, literals
        # The special tokens stay out of it: nothing that is typed becomes one of them.
        self.encoding = tiktoken.Encoding("lanewise", pat_str=pattern, mergeable_ranks=self.ranks, special_tokens={})
        self.vocab_size = max(self._pieces) + 1

    def encode(self, text: str) -> list[Token]:
        """Cut `text` into tokens.

        Raises `TextRefusedError` for a lone surrogate, past `LONGEST`, and for a character with a byte that the
        vocabulary lacks.
        """
        refuse_unfit(text)
        self._refuse_lacking(text)
        self._refuse_other_form(text)
        with panics_as_refusals(text):
            ids = [i for stretch in self.stretches(text) for i in self._ids_of(stretch)]
        return locate([(i, self.piece(i)) for i in ids])

    def piece(self, token_id: int) -> bytes:
        """The bytes of the piece `token_id`. Raises `KeyError` where there is none."""
        return self._pieces[token_id]

    def join(self, ids: Sequence[int]) -> bytes:
        """The bytes of a text whose tokens are `ids`."""
        return b"".join(self.piece(i) for i in ids)

    def id_of(self, rank: int) -> int:
        """The id of the piece with this rank."""
        return rank if self._ids is None else self._ids[rank]

    def _ids_of(self, stretch: str) -> Iterable[int]:
        if stretch in self.literals:
            return [self.literals[stretch]]
        return map(self.id_of, self.encoding.encode_ordinary(stretch))

    def stretches(self, text: str) -> list[str]:
        """The text cut at the literals in it, the longest first wherever several begin."""
        return re.split(self._literal, text) if self.literals else [text]

    @cached_property
    def _literal(self) -> re.Pattern[str]:
        longest_first = sorted(self.literals, key=len, reverse=True)
        return re.compile(f"({'|'.join(map(re.escape, longest_first))})")

    @cached_property
    def _pieces(self) -> dict[int, bytes]:
        merged = {self.id_of(rank): piece for piece, rank in self.ranks.items()}
        named = {i: name.encode() for name, i in [*self.special_tokens.items(), *self.literals.items()]}
        return merged | named

    def _refuse_lacking(self, text: str) -> None:
        # tiktoken panics on a byte that it has no piece for.
        if not self.lacking or self.lacking.isdisjoint(text.encode()):
            return
        for place, char in enumerate(text):
            for byte in char.encode():
                if byte in self.lacking:
                    reason = f"needs the byte 0x{byte:02X}, and this model's vocabulary has no piece for it."
                    raise refuse_character(text, place, reason)

    def _refuse_other_form(self, text: str) -> None:
        if self.form is None or unicodedata.is_normalized(self.form, text):
            return
        composed = unicodedata.normalize(self.form, text)
        pairs = zip(text, composed, strict=False)
        place = next((i for i, (ours, theirs) in enumerate(pairs) if ours != theirs), len(composed) - 1)
        reason = f"is not in the composed form ({self.form}) that this model's tokenizer brings every text into."
        raise refuse_character(text, max(place, 0), reason)


def read_ranks(path: Path) -> dict[bytes, int]:
    """Read a vocabulary in tiktoken's text format. Raises `ValueError` with the line that is wrong."""
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(path.read_text("ascii").splitlines(), start=1):
        try:
            piece, rank = line.split(" ")
            ranks[base64.b64decode(piece, validate=True)] = int(rank)
        except ValueError as error:
            raise ValueError(f"line {number} of {path.name} is not “base64 rank”") from error
    return ranks
