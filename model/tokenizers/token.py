"""What a token is, what every tokenizer can do, and where in a text the tokens lie."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Protocol

from model.errors import TextRefusedError
from model.tokenizers.front import Front

LONGEST = 500_000
"""Characters of a text. tiktoken panics, past any `except Exception`, where white space runs on for a million."""


@dataclass(frozen=True)
class Token:
    """One token of a text.

    `start` and `end` count characters (code points) of the text. A token that is only part of a character has the
    span of that character, and `part` says which of the tokens of that character it is: (0, 3) is the first of three.
    A `control` token has that name and stands for no character. `dummy` says that the tokenizer put a space before the
    text, which is in this token's piece of the vocabulary but in neither the text nor `bytes`.
    """

    id: int
    bytes: bytes
    start: int
    end: int
    part: tuple[int, int] | None = None
    control: str | None = None
    dummy: bool = False

    @property
    def text(self) -> str | None:
        """The token's text, or None where its bytes alone are not text."""
        return None if self.part else self.bytes.decode()


class Tokenizer(Protocol):
    """What every tokenizer can do."""

    vocab_size: int
    front: Front | None
    """The token that may stand before a text, where there is one."""

    @property
    def controls(self) -> Mapping[int, str]:
        """The names of the tokens that stand for no text, by id."""

    def encode(self, text: str) -> list[Token]:
        """Cut `text` into tokens, and put nothing before them. Raises `TextRefusedError`."""

    def piece(self, token_id: int) -> bytes:
        """The bytes of the piece `token_id`. Raises `KeyError` where there is none."""

    def join(self, ids: Sequence[int]) -> bytes:
        """The bytes of a text whose tokens are `ids`."""


def name_character(text: str, place: int) -> str:
    """How a refusal names the character of `text` at `place`: by its number, and as it looks where it looks."""
    char = text[place]
    looks = f" “{char}”" if char.isprintable() and not char.isspace() else ""
    return f"Character {place + 1} (U+{ord(char):04X}{looks})"


def refuse_character(text: str, place: int, reason: str) -> TextRefusedError:
    """The refusal of `text` for the character at `place`; `reason` goes on after its name."""
    return TextRefusedError(f"{name_character(text, place)} {reason}", start=place, end=place + 1)


def refuse_unfit(text: str) -> None:
    """Raise `TextRefusedError` for what no tokenizer takes: a lone surrogate, or more characters than `LONGEST`."""
    refuse_surrogates(text)
    refuse_long_text(text)


def refuse_surrogates(text: str) -> None:
    """Raise `TextRefusedError` at the first lone surrogate of `text`: it is half of a character and has no bytes."""
    found = re.search("[\ud800-\udfff]", text)
    if found:
        reason = "is a lone surrogate: half of a character, with no bytes of its own."
        raise refuse_character(text, found.start(), reason)


def refuse_long_text(text: str) -> None:
    """Raise `TextRefusedError` where `text` is longer than `LONGEST`."""
    if len(text) > LONGEST:
        reason = f"The text has {len(text):,} characters; at most {LONGEST:,} can be cut into tokens."
        raise TextRefusedError(reason, start=LONGEST, end=len(text))


@contextmanager
def panics_as_refusals(text: str) -> Iterator[None]:
    """Turn a panic of the compiled tokenizers, which is no `Exception`, into a refusal of the `text`."""
    try:
        yield
    except BaseException as error:
        if not is_panic(error):
            raise
        reason = "The tokenizer of this model gave up on the text."
        raise TextRefusedError(reason, start=0, end=len(text)) from error


def is_panic(error: BaseException) -> bool:
    """Tell whether `error` is a panic of compiled code: it has a class of its own in every extension module."""
    return type(error).__name__ == "PanicException"


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
