"""What each attention head looks at, as scores: the previous token, the first one, or what followed the same token before.

    python -m model.heads story

The measures are those of Olsson et al. 2022 ("In-context learning and induction heads"). A score says where a head looks,
on average over a text; it does not say what the head is for.
"""

import argparse
from dataclasses import dataclass

import torch
from torch import Tensor

from model.library import Library
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
    """On a text that says the same thing twice: how much a head in the second half takes from the token that followed
    the same token in the first half, averaged over queries: (head).
    """
    half = pattern.shape[-1] // 2
    return pattern[:, half:, :].diagonal(1, dim1=-2, dim2=-1).mean(-1)


def score_heads(transformer: Transformer, ids: Tensor, *, repeats: int = 8, length: int = 64) -> list[HeadScore]:
    """Score every head: previous and first over the text `ids`, induction over random tokens that are said twice."""
    generator = torch.Generator().manual_seed(0)
    vocab_size = transformer.config.vocab_size
    sums = [torch.zeros(transformer.config.n_heads) for _ in transformer.blocks]
    for _ in range(repeats):
        once = torch.randint(vocab_size, (length,), generator=generator)
        for total, pattern in zip(sums, patterns(transformer, torch.cat([once, once])), strict=True):
            total += induction_score(pattern)
    rows = []
    for layer, (pattern, total) in enumerate(zip(patterns(transformer, ids), sums, strict=True)):
        columns = previous_score(pattern), first_score(pattern), total / repeats
        rows += [HeadScore(layer, head, *(float(c[head]) for c in columns)) for head in range(len(total))]
    return rows


def main() -> None:
    """Print the scores of every head of the model named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    name = parser.parse_args().model
    model = Library().get(name)
    text = " ".join(model.description.file.examples)
    ids = torch.tensor([token.id for token in model.tokenizer.encode(text)])[: model.config.n_ctx]
    print("layer  head  previous  first  induction")
    for score in score_heads(model.transformer, ids):
        figures = f"{score.previous:8.3f}  {score.first:5.3f}  {score.induction:9.3f}"
        print(f"{score.layer + 1:5}  {score.head + 1:4}  {figures}")


if __name__ == "__main__":
    main()
