"""One forward pass over a text: the streams between the layers, and what the model says after each token.

A text that begins like one that was read before costs only its new tokens: keys, values, streams and guesses of the
tokens that both have are taken from there. In a causal model nothing before a token depends on it; the numbers are
those of a whole pass up to the rounding of float32.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from model.cache import Cache
from model.memory import ByteLRU
from model.runtime import return_memory
from model.sampling import Candidate, Guesses, TrueNext
from model.shelf.loaded import LoadedModel
from model.taps import Run, recording

TOP = 10
ROWS_AT_ONCE = 64
"""So many rows of logits are held at a time: 13 MB of a large vocabulary."""
WORTH_KEEPING = 10_000_000
"""Models of fewer parameters read a text in a few milliseconds, and then each number is the same bit for bit."""
LONG = 128
"""Tokens that are read at once, from which on the memory that this took is given back at once."""
Progress = Callable[[int, int], None]
"""Is told how many layers of how many are done."""


@dataclass(frozen=True)
class Position:
    """What the model says after one token."""

    guesses: Guesses
    next: TrueNext | None


@dataclass(frozen=True)
class Pass:
    """What is known of the tokens `ids` once they were read; the `cache` holds their keys and values, if it was kept.

    `streams` are (token, d_model), by name, in the order of the layers.
    """

    ids: tuple[int, ...]
    streams: dict[str, Tensor]
    positions: list[Position]
    cache: Cache | None

    @property
    def nbytes(self) -> int:
        """The bytes of its tensors."""
        layers = self.cache.layers.values() if self.cache else ()
        return sum(t.nbytes for t in self.streams.values()) + sum(k.nbytes + v.nbytes for k, v in layers)


class Prefixes:
    """The passes from which longer ones go on, up to `limit` bytes; safe to use from several threads."""

    RECENT = 64

    def __init__(self, limit: int) -> None:
        self.kept: ByteLRU[tuple[str, tuple[int, ...]], Pass] = ByteLRU(limit, lambda known: known.nbytes)

    def longest(self, digest: str, ids: Sequence[int]) -> tuple[Pass, int] | None:
        """The pass of the model `digest` that begins most like `ids`, and how many tokens both have; None if none."""
        recent = [known for (model, _), known in self.kept.newest(self.RECENT) if model == digest]
        best = max(recent, key=lambda known: shared(known.ids, ids), default=None)
        return (best, shared(best.ids, ids)) if best and shared(best.ids, ids) else None

    def keep(self, digest: str, known: Pass) -> None:
        """Remember a pass of the model `digest`."""
        self.kept.put((digest, known.ids), known)

    def forget(self, digest: str) -> None:
        """Forget all passes of the model `digest`."""
        self.kept.forget_where(lambda key: key[0] == digest)


def shared(some: Sequence[int], others: Sequence[int]) -> int:
    """With how many equal elements both begin."""
    return next((i for i, (a, b) in enumerate(zip(some, others, strict=False)) if a != b), min(len(some), len(others)))


@torch.inference_mode()
def run_pass(
    model: LoadedModel,
    ids: Sequence[int],
    names: Sequence[str],
    *,
    prefixes: Prefixes | None = None,
    progress: Progress | None = None,
) -> Pass:
    """Read `ids` and keep the streams `names`; what `prefixes` know of the first tokens is not computed again."""
    transformer, digest = model.transformer, model.description.digest
    if prefixes is None or not model.config.causal or model.description.parameters < WORTH_KEEPING:
        prefixes = None
    known, n = (prefixes.longest(digest, ids) if prefixes else None) or (None, 0)
    cache = begin_cache(known, n) if prefixes else None
    streams = {} if known is None else {name: known.streams[name][:n] for name in names}
    if n < len(ids):
        fresh = _read(model, ids[n:], names, start=n, cache=cache, progress=progress)
        streams = {name: torch.cat([streams[name], fresh[name]]) if n else fresh[name] for name in names}
    if len(ids) - n >= LONG:
        return_memory()
    before = known.positions[: n - 1] if known else []  # the last of them has got another token after it
    judged = judge(transformer.unembed, streams[names[-1]][len(before) :], ids[len(before) + 1 :])
    done = Pass(tuple(ids), streams, before + judged, cache)
    if prefixes and n < len(ids):
        prefixes.keep(digest, done)
    return done


def begin_cache(known: Pass | None, n: int) -> Cache:
    """A cache with the keys and values of the first `n` tokens of a pass."""
    cache = Cache()
    if known is not None and known.cache is not None:
        cache.layers = {layer: (k[..., :n, :], v[..., :n, :]) for layer, (k, v) in known.cache.layers.items()}
    return cache


def _read(
    model: LoadedModel,
    ids: Sequence[int],
    names: Sequence[str],
    *,
    start: int,
    cache: Cache | None,
    progress: Progress | None,
) -> dict[str, Tensor]:
    """The streams `names` of the tokens `ids`, which go on after `start` others that are in the `cache`."""
    transformer = model.transformer
    with recording(Run(keep=set(names).__contains__)) as run:
        places = transformer.places(len(ids), start=start)
        x = transformer.embed_tokens(torch.tensor(ids, device=model.device), places)
        for done, block in enumerate(transformer.blocks, start=1):
            x = block(x, places, cache)
            if progress is not None:
                progress(done, len(transformer.blocks))
    return run.tensors


def judge(unembed: Callable[[Tensor], Tensor], stream: Tensor, nexts: Sequence[int]) -> list[Position]:
    """What the model says after each row of the last `stream` (token, d_model); `nexts` are the tokens that follow.

    There may be one fewer of these than rows.
    """
    positions: list[Position] = []
    for rows in torch.split(stream, ROWS_AT_ONCE):
        start = len(positions)
        positions += judge_rows(unembed(rows).float().cpu(), nexts[start : start + len(rows)])
    return positions


def judge_rows(logits: Tensor, nexts: Sequence[int]) -> list[Position]:
    """What `logits` (token, vocab) say: the softmax over the whole vocabulary, with the largest logit taken away."""
    vocab_size = logits.shape[-1]
    best = logits.topk(min(TOP, vocab_size), dim=-1)
    most = best.values[:, :1]
    total = (logits - most).exp_().sum(-1, keepdim=True, dtype=torch.float64)  # (token, 1)
    p = (best.values - most).double().exp() / total
    rows = zip(best.indices.tolist(), p.tolist(), best.values.tolist(), strict=True)
    guesses = [
        Guesses(list(map(Candidate, ids, ps, values)), vocab_size - len(ids), max(0.0, 1 - sum(ps)))
        for ids, ps, values in rows
    ]
    followed: list[TrueNext | None] = [*_true_next(logits[: len(nexts)], nexts, most, total)]
    return list(map(Position, guesses, followed + [None] * (len(guesses) - len(nexts))))


def _true_next(logits: Tensor, nexts: Sequence[int], most: Tensor, total: Tensor) -> list[TrueNext]:
    """How the tokens `nexts` that do come next were judged; the softmax is exp(logits − most) / total."""
    ids = torch.tensor(nexts, dtype=torch.int64)
    theirs = logits.gather(-1, ids[:, None])  # (token, 1)
    rank = (logits > theirs).sum(-1) + 1
    log_p = ((theirs - most[: len(nexts)]).double() - total[: len(nexts)].log()).squeeze(-1)
    return list(map(TrueNext, nexts, rank.tolist(), log_p.exp().tolist(), (-log_p).tolist()))
