"""A slice of one tensor, with the limits of its colours, in the forms in which it is sent.

A masked score is −∞. JSON has no such number: there it is null, and `null_means` says so. The raw forms carry it as it
is.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from model.errors import NotAnAxisError, OutOfRangeError
from model.ops.op import TensorSpec

HEAD_AXES, TOKEN_AXES = ("head", "kv_head"), ("token", "query")
ROBUST, FEW = 0.005, 400
"""Colour limits leave out this share of the values at each end, where there are more than a few."""


@dataclass(frozen=True)
class Range:
    """The finite values' extremes, the robust limits for colours, and how many values lie outside those."""

    min: float
    max: float
    low: float
    high: float
    outliers: int


@dataclass(frozen=True)
class Slice:
    """A part of a tensor, with the axes that are left."""

    name: str
    axes: tuple[str, ...]
    values: NDArray[np.float32] | NDArray[np.int64]

    @property
    def range(self) -> Range:
        """The extremes and the colour limits of the finite values of this slice."""
        return range_of(self.values)

    def to_json(self) -> dict[str, Any]:
        """Name, axes, shape, dtype, values and range, ready for strict JSON; the values stay an array."""
        infinite = not np.isfinite(self.values).all()
        values = np.where(np.isfinite(self.values), self.values, np.nan) if infinite else self.values
        return {
            "name": self.name,
            "axes": list(self.axes),
            "shape": list(self.values.shape),
            "dtype": str(self.values.dtype),
            "values": values,
            "null_means": "-inf" if infinite else None,
            "range": vars(self.range),
        }

    def to_bytes(self, dtype: Literal["f32", "f16"]) -> bytes:
        """The values as little-endian numbers in row-major order.

        float16 is for colours: what is finite and beyond ±65,504 is sent as that.
        """
        if dtype == "f32":
            return self.values.astype("<f4").tobytes()
        most = np.finfo(np.float16).max
        inside = np.where(np.isfinite(self.values), np.clip(self.values, -most, most), self.values)
        return inside.astype("<f2").tobytes()

    def to_safetensors(self) -> bytes:
        """A safetensors file with the slice under its name and the axes as metadata."""
        from safetensors.numpy import save

        return save({self.name: self.values}, metadata={"axes": ",".join(self.axes), "null_means": "-inf"})


def range_of(values: NDArray[Any]) -> Range:
    """The extremes and the colour limits of the finite numbers among `values`."""
    finite = values[np.isfinite(values)].ravel()
    if not finite.size:
        return Range(0.0, 0.0, 0.0, 0.0, 0)
    least, most = float(finite.min()), float(finite.max())
    if finite.size < FEW:
        return Range(least, most, least, most, 0)
    low, high = (float(limit) for limit in np.quantile(finite, [ROBUST, 1 - ROBUST]))
    return Range(least, most, low, high, int(((finite < low) | (finite > high)).sum()))


def cut(
    spec: TensorSpec,
    tensor: Tensor,
    *,
    head: int | None = None,
    token: int | None = None,
    index: tuple[int, ...] | None = None,
    average: Literal["head"] | None = None,
    side: int | None = None,
) -> Slice:
    """Pick a head, a token (rows are queries; −1 is the last) or one element of `tensor`, or average over its heads.

    With `side`, a grid of more queries and keys than that is averaged in blocks. Raises `NotAnAxisError` where the
    tensor has no such axis and `OutOfRangeError` where the number is too large or too small.
    """
    if average is not None:
        place = _place(spec, HEAD_AXES)
        if place is None or head is not None or index is not None:
            raise NotAnAxisError("average", spec.name, spec.axes)
        spec = replace(spec, axes=spec.axes[:place] + spec.axes[place + 1 :])
        tensor = tensor.mean(place)
    picks: list[int | slice] = [slice(None)] * len(spec.axes)
    for parameter, names, number in (("head", HEAD_AXES, head), ("token", TOKEN_AXES, token)):
        if number is not None:
            place = _place(spec, names)
            if place is None:
                raise NotAnAxisError(parameter, spec.name, spec.axes)
            picks[place] = within(parameter, number, tensor.shape[place])
    if index is not None:
        if len(index) != len(spec.axes) or head is not None or token is not None:
            raise NotAnAxisError("index", spec.name, spec.axes)
        picks = [within("index", number, size) for number, size in zip(index, tensor.shape, strict=True)]
    axes = tuple(axis for axis, pick in zip(spec.axes, picks, strict=True) if isinstance(pick, slice))
    found = Slice(spec.name, axes, np.array(tensor[tuple(picks)].numpy(), order="C"))
    return found if side is None else average_blocks(found, side)


def average_blocks(grid: Slice, side: int) -> Slice:
    """The mean of each block of a `grid` (…, query, key): as few blocks a side as are at most `side`, the last smaller.

    Raises `NotAnAxisError` where there are no queries and keys, and `OutOfRangeError` where `side` is below 1.
    """
    n_tokens = grid.values.shape[-1] if grid.axes[-2:] == ("query", "key") else 0
    if not n_tokens:
        raise NotAnAxisError("side", grid.name, grid.axes)
    if side < 1:
        raise OutOfRangeError("side", side, 1, n_tokens)
    starts = np.arange(0, n_tokens, -(-n_tokens // side))
    counts = np.diff([*starts, n_tokens])
    sums = np.add.reduceat(np.add.reduceat(grid.values.astype(np.float64), starts, axis=-2), starts, axis=-1)
    return replace(grid, values=(sums / np.outer(counts, counts)).astype(np.float32))


def _place(spec: TensorSpec, names: tuple[str, ...]) -> int | None:
    """Where the axis of `spec` stands that has one of `names`."""
    return next((i for i, axis in enumerate(spec.axes) if axis in names), None)


def within(parameter: str, number: int, size: int) -> int:
    """The place of `number` among `size`, counted from 0; −1 is the last. Raises `OutOfRangeError`."""
    if not -size <= number < size:
        raise OutOfRangeError(parameter, number, -size, size - 1)
    return range(size)[number]
