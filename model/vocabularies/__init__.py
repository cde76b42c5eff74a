"""Published vocabularies, to cut a text by beside a model's own: GPT-2's and two that followed it.

Their ranks come with the npm package js-tiktoken when Lanewise is installed. hatch_build.py puts its three files here
as they are: pieces in base64 in the order of their ranks, in lines that begin with "!" and the rank of the first. Their
patterns are those of github.com/openai/tiktoken, tiktoken_ext/openai_public.py. Nothing is fetched.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

import tiktoken

from model.errors import LanewiseError, UnknownNameError
from model.tokenizers import GPT2_PATTERN, Token, locate, refuse_long_text, refuse_surrogates

FOLDER = Path(__file__).parent
ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"


@dataclass(frozen=True)
class Published:
    """What is known of a vocabulary without opening it; `models` says who reads by it."""

    name: str
    models: str
    pattern: str


PUBLISHED = (
    Published("gpt2", "GPT-2, 2019", GPT2_PATTERN),
    Published(
        "cl100k_base",
        "GPT-3.5 and GPT-4, 2023",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    ),
    Published(
        "o200k_base",
        "GPT-4o, 2024",
        rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]*[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]+{ENDINGS}"
        rf"|[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]+[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]*{ENDINGS}"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
)


class MissingVocabularyError(LanewiseError):
    """The ranks of a vocabulary are not where the installation puts them."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The ranks of {name} are not here: they are put into model/vocabularies/ at installation.")


class Vocabulary:
    """A published vocabulary, opened. Everything typed is text, also where it reads like a special token."""

    def __init__(self, published: Published) -> None:
        path = FOLDER / f"{published.name}.json"
        if not path.is_file():
            raise MissingVocabularyError(published.name)
        packed = json.loads(path.read_text(encoding="utf-8"))
        ranks = dict(unpack_ranks(packed["bpe_ranks"]))
        self.name, self.models = published.name, published.models
        self.encoding = tiktoken.Encoding(
            published.name, pat_str=published.pattern, mergeable_ranks=ranks, special_tokens=packed["special_tokens"]
        )
        # tiktoken has its own copy by now; this one is there for pickling only, and takes 50 MB.
        self.encoding._mergeable_ranks = {}  # noqa: SLF001

    @property
    def size(self) -> int:
        """How many ids there are."""
        return self.encoding.n_vocab

    def encode(self, text: str) -> list[Token]:
        """Cut `text` into tokens. Raises `TextRefusedError` for a lone surrogate, and where the text is too long."""
        refuse_surrogates(text)
        refuse_long_text(text)
        piece = self.encoding.decode_single_token_bytes
        return locate([(i, piece(i)) for i in self.encoding.encode_ordinary(text)])


_opening = Lock()


def open_vocabulary(name: str) -> Vocabulary:
    """The published vocabulary `name`, opened once: the largest takes half a second and 50 MB.

    Raises:
        UnknownNameError: there is no such vocabulary.
        MissingVocabularyError: its ranks were not installed.
    """
    with _opening:  # two who ask at once would open it twice
        return _open_vocabulary(name)


@lru_cache(maxsize=len(PUBLISHED))
def _open_vocabulary(name: str) -> Vocabulary:
    known = {published.name: published for published in PUBLISHED}
    if name not in known:
        raise UnknownNameError("vocabulary", name, list(known))
    return Vocabulary(known[name])


def unpack_ranks(packed: str) -> Iterator[tuple[bytes, int]]:
    """The pieces with their ranks, from lines of `! 0 IQ== Ig==`: the first piece's rank, then pieces in base64."""
    for line in filter(None, packed.split("\n")):
        _, first, *pieces = line.split(" ")
        yield from ((base64.b64decode(piece), rank) for rank, piece in enumerate(pieces, start=int(first)))
