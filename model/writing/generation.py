"""The loop that writes: the model reads the text once, then a token at a time with the KV cache, until it has to end.

What is written is text, so that it can be read again: a control token ends the writing, and so does a token whose bytes
cannot become text after those before it. The limit never falls inside a character; the tokens that complete it are
written too. The text with what was written, cut anew, may give other tokens than those that were drawn; that is said.
"""

import codecs
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import torch
from torch import Tensor

from model.cache import Cache
from model.errors import EmptyTextError, OutOfRangeError, TooLongError
from model.shelf.loaded import LoadedModel
from model.tokenizers import Tokenizer, WordTokenizer
from model.writing.dice import Draw, draw
from model.writing.stages import Columns, Sampling, columns

MAX_LIMIT = 10_000
LONGEST_CHARACTER = 4
"""UTF-8 has at most four bytes for one, so at most three more tokens complete it."""
Ending = Literal["limit", "context", "control", "unused", "not-text"]


@dataclass(frozen=True)
class Written:
    """One token that was written: what it was drawn from, the draw, and the text that it completes."""

    id: int
    bytes: bytes
    place: int
    columns: Columns
    draw: Draw
    added: str
    """What the text grows by; empty while a character is not complete."""
    ending: Ending | None
    """Why nothing is written after it. A token that ends the writing by being no text is not part of the text."""


@dataclass(frozen=True)
class Recut:
    """The whole text cut anew: whether that gives the tokens that were written, and from which token on it differs."""

    count: int
    same: bool
    kept: int


def end_of_text_ids(tokenizer: Tokenizer) -> frozenset[int]:
    """The control tokens of a vocabulary: their text that is typed is text, so drawing one cannot be written."""
    return frozenset(tokenizer.controls)


def glue(tokenizer: Tokenizer) -> bytes:
    """What stands between a text and the piece that goes on: nothing, or a space where pieces are whole words."""
    return b" " if isinstance(tokenizer, WordTokenizer) else b""


def piece_after(tokenizer: Tokenizer, text: str, token_id: int) -> bytes:
    """The bytes by which `text` grows when the piece `token_id` goes on. Raises `KeyError` for an id not in use."""
    space = glue(tokenizer) if text and not text[-1].isspace() else b""
    return space + tokenizer.piece(token_id)


def advance(model: LoadedModel, ids: Sequence[int], cache: Cache | None) -> Tensor:
    """The logits (vocab) after the last of `ids`, which go on after what is in `cache`; only they are unembedded."""
    transformer = model.transformer
    with torch.inference_mode():
        tokens = torch.tensor(ids, device=transformer.w_e.weight.device)
        places = transformer.places(len(tokens), start=cache.length if cache else 0)
        x = transformer.embed_tokens(tokens, places)
        for block in transformer.blocks:
            x = block(x, places, cache)
        return transformer.unembed(x[-1:])[0]


@dataclass
class Generation:
    """A text that is being written on. Made by `begin_generation`; `step` writes one token."""

    model: LoadedModel
    sampling: Sampling
    seed: int
    limit: int
    ids: list[int]
    text: str
    logits: Tensor
    bos: bool | None
    """Whether the beginning-of-text token stands in front; None is what the model does by default."""
    cache: Cache | None
    """None where later tokens change earlier ones (no causal mask): the whole text is read again at each step."""
    written: int = 0
    ended: Ending | None = None
    _decoder: codecs.IncrementalDecoder = field(default_factory=codecs.getincrementaldecoder("utf-8"))

    @property
    def cache_bytes(self) -> int:
        """The bytes of the keys and values that are remembered."""
        layers = self.cache.layers.values() if self.cache else ()
        return sum(keys.nbytes + values.nbytes for keys, values in layers)

    @property
    def is_inside_character(self) -> bool:
        """Whether the last token is the beginning of a character that is not complete."""
        return bool(self._decoder.getstate()[0])

    def step(self) -> Written:
        """Draw the next token and read it. Raises `RuntimeError` after the end."""
        if self.ended is not None:
            raise RuntimeError(f"the writing has ended: {self.ended}")
        found = columns(self.logits, self.sampling)
        drawn = draw(found, seed=self.seed, place=len(self.ids))
        token_id, place = int(found.ids[drawn.rank]), len(self.ids)
        piece, added = b"", ""
        try:
            piece = self.model.tokenizer.piece(token_id)
            added = self._append(token_id)
        except (KeyError, UnicodeDecodeError) as error:
            self.ended = "unused" if isinstance(error, KeyError) else "not-text"
        return Written(token_id, piece, place, found, drawn, added, self.ended)

    def recut(self) -> Recut:
        """Cut the text, with what was written, into tokens anew."""
        again = [token.id for token in self.model.encode(self.text, bos=self.bos)]
        kept = next((i for i, (a, b) in enumerate(zip(self.ids, again, strict=False)) if a != b), None)
        shared = min(len(self.ids), len(again)) if kept is None else kept
        return Recut(len(again), again == self.ids, shared)

    def _append(self, token_id: int) -> str:
        # Raises UnicodeDecodeError where the bytes cannot be text, whatever comes after them.
        if token_id in end_of_text_ids(self.model.tokenizer):
            self.ended = "control"
            return ""
        added = self._decoder.decode(piece_after(self.model.tokenizer, self.text, token_id))
        self.text, self.written = self.text + added, self.written + 1
        self.ids.append(token_id)
        beyond = LONGEST_CHARACTER - 1 if self.is_inside_character else 0
        if len(self.ids) >= self.model.limit:
            self.ended = "context"
        elif self.written >= self.limit + beyond:
            self.ended = "limit"
        else:
            self.logits = advance(self.model, [token_id] if self.cache is not None else self.ids, self.cache)
        return added


def begin_generation(
    model: LoadedModel, text: str, *, sampling: Sampling, seed: int, limit: int, bos: bool | None = None
) -> Generation:
    """Read `text`, so that the first token can be drawn; at most `limit` tokens will be written.

    Raises `EmptyTextError`, `TextRefusedError`, `NoFrontError`, `OutOfRangeError`, and `TooLongError` where the context
    has no room for one token more.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise OutOfRangeError("limit", limit, 1, MAX_LIMIT)
    ids = [token.id for token in model.encode(text, bos=bos)]
    if not ids:
        raise EmptyTextError
    if len(ids) >= model.limit:
        raise TooLongError(len(ids) + 1, model.limit, context=model.config.n_ctx)
    cache = Cache() if model.config.causal else None
    return Generation(model, sampling, seed, limit, ids, text, advance(model, ids, cache), bos, cache)
