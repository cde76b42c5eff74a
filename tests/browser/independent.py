"""The numbers that the page should show, worked out by the second implementation, in float64."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file

from model.shelf.library import Library
from tests.model.reference import Tensors, forward

BUNDLED = Path(__file__).parents[2] / "model" / "bundled"


@cache
def independent(model: str, text: str) -> tuple[Any, dict[str, np.ndarray], Tensors]:
    """Config, weights, and every tensor of the pass over `text`, in float64."""
    loaded = Library().get(model)
    weights = {name: each.astype(float) for name, each in load_file(BUNDLED / model / "weights.safetensors").items()}
    ids = [token.id for token in loaded.tokenizer.encode(text)]
    return loaded.config, weights, forward(loaded.config, weights, ids)
