"""Why scores are divided by √d_k: one row through the softmax twice, with the factor and without it.

Vaswani et al. 2017, section 3.2.1: the dot product of two vectors of d_k independent numbers of variance 1 has variance
d_k, so that undivided scores push the softmax to all or nothing. Mask and soft cap are those of the model in both.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from model.studies.steps import layer_name
from model.trace import Trace


@dataclass(frozen=True)
class Row:
    """What a softmax makes of one row of scores over the keys, and how sharp that is.

    `scores` are what goes in (None where the mask hides a key) and `weights` what comes out. `entropy` is in nats;
    `spread` is the standard deviation of the scores that are seen; `largest` is the weight of key `key`.
    """

    scores: list[float | None]
    weights: list[float]
    entropy: float
    evenly: float
    """Equal weights on so many tokens would have the same entropy: e^entropy."""
    spread: float
    largest: float
    key: int


@dataclass(frozen=True)
class Sharpness:
    """One query's row with the factor (as the model has it) and without. `seen` keys are not hidden by the mask."""

    factor: float
    cap: float | None
    seen: int
    most: float
    """The entropy of equal weights, which no row can exceed: ln(seen), in nats."""
    divided: Row
    plain: Row


def sharpness(trace: Trace, *, layer: int, head: int, token: int) -> Sharpness:
    """The row of query `token` in a head of a layer, with and without the factor; worked out in float64.

    Raises `OutOfRangeError` and `EmptyTextError`.
    """
    at, config = layer_name(trace.model, layer), trace.model.config
    scores = trace.pick(f"{at}.attn.scores", head=head, token=token).double()  # (key)
    masked = trace.pick(f"{at}.attn.masked", head=head, token=token)
    hidden = torch.isinf(masked)
    seen = int((~hidden).sum())
    return Sharpness(
        factor=config.score_scale,
        cap=config.attn_softcap,
        seen=seen,
        most=math.log(seen),
        divided=_row(scores * config.score_scale, hidden, config.attn_softcap),
        plain=_row(scores, hidden, config.attn_softcap),
    )


def _row(scores: Tensor, hidden: Tensor, cap: float | None) -> Row:
    """A row of `scores` (key) through soft cap, mask and softmax."""
    if cap is not None:
        scores = cap * torch.tanh(scores / cap)
    weights = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1)
    entropy = float(torch.special.entr(weights).sum())  # 0 · ln 0 is 0
    return Row(
        scores=[None if out else score for score, out in zip(scores.tolist(), hidden.tolist(), strict=True)],
        weights=weights.tolist(),
        entropy=entropy,
        evenly=math.exp(entropy),
        spread=float(scores[~hidden].std(correction=0)),
        largest=float(weights.max()),
        key=int(weights.argmax()),
    )
