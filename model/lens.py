"""What the stream would say if the model stopped here, and how long the stream is.

The logit lens (nostalgebraist 2020) puts the stream at a layer boundary through the final norm, with the boundary's own
statistics, and the unembedding. At the last boundary it is the model's own answer. It is the raw lens: nothing is
trained.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from model.transformer import Transformer


@dataclass(frozen=True)
class Best:
    """The most likely next token: its id and its probability."""

    id: int
    p: float


def best_guesses(transformer: Transformer, stream: Tensor) -> list[Best]:
    """For each token of `stream` (token, d_model), the best guess if the model stopped here."""
    logits = transformer.unembed(stream)  # (token, vocab)
    top = logits.max(dim=-1)
    p = torch.exp(top.values - torch.logsumexp(logits, dim=-1))
    return [Best(*row) for row in zip(top.indices.tolist(), p.tolist(), strict=True)]


def stream_norms(stream: Tensor) -> list[float]:
    """The Euclidean length of each token's vector in `stream` (token, d_model)."""
    return stream.norm(dim=-1).tolist()
