"""What the stream would say if the model stopped here, and how long the stream is.

The logit lens (nostalgebraist 2020) puts the stream at a layer boundary through the final norm, with the boundary's own
statistics, and the unembedding. At the last boundary it is the model's own answer. It is the raw lens: nothing is
trained.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from model.transformer import Transformer


@dataclass(frozen=True)
class Best:
    """The most likely next token: its id and its probability."""

    id: int
    p: float


BYTES_AT_ONCE = 16_000_000
"""So many bytes of logits are held at a time."""


def rows_at_once(vocab_size: int) -> int:
    """How many rows of logits that is."""
    return max(16, BYTES_AT_ONCE // (4 * vocab_size))


def lens(transformer: Transformer, streams: Sequence[Tensor]) -> list[list[Best]]:
    """For each of `streams` (token, d_model), for each token, the best guess if the model stopped here."""
    at_once = rows_at_once(transformer.config.vocab_size)
    rows = torch.split(torch.cat(list(streams)), at_once)  # several streams at once: one product instead of many
    best = [guess for part in rows for guess in best_guesses(transformer.unembed(part))]
    n_tokens = len(streams[0])
    return [best[start : start + n_tokens] for start in range(0, len(best), n_tokens)]


def best_guesses(logits: Tensor) -> list[Best]:
    """The most likely next token for each row of `logits` (token, vocab)."""
    top = logits.max(dim=-1)
    p = torch.exp(top.values - torch.logsumexp(logits, dim=-1))
    return [Best(*row) for row in zip(top.indices.tolist(), p.tolist(), strict=True)]


def stream_norms(stream: Tensor) -> list[float]:
    """The Euclidean length of each token's vector in `stream` (token, d_model)."""
    return stream.norm(dim=-1).tolist()
