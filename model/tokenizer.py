"""Text to tokens and back: byte-level BPE by `tiktoken` over ranks that we ship, or whole words for the toy.

Tokenising happens in exactly one place, adds nothing and drops nothing: the bytes of the tokens, joined, are the UTF-8
of the text that was typed. A special token's text that is typed is text.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Protocol

import tiktoken

from model.errors import TextRefusedError, UnknownWordError, quote_all

GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
"""How GPT-2 cuts text before it merges (Radford et al. 2019), in the form that tiktoken uses."""

LONGEST = 500_000
"""Characters of a text. tiktoken panics, past any `except Exception`, where white space runs on for a million."""


@dataclass(frozen=True)
class Token:
    """One token of a text.

    `start` and `end` count characters (code points) of the text. A token that is only part of a character has the
    span of that character, and `part` says which of the tokens of that character it is: (0, 3) is the first of three.
    """

    id: int
    bytes: bytes
    start: int
    end: int
    part: tuple[int, int] | None = None

    @property
    def text(self) -> str | None:
        """The token's text, or None where its bytes alone are not text."""
        return None if self.part else self.bytes.decode()


class Tokenizer(Protocol):
    """What every tokenizer can do."""

    vocab_size: int

    def encode(self, text: str) -> list[Token]:
        """Cut `text` into tokens. Raises `TextRefusedError`."""

    def piece(self, token_id: int) -> bytes:
        """The bytes of the piece `token_id`. Raises `KeyError` where there is none."""

    def join(self, ids: Sequence[int]) -> bytes:
        """The bytes of a text whose tokens are `ids`."""


class BytePairTokenizer:
    """Byte-level BPE (Sennrich et al. 2016; over bytes: Radford et al. 2019)."""

    def __init__(self, ranks: dict[bytes, int], *, pattern: str, special_tokens: dict[str, int]) -> None:
        missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
        if missing:
            raise ValueError(f"the vocabulary lacks {len(missing)} single bytes, the first is 0x{missing[0]:02x}")
        self.ranks, self.pattern, self.special_tokens = ranks, pattern, special_tokens
        self._taken = {*ranks.values(), *special_tokens.values()}
        self.encoding = tiktoken.Encoding(
            "lanewise", pat_str=pattern, mergeable_ranks=ranks, special_tokens=special_tokens
        )
        self.vocab_size = self.encoding.n_vocab

    def encode(self, text: str) -> list[Token]:
        """Cut `text` into tokens. Raises `TextRefusedError` for a lone surrogate, and past `LONGEST`."""
        refuse_surrogates(text)
        refuse_long_text(text)
        ids = self.encoding.encode_ordinary(text)
        return locate([(i, self.piece(i)) for i in ids])

    def piece(self, token_id: int) -> bytes:
        """The bytes of the piece `token_id`. Raises `KeyError` where there is none."""
        return self._pieces[token_id]

    def join(self, ids: Sequence[int]) -> bytes:
        """The bytes of a text whose tokens are `ids`."""
        return b"".join(self.piece(i) for i in ids)

    @cached_property
    def _pieces(self) -> dict[int, bytes]:
        return {i: self.encoding.decode_single_token_bytes(i) for i in self._taken}


class WordTokenizer:
    """A closed list of words, for a model so small that every number of it fits on a screen.

    The white space around a word belongs to its token, so that the round trip is exact; the id is the word's alone.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.vocab_size = len(self.words)
        self._ids = {word: i for i, word in enumerate(self.words)}

    def encode(self, text: str) -> list[Token]:
        """Cut `text` at white space. Raises `TextRefusedError`, for a word not on the list `UnknownWordError`."""
        refuse_surrogates(text)
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


def refuse_surrogates(text: str) -> None:
    """Raise `TextRefusedError` at the first lone surrogate of `text`: it is half of a character and has no bytes."""
    found = re.search("[\ud800-\udfff]", text)
    if found:
        reason = (
            f"Character {found.start() + 1} (U+{ord(found.group()):04X}) is a lone surrogate: half of a character, "
            "with no bytes of its own."
        )
        raise TextRefusedError(reason, start=found.start(), end=found.end())


def refuse_long_text(text: str) -> None:
    """Raise `TextRefusedError` where `text` is longer than `LONGEST`."""
    if len(text) > LONGEST:
        reason = f"The text has {len(text):,} characters; at most {LONGEST:,} can be cut into tokens."
        raise TextRefusedError(reason, start=LONGEST, end=len(text))


def locate(pieces: Sequence[tuple[int, bytes]]) -> list[Token]:
    """Give each (id, bytes) piece of a UTF-8 text its span in characters, and join those that share a character."""
    ends = list(accumulate((len(piece) for _, piece in pieces), initial=0))
    text = b"".join(piece for _, piece in pieces)
    first = [i for i, byte in enumerate(text) if byte & 0xC0 != 0x80] + [len(text)]  # where characters begin
    char_at = [char for char, (a, b) in enumerate(pairwise(first)) for _ in range(b - a)]
    begins = set(first)
    spans = [(char_at[a], char_at[b - 1] + 1) for a, b in pairwise(ends)]
    broken = [a not in begins or b not in begins for a, b in pairwise(ends)]
    parts = _number_parts(ends, broken, begins)
    return [Token(i, piece, *span, part) for (i, piece), span, part in zip(pieces, spans, parts, strict=True)]


def _number_parts(ends: list[int], broken: list[bool], begins: set[int]) -> list[tuple[int, int] | None]:
    """Number the tokens of each run that only together is text: from one character boundary to the next."""
    parts: list[tuple[int, int] | None] = [None] * len(broken)
    run: list[int] = []
    for i, is_broken in enumerate(broken):
        if not is_broken:
            continue
        run.append(i)
        if ends[i + 1] in begins:
            for place, member in enumerate(run):
                parts[member] = (place, len(run))
            run = []
    return parts


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
