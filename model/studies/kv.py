"""The KV cache at one step of the writing: what is reused, what is new, its bytes, and that nothing changes by it."""

from dataclasses import dataclass

import torch

from model.cache import Cache
from model.config import Config
from model.shelf.loaded import LoadedModel
from model.trace import Trace
from model.writing.generation import advance


@dataclass(frozen=True)
class CacheSize:
    """How many bytes the keys and values of some tokens take: 2 · layers · heads · d_head · tokens · 4 in float32."""

    layers: int
    heads: int
    d_head: int
    tokens: int
    value_bytes: int

    @property
    def nbytes(self) -> int:
        """All of it, in bytes."""
        return 2 * self.layers * self.heads * self.d_head * self.tokens * self.value_bytes


@dataclass(frozen=True)
class Agreement:
    """The logits of one token, made with the cache of those before it and made anew with the whole text."""

    difference: float
    """The largest difference of any two logits."""
    at: int
    """The id where it is."""
    cached: float
    recomputed: float
    p_difference: float
    """The largest difference of any two probabilities."""
    same_best: bool
    largest: float
    """The largest logit, by its size: what the difference is measured against."""


@dataclass(frozen=True)
class CacheStudy:
    """The step that reads one token: sizes in bytes, and the agreement; None where a model cannot use a cache."""

    token: int
    whole: CacheSize
    """After this token."""
    reused: CacheSize
    new: CacheSize
    unshared: CacheSize
    """As `whole`, if every query head had keys and values of its own."""
    full: CacheSize
    """When the context is full."""
    measured: int
    """The bytes of the tensors that are really kept."""
    agreement: Agreement | None


def cache_size(config: Config, tokens: int, value_bytes: int = 4, *, heads: int | None = None) -> CacheSize:
    """The cache of `tokens` tokens, with as many key heads as the model has, or as many as `heads` says."""
    return CacheSize(config.n_layers, heads or config.n_kv_heads, config.d_head, tokens, value_bytes)


def study_cache(trace: Trace, *, token: int = -1) -> CacheStudy:
    """What the cache does when `token` is read. Raises `EmptyTextError` and `OutOfRangeError`."""
    at, config, cache = trace.place(token), trace.model.config, Cache()
    wide = trace.model.transformer.w_e.weight.element_size()
    agreement = compare_cached(trace.model, trace.ids[: at + 1].tolist(), cache) if config.causal else None
    return CacheStudy(
        token=at,
        whole=cache_size(config, at + 1, wide),
        reused=cache_size(config, at, wide),
        new=cache_size(config, 1, wide),
        unshared=cache_size(config, at + 1, wide, heads=config.n_heads),
        full=cache_size(config, config.n_ctx, wide),
        measured=sum(keys.nbytes + values.nbytes for keys, values in cache.layers.values()),
        agreement=agreement,
    )


def compare_cached(model: LoadedModel, ids: list[int], cache: Cache) -> Agreement:
    """Make the logits of the last of `ids` with `cache`, which is filled, and without any."""
    if len(ids) > 1:
        advance(model, ids[:-1], cache)
    cached = advance(model, ids[-1:], cache)
    recomputed = advance(model, ids, None)
    apart = (cached - recomputed).abs()
    at = int(apart.argmax())
    p_apart = (torch.softmax(cached, -1) - torch.softmax(recomputed, -1)).abs()
    return Agreement(
        difference=float(apart[at]),
        at=at,
        cached=float(cached[at]),
        recomputed=float(recomputed[at]),
        p_difference=float(p_apart.max()),
        same_best=int(cached.argmax()) == int(recomputed.argmax()),
        largest=float(recomputed.abs().max()),
    )
