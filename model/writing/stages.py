"""From logits to what is drawn from, stage by stage: ÷T → top-k → top-p → min-p → renormalise.

Every stage is over the whole vocabulary, likeliest piece first; of equal ones the smaller id stands first. Each filter
keeps a beginning of that order, so what is kept after all of them is a beginning too. Sources: top-k, Fan et al. 2018;
top-p, Holtzman et al. 2020 (the nucleus); min-p, Nguyen et al. 2024.

Where `transformers` differs: it takes the nucleus from what top-k has left, renormalised; here it is taken from the
whole distribution after the temperature, so with both filters on at least as many pieces stay. It also keeps every
piece that ties with the k-th; here exactly k stay.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import torch
from torch import Tensor

from model.errors import OutOfRangeError
from model.sampling import MAX_TEMPERATURE, probabilities

StageName = Literal["temperature", "top-k", "top-p", "min-p"]
Fate = Literal["kept", "temperature", "top-k", "top-p", "min-p"]
MOST_K = 1_000_000
SMALLEST_P = 1e-6


@dataclass(frozen=True)
class Sampling:
    """How the next token is drawn. Temperature 0 takes the best piece; `top_k` None, `top_p` 1 and `min_p` 0 are off.

    Raises `OutOfRangeError` for a value outside of its range.
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float = 1.0
    min_p: float = 0.0

    def __post_init__(self) -> None:
        ranges = {
            "temperature": (0, MAX_TEMPERATURE),
            "top_k": (1, MOST_K),
            "top_p": (SMALLEST_P, 1),
            "min_p": (0, 1),
        }
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise OutOfRangeError(name, value, low, high)

    @property
    def is_greedy(self) -> bool:
        """Whether the best piece is taken, and no dice are thrown."""
        return self.temperature == 0


@dataclass(frozen=True)
class Stage:
    """What one stage does: how many pieces it lets through and takes away, and their shares of the probability.

    Shares are of the whole distribution after the temperature: what all stages remove and what is kept at the end
    together are 1.
    """

    name: StageName
    is_on: bool
    kept: int
    removed: int
    kept_p: float
    removed_p: float
    limit: float | None
    """What decides: k, the mass to be reached, or the least probability that stays."""


@dataclass(frozen=True)
class Columns:
    """The columns of all stages for one row of logits, in the order of rank (rank 0 is the likeliest piece)."""

    sampling: Sampling
    ids: Tensor
    """(rank) the piece at each rank."""
    logits: Tensor
    """(rank) float64, the model's own: no stage changes them."""
    p: Tensor
    """(rank) the softmax of logits ÷ T over the whole vocabulary."""
    stages: tuple[Stage, ...]

    @property
    def kept(self) -> int:
        """How many pieces are left to draw from; they have the ranks below this number."""
        return self.stages[-1].kept

    @cached_property
    def scaled(self) -> Tensor | None:
        """(rank) the logits ÷ T, or None at T = 0, where nothing can be divided."""
        return None if self.sampling.is_greedy else self.logits / self.sampling.temperature

    @cached_property
    def mass(self) -> Tensor:
        """(rank) the probability of this piece and all likelier ones together."""
        return self.p.cumsum(0)

    @cached_property
    def q(self) -> Tensor:
        """(rank) the probabilities that are drawn from: those that are kept divided by their sum, the others 0."""
        kept = torch.zeros_like(self.p)
        kept[: self.kept] = self.p[: self.kept] / self.p[: self.kept].sum()
        return kept

    @cached_property
    def upto(self) -> Tensor:
        """(rank) the sum of q up to each rank: a dice below it and not below the one before falls on that rank."""
        return self.q.cumsum(0)

    def fate(self, rank: int) -> Fate:
        """The first stage that removed the piece at `rank`, or that it is kept."""
        return next((stage.name for stage in self.stages if rank >= stage.kept), "kept")


def columns(logits: Tensor, sampling: Sampling) -> Columns:
    """The columns of every stage for `logits` (vocab)."""
    wide = logits.double()
    ordered = torch.sort(wide, descending=True, stable=True)
    p = probabilities(ordered.values, sampling.temperature)
    return Columns(sampling, ordered.indices, ordered.values, p, run_stages(p, sampling))


def run_stages(p: Tensor, sampling: Sampling) -> tuple[Stage, ...]:
    """What each stage keeps of `p` (rank), the sorted distribution after the temperature."""
    vocab_size, mass = len(p), p.cumsum(0)
    threshold = sampling.min_p * float(p[0])
    # the smallest set that reaches the mass: who stands behind less than it belongs to it, the one that crosses as well
    nucleus = 1 + int((mass[:-1] < sampling.top_p).sum()) if sampling.top_p < 1 else vocab_size
    likely = int((p >= threshold).sum())
    rules: tuple[tuple[StageName, bool, int, float | None], ...] = (
        ("temperature", sampling.temperature != 1, 1 if sampling.is_greedy else vocab_size, sampling.temperature),
        ("top-k", sampling.top_k is not None, min(sampling.top_k or vocab_size, vocab_size), sampling.top_k),
        ("top-p", sampling.top_p < 1, nucleus, sampling.top_p),
        ("min-p", sampling.min_p > 0, max(1, likely), threshold),
    )
    stages: list[Stage] = []
    before = vocab_size
    for name, is_on, allowed, limit in rules:
        kept = min(before, allowed)
        # all of it is 1, whatever its sum is rounded to
        removed_p, kept_p = float(p[kept:before].sum()), float(p[:kept].sum()) if kept < vocab_size else 1.0
        stages.append(Stage(name, is_on, kept, before - kept, kept_p, removed_p, limit))
        before = kept
    return tuple(stages)
