"""What a checkpoint is once its headers are read: enough to list it, and the ways to its weights and its tokenizer."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from torch import Tensor

from model.errors import CheckpointError
from model.shelf.loaded import ModelFile
from model.tokenizers import Tokenizer

EXAMPLES = (
    "The capital of France is",
    "The cat sat on the",
    "Once upon a time, there was a little",
    "When Mary and John went to the store, John gave a drink to",
)
"""Sentences to begin with, where a checkpoint brings none."""


@dataclass(frozen=True)
class Checkpoint:
    """A model on disk that was looked at and not loaded."""

    card: ModelFile
    """Title, description, examples and config."""
    parameters: int
    """How many weights there are; a matrix that serves twice is counted once."""
    dtype: str
    """How the weights are stored: `BF16`, `Q4_1 + Q8_0 + F32`."""
    digest: str
    """Changes when a file does."""
    origin: str
    """One sentence for the page: which numbers these are."""
    weights: Callable[[], dict[str, Tensor]]
    """The state dict of our `Transformer`, in float32 (mapped from the file where it is so stored), each finite.

    Raises `CheckpointError`.
    """
    tokenizer: Callable[[], Tokenizer]
    """What cuts text for this model. Raises `CheckpointError`."""


def name_kinds(kinds: Iterable[str]) -> str:
    """The kinds of numbers of a checkpoint in one line, the most frequent first."""
    return " + ".join(dict.fromkeys(kinds))


def refuse_infinite(name: str, tensor: Tensor) -> None:
    """Raise `CheckpointError` where a number of `tensor` is none (NaN), or has no end."""
    if tensor.numel() == 0:
        return
    low, high = torch.aminmax(tensor)  # one walk without a copy; NaN comes out at both ends
    if not (low.isfinite() and high.isfinite()):
        count = int((~tensor.isfinite()).sum())
        raise CheckpointError(
            f"The tensor {name} holds {count:,} of {tensor.numel():,} numbers that are NaN or infinite; weights are "
            "finite numbers."
        )
