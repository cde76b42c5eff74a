"""The arithmetic of one number as a small tree: operands and constants at its leaves, what is done with them above.

A tree holds whole rows at once. What stands inside a sum has one number for each term, as a float64 array: the axis of
the outermost sum is the last of the array, that of a sum inside it the last but one, so that arrays of different depth
fit together as numpy does it by itself. No term is an object of its own until it is listed (`listing.py`).

Every node also knows how much rounding it may carry, in units of the machine's: a running error analysis (Higham 2002,
Accuracy and Stability of Numerical Algorithms, section 3.3), in which operands are exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.explain.functions import FUNCTIONS, Function

Array = NDArray[np.float64]
Source = Literal["tensor", "weight", "position", "id"]


@dataclass(frozen=True)
class Axis:
    """What a sum runs over: its name, its length, the letter that counts it, and how many sums it stands in."""

    name: str
    size: int
    letter: str
    depth: int = 0

    @property
    def places(self) -> NDArray[np.int64]:
        """All places on this axis, as an array that fits together with those of other axes."""
        return np.arange(self.size).reshape(self.size, *[1] * self.depth)


@dataclass(frozen=True)
class SideBySide:
    """A place on an axis on which blocks of equal length stand side by side, such as the heads of W_O."""

    block: Axis
    inside: Axis

    @property
    def places(self) -> NDArray[np.int64]:
        """All places, as an array that fits together with those of other axes."""
        return self.block.places * self.inside.size + self.inside.places


Place = int | Axis | SideBySide
Positions = Mapping[Axis, int]
"""Which term of each sum is meant."""


def find_place(place: Place, at: Positions) -> int:
    """The number of `place` in the terms `at`."""
    match place:
        case Axis():
            return at[place]
        case SideBySide(block, inside):
            return at[block] * inside.size + at[inside]
        case _:
            return place


class Expression:
    """A node of the tree. `values` and `rounding` are worked out once, when they are first asked for."""

    @cached_property
    def values(self) -> Array:
        """The value of this node in float64, for every term of the sums that it stands in."""
        return np.asarray(self._evaluate(), dtype=np.float64)

    @cached_property
    def rounding(self) -> Array:
        """How many times the relative rounding error of one operation the absolute error of `values` may be."""
        return np.asarray(self._bound(), dtype=np.float64)

    @property
    def magnitude(self) -> Array:
        """What rounding is measured against: for a sum, the sum of the sizes of its terms."""
        return np.maximum(self.rounding, np.abs(self.values))

    def value_at(self, at: Positions) -> float:
        """The value of this node in the terms `at`."""
        by_depth = {axis.depth: place for axis, place in at.items()}
        depths = reversed(range(self.values.ndim))
        sizes = zip(depths, self.values.shape, strict=True)
        return float(self.values[tuple(by_depth[depth] if size > 1 else 0 for depth, size in sizes)])

    def _evaluate(self) -> Array:
        raise NotImplementedError

    def _bound(self) -> Array:
        return np.zeros(())


@dataclass(frozen=True, eq=False)
class Operand(Expression):
    """Elements of a named tensor or weight, as they were captured; `by` is what selected them, where something did."""

    name: str
    axes: tuple[str, ...]
    index: tuple[Place, ...]
    elements: Array
    source: Source
    note: str | None = None
    by: "Operand | None" = None

    def index_at(self, at: Positions) -> tuple[int, ...]:
        """The index of this operand in the terms `at`."""
        return tuple(find_place(place, at) for place in self.index)

    def _evaluate(self) -> Array:
        return self.elements


@dataclass(frozen=True, eq=False)
class Number(Expression):
    """A constant of the config or of a formula."""

    symbol: str
    value: float
    note: str

    def _evaluate(self) -> Array:
        return np.array(self.value)


@dataclass(frozen=True, eq=False)
class Hidden(Expression):
    """−∞ where the mask lets nothing through, with the reason in words."""

    reason: str

    def _evaluate(self) -> Array:
        return np.array(-np.inf)


@dataclass(frozen=True, eq=False)
class Combined(Expression):
    """Several parts, combined in their order."""

    parts: Sequence[Expression]


class Add(Combined):
    """A sum of a few different things."""

    def _evaluate(self) -> Array:
        return reduce(np.add, (part.values for part in self.parts))

    def _bound(self) -> Array:
        return reduce(np.add, (part.magnitude for part in self.parts))


class Subtract(Combined):
    """The first of two parts less the second."""

    def _evaluate(self) -> Array:
        return self.parts[0].values - self.parts[1].values

    def _bound(self) -> Array:
        return self.parts[0].rounding + self.parts[1].rounding + np.abs(self.values)


class Multiply(Combined):
    """A product."""

    def _evaluate(self) -> Array:
        return reduce(np.multiply, (part.values for part in self.parts))

    def _bound(self) -> Array:
        size, error = np.array(1.0), np.array(0.0)
        for part in self.parts:
            here = np.abs(part.values)
            error = error * here + size * part.rounding
            size = size * here
        return error + size


class Divide(Combined):
    """The first of two parts by the second."""

    def _evaluate(self) -> Array:
        return self.parts[0].values / self.parts[1].values

    def _bound(self) -> Array:
        above, below = self.parts
        size = np.abs(self.values)
        return (above.rounding + size * below.rounding) / np.abs(below.values) + size


@dataclass(frozen=True, eq=False)
class Apply(Expression):
    """A function of one number."""

    function: Function
    part: Expression

    def _evaluate(self) -> Array:
        return FUNCTIONS[self.function].value(self.part.values)

    def _bound(self) -> Array:
        slope = np.abs(FUNCTIONS[self.function].slope(self.part.values))
        error = np.zeros(np.broadcast_shapes(slope.shape, self.part.rounding.shape))
        # Where the slope is 0 (e^−∞), an error of any size is none.
        np.multiply(slope, self.part.rounding, out=error, where=slope > 0)
        return error + np.abs(self.values)


@dataclass(frozen=True, eq=False)
class Sum(Expression):
    """The sum of `part` over all places of `axis`."""

    axis: Axis
    part: Expression

    def _evaluate(self) -> Array:
        return self._over_axis(self.part.values)

    def _bound(self) -> Array:
        return self._over_axis(self.part.magnitude)

    def _over_axis(self, terms: Array) -> Array:
        return np.broadcast_to(terms, (self.axis.size, *terms.shape[1:])).sum(axis=0)


@dataclass(frozen=True, eq=False)
class Largest(Expression):
    """The largest of the elements of a row."""

    axis: Axis
    part: Operand

    @property
    def place(self) -> int:
        """Where it stands."""
        return int(self.part.values.argmax())

    def _evaluate(self) -> Array:
        return self.part.values.max(axis=0)
