"""The figures of a config that are read before anything is computed with them."""

from collections.abc import Mapping
from typing import Any

from model.errors import CheckpointError

LARGEST = 1e12
"""No number of a config is larger; with one that is, arithmetic would overflow before anything could be said of it."""


def positive(said: Mapping[str, Any], name: str, where: str = "config.json") -> float:
    """The number above 0 that `said` has under `name`. Raises `CheckpointError`."""
    value = said.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LARGEST:
        raise CheckpointError(f"{name} is {value!r:.40} in {where}; a number above 0 was expected.")
    return value
