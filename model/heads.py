"""What each attention head looks at, as scores: the previous token, the first, or what followed the same token before.

The measures are those of Olsson et al. 2022 ("In-context learning and induction heads"). A score says where a head
looks, on average over a text; it does not say what the head is for.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from model.taps import Run, recording
from model.transformer import Transformer


@dataclass(frozen=True)
class HeadScore:
    """Mean attention weights of one head, each between 0 and 1."""

    layer: int
    head: int
    previous: float
    first: float
    induction: float


def patterns(transformer: Transformer, ids: Tensor) -> list[Tensor]:
    """The attention pattern (head, query, key) of every layer over `ids` (token)."""
    names = [f"blocks.{layer}.attn.pattern" for layer in range(transformer.config.n_layers)]
    with torch.inference_mode(), recording(Run(keep=names.__contains__)) as run:
        transformer(ids)
    return [run.tensors[name] for name in names]


def previous_score(pattern: Tensor) -> Tensor:
    """How much each head takes from the token just before, averaged over queries: (head)."""
    return pattern.diagonal(-1, dim1=-2, dim2=-1).mean(-1)


def first_score(pattern: Tensor) -> Tensor:
    """How much each head takes from the first token, averaged over the later queries: (head)."""
    return pattern[:, 1:, 0].mean(-1)


def induction_score(pattern: Tensor) -> Tensor:
    """How much each head takes from the token that followed the same token before: (head).

    The text must say the same thing twice; averaged over the queries of its second half.
    """
    half = pattern.shape[-1] // 2
    return pattern[:, half:, :].diagonal(1, dim1=-2, dim2=-1).mean(-1)


def score_heads(transformer: Transformer, ids: Tensor, *, repeats: int = 8, length: int = 64) -> list[HeadScore]:
    """Score every head: previous and first over the text `ids`, induction over random tokens that are said twice."""
    generator = torch.Generator().manual_seed(0)
    vocab_size = transformer.config.vocab_size
    twice = [torch.randint(vocab_size, (length,), generator=generator).repeat(2) for _ in range(repeats)]
    by_layer = zip(*(patterns(transformer, text) for text in twice), strict=True)
    induction = [torch.stack([induction_score(pattern) for pattern in layer]).mean(0) for layer in by_layer]
    rows = []
    for layer, pattern in enumerate(patterns(transformer, ids)):
        columns = zip(previous_score(pattern), first_score(pattern), induction[layer], strict=True)
        rows += [HeadScore(layer, head, *map(float, column)) for head, column in enumerate(columns)]
    return rows
