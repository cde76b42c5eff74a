"""A part of one learned weight: a row, a column, some of them, or a window."""

import math
from dataclasses import dataclass

import numpy as np
import torch

from model.errors import NotAnAxisError, OutOfRangeError, UnknownNameError
from model.explain.symbols import weight_axes
from model.shelf.loaded import LoadedModel
from model.slices import Slice

MOST = 262_144
"""Numbers that are read at once: a megabyte."""

Picks = int | tuple[range, ...] | None
"""One place, which takes the axis away; places in stretches, which keep it; or all of them."""


class TooManyNumbersError(OutOfRangeError):
    """More of a weight than is read at once."""

    def __init__(self, parameter: str, count: int) -> None:
        super().__init__(parameter, count, 1, MOST)
        self.args = (
            f"That is {count:,} numbers; at most {MOST:,} of a weight are read at once. Pick rows or columns.",
        )


@dataclass(frozen=True)
class WeightSlice:
    """A part of a weight, and the shape of the whole."""

    part: Slice
    whole: tuple[int, ...]


def read_weight(model: LoadedModel, name: str, *, row: Picks = None, col: Picks = None) -> WeightSlice:
    """The `row` and `col` of the weight `name` of the state dict; a vector has rows only.

    Raises:
        UnknownNameError: there is no such weight.
        NotAnAxisError: a vector has no columns.
        OutOfRangeError: a place is beyond the end, a stretch is empty, or it is more than `MOST` numbers.
    """
    weights = model.transformer.state_dict()
    if name not in weights:
        raise UnknownNameError("weight", name, list(weights))
    whole, axes = weights[name], weight_axes(name)
    if len(axes) == 1 and col is not None:
        raise NotAnAxisError("col", name, axes)
    asked = (row, col)[: len(axes)]
    picks = [
        places(parameter, pick, size) for parameter, pick, size in zip(("row", "col"), asked, whole.shape, strict=False)
    ]
    count = math.prod(map(len, picks))
    if count > MOST:
        raise TooManyNumbersError("row", count)
    found = whole
    for axis in sorted(range(len(picks)), key=lambda axis: len(picks[axis]) / whole.shape[axis]):  # the narrowest first
        if asked[axis] is not None:
            found = found.index_select(axis, torch.tensor(picks[axis]))
    lost = [axis for axis, pick in enumerate(asked) if isinstance(pick, int)]
    values = found.float().numpy().squeeze(tuple(lost))
    kept = tuple(name for axis, name in enumerate(axes) if axis not in lost)
    return WeightSlice(
        Slice(name, kept, np.ascontiguousarray(values).reshape(values.shape)), tuple(weights[name].shape)
    )


def places(parameter: str, pick: Picks, size: int) -> list[int]:
    """The places that `pick` names on an axis of `size`. Raises `OutOfRangeError`."""
    if pick is None:
        return list(range(size))
    stretches = (range(pick, pick + 1),) if isinstance(pick, int) else pick
    for stretch in stretches:
        if not len(stretch):
            raise OutOfRangeError(parameter, stretch.stop, stretch.start + 1, size)
        for end in (stretch[0], stretch[-1]):
            if not 0 <= end < size:
                raise OutOfRangeError(parameter, end, 0, size - 1)
    return [place for stretch in stretches for place in stretch]
