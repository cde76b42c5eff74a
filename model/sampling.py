"""From logits to the next token: temperature, the softmax over the whole vocabulary, and what was most likely."""

from dataclasses import dataclass

import torch
from torch import Tensor

from model.errors import OutOfRangeError

MAX_TEMPERATURE = 100.0


@dataclass(frozen=True)
class Candidate:
    """A piece of the vocabulary that may come next. The logit is the model's own, before the temperature."""

    id: int
    p: float
    logit: float


@dataclass(frozen=True)
class Guesses:
    """The most likely next tokens after one position, and all the others as one."""

    top: list[Candidate]
    rest_count: int
    rest_p: float


@dataclass(frozen=True)
class TrueNext:
    """The token that does come next in the text: its rank (1 is the best guess), its probability and −ln p in nats."""

    id: int
    rank: int
    p: float
    nll: float


def probabilities(logits: Tensor, temperature: float) -> Tensor:
    """Softmax of `logits` (…, vocab) ÷ `temperature`, in float64; at temperature 0 the best piece has probability 1.

    Raises `OutOfRangeError` unless the temperature is between 0 and `MAX_TEMPERATURE`.
    """
    if not 0 <= temperature <= MAX_TEMPERATURE:
        raise OutOfRangeError("temperature", temperature, 0, MAX_TEMPERATURE)
    wide = logits.double()
    if temperature == 0:
        return torch.zeros_like(wide).scatter(-1, wide.argmax(-1, keepdim=True), 1.0)
    # the largest logit is taken away first, so that no temperature however small overflows
    return torch.softmax((wide - wide.amax(-1, keepdim=True)) / temperature, dim=-1)


def most_likely(logits: Tensor, *, top: int, temperature: float = 1.0) -> list[Guesses]:
    """For each token of `logits` (token, vocab), the `top` most likely pieces to follow it.

    Raises `OutOfRangeError`.
    """
    vocab_size = logits.shape[-1]
    if not 1 <= top <= vocab_size:
        raise OutOfRangeError("top", top, 1, vocab_size)
    p = probabilities(logits, temperature)
    best = logits.topk(top, dim=-1)
    best_p = p.gather(-1, best.indices)  # (token, top)
    rest_p = (p.sum(-1) - best_p.sum(-1)).clamp(min=0)
    rows = zip(best.indices.tolist(), best_p.tolist(), best.values.tolist(), rest_p.tolist(), strict=True)
    return [
        Guesses([Candidate(*row) for row in zip(ids, ps, values, strict=True)], vocab_size - top, rest)
        for ids, ps, values, rest in rows
    ]


def least_likely(logits: Tensor, *, least: int, temperature: float = 1.0) -> list[Candidate]:
    """The `least` pieces with the smallest of `logits` (vocab), the very smallest last.

    Raises `OutOfRangeError`.
    """
    vocab_size = logits.shape[-1]
    if not 0 <= least <= vocab_size:
        raise OutOfRangeError("least", least, 0, vocab_size)
    worst = logits.topk(least, largest=False)  # the smallest first
    p = probabilities(logits, temperature).gather(-1, worst.indices)
    rows = zip(worst.indices.tolist(), p.tolist(), worst.values.tolist(), strict=True)
    return [Candidate(*row) for row in rows][::-1]
