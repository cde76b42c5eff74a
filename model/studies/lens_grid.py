"""The logit lens as a grid: every layer boundary and every position, with how sure the model would be if it stopped.

The lens is that of `model/lens.py`; each boundary is normed with its own statistics, and the last row is the model's
own answer. Here each cell also has the entropy of its whole distribution and what it says of the true next token.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from model.errors import OutOfRangeError
from model.lens import rows_at_once
from model.studies.steps import step_after
from model.trace import Trace


@dataclass(frozen=True)
class LensRow:
    """One layer boundary: the best guess of each position, its probability, and the entropy of all, in nats.

    `step` is the step of the walk after which the stream is `tensor`. `rank` (1 is the best) and `nll` (−ln p, in nats)
    are those of the token that does come next; None after the last one.
    """

    tensor: str
    step: str
    layer: int | None
    id: list[int]
    p: list[float]
    entropy: list[float]
    rank: list[int | None]
    nll: list[float | None]


@dataclass(frozen=True)
class LensGrid:
    """Rows from the embedding to the model's answer, for `count` positions from `start` on."""

    start: int
    count: int
    most: float
    """The entropy of knowing nothing: ln(vocabulary), in nats."""
    rows: list[LensRow]


def lens_grid(trace: Trace, *, start: int = 0, count: int = 64) -> LensGrid:
    """The grid of the positions from `start` on, at most `count` of them.

    Raises `OutOfRangeError` where there is no token `start`, or `count` is below 1.
    """
    n_tokens = len(trace.tokens)
    if not 0 <= start < max(n_tokens, 1):
        raise OutOfRangeError("start", start, 0, max(n_tokens, 1) - 1)
    if count < 1:
        raise OutOfRangeError("count", count, 1, max(n_tokens, 1))
    ids = trace.ids[start : start + count]
    columns = _columns(trace, start, len(ids)) if len(ids) else []
    rows = [
        _row(trace, tensor, column, trace.ids[start + 1 : start + count + 1])
        for tensor, column in zip(trace.streams, columns, strict=True)
    ]
    return LensGrid(start, len(ids), math.log(trace.model.config.vocab_size), rows)


def _row(trace: Trace, tensor: str, measured: Tensor, followed: Tensor) -> LensRow:
    """One row from its measures (token, measure); `followed` by (token): one fewer at the end of the text."""
    step = step_after(trace.model, tensor)
    best, p, entropy, rank, nll = measured.unbind(-1)
    ends = [None] * (len(best) - len(followed))
    return LensRow(
        tensor=tensor,
        step=step.name,
        layer=step.layer,
        id=best.long().tolist(),
        p=p.tolist(),
        entropy=entropy.tolist(),
        rank=[*rank[: len(followed)].long().tolist(), *ends],
        nll=[*nll[: len(followed)].tolist(), *ends],
    )


@torch.inference_mode()
def _columns(trace: Trace, start: int, count: int) -> list[Tensor]:
    """For each layer boundary the measures (token, measure): best id, p, entropy, and rank and −ln p of the next."""
    streams = torch.cat([stream[start : start + count] for stream in trace.streams.values()])
    nexts = torch.cat([trace.ids[1:], trace.ids[-1:]])[start : start + count]  # the last one has none: not looked at
    at_once = rows_at_once(trace.model.config.vocab_size)
    parts = (torch.split(rows, at_once) for rows in (streams, nexts.repeat(len(trace.streams))))
    pairs = zip(*parts, strict=True)
    rows = torch.cat([_measure(trace.model.transformer.unembed(stream).float(), after) for stream, after in pairs])
    return list(torch.split(rows, count))


def _measure(logits: Tensor, after: Tensor) -> Tensor:
    """The measures (token, measure) of `logits` (token, vocab), where `after` (token) come next."""
    log_p = torch.log_softmax(logits, dim=-1)
    best = log_p.max(dim=-1)
    entropy = -(log_p.exp() * log_p).sum(-1)
    ours = log_p.gather(-1, after[:, None])
    rank = (log_p > ours).sum(-1) + 1
    return torch.stack([best.indices, best.values.exp(), entropy, rank, -ours.squeeze(-1)], dim=-1).double()
