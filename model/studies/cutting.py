"""Where the split pattern of a tokenizer cuts a text. tiktoken cuts inside and does not say where; `regex` cuts alike.

Both know the same syntax, but each the characters of its own version of Unicode: a letter that is too new for one of
them is no letter there. tiktoken is asked about every character that is not Latin, and where the two differ a character
of the kind that tiktoken takes it for stands in its place.
"""

from functools import cache, lru_cache
from itertools import accumulate

import regex
import tiktoken

KINDS = {
    r"\p{Lu}": "Ω",
    r"\p{Ll}": "ω",
    r"\p{Lt}": "ǅ",
    r"\p{Lm}": "ʰ",
    r"\p{Lo}": "א",
    r"\p{M}": "\u0301",
    r"\p{N}": "٣",
    r"\s": "\u2003",
}
"""The kinds of characters that split patterns name, each with one that was always of that kind."""

OTHER = "\ue000"
"""A character that is of none of these kinds, and stays so: it is for private use."""

LATIN = 0x250
"""Characters below are as old as Unicode, and patterns name some of them."""


def cut_by_pattern(pattern: str, text: str) -> list[int] | None:
    """The places, in bytes of the UTF-8 of `text`, at which `pattern` cuts; neither the beginning nor the end is one.

    None where the pattern cannot be followed: `regex` does not read it, or it leaves some of the text out.
    """
    try:
        spans = [found.span() for found in read_pattern(pattern).finditer("".join(map(stand_in, text)))]
    except regex.error:
        return None
    edges = [0, *(end for _, end in spans)]
    if edges[-1] != len(text) or any(begin != edge for (begin, _), edge in zip(spans, edges, strict=False)):
        return None
    places = list(accumulate((len(char.encode()) for char in text), initial=0))
    return [places[edge] for edge in edges[1:-1]]


@lru_cache(maxsize=32)
def read_pattern(pattern: str) -> "regex.Pattern[str]":
    """A pattern as `regex` reads it. Raises `regex.error`."""
    return regex.compile(pattern)


@lru_cache(maxsize=65_536)
def stand_in(char: str) -> str:
    """The character itself where tiktoken and `regex` take it for the same, or one like it."""
    if ord(char) < LATIN:
        return char
    for kind, like in KINDS.items():
        if finder(kind).encode_ordinary(char):
            return char if read_pattern(kind).match(char) else like
    return OTHER if any(read_pattern(kind).match(char) for kind in KINDS) else char


@cache
def finder(kind: str) -> tiktoken.Encoding:
    """A vocabulary of bytes whose pattern lets only characters of one `kind` through."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    return tiktoken.Encoding("kind", pat_str=kind, mergeable_ranks=ranks, special_tokens={})
