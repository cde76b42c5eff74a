"""Explain one element of any tensor of a pass: the true arithmetic, from its operands, in float64.

What is explained is computed from the operands alone and put beside the value that the pass captured; the captured
value is never an operand of its own proof.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

from model.anatomy import catalogue
from model.errors import EmptyTextError, NotAnAxisError, OutOfRangeError, UnknownNameError
from model.explain.expression import Expression, Operand
from model.explain.kinds import KINDS
from model.explain.listing import Json, Listing, finite
from model.explain.reading import Reading
from model.explain.shapes import write_shape, write_shapes
from model.explain.symbols import weight_axes
from model.explain.words import element_code, element_title, list_symbols, write_formula
from model.ops.op import Op
from model.trace import Trace

TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}
"""How much rounding is taken for rounding, relative to the magnitude, by what a pass is computed in."""


@dataclass(frozen=True)
class Explanation:
    """Where one number comes from: `own` is the captured element, `expression` the arithmetic that gives it anew."""

    read: Reading
    op: Op
    own: Operand
    expression: Expression

    @property
    def value(self) -> float:
        """The number as the pass captured it."""
        return float(self.own.values)

    @property
    def dtype(self) -> torch.dtype:
        """In what the pass computed it; ids are whole numbers."""
        return torch.int64 if self.op.kind == "tokens" else self.read.dtype

    @property
    def result(self) -> float:
        """The number computed from the operands in float64."""
        return float(self.expression.values)

    @property
    def difference(self) -> float:
        """The result less the captured value; two times −∞ do not differ."""
        return 0.0 if self.result == self.value else self.result - self.value

    @property
    def magnitude(self) -> float:
        """What rounding is measured against: for a sum, the sum of the sizes of its terms; 0 for −∞."""
        magnitude = float(self.expression.magnitude)
        return magnitude if math.isfinite(magnitude) else 0.0

    @property
    def tolerance(self) -> float:
        """How far apart two right results may be."""
        relative = TOLERANCE.get(self.dtype, 0.0)
        return relative * self.magnitude + (torch.finfo(self.dtype).tiny if relative else 0.0)

    def to_json(self, *, terms: int, piece: Callable[[int], Json]) -> Json:
        """All of it as data for strict JSON: at most `terms` of each sum, and pieces as `piece` describes them."""
        read, op, own = self.read, self.op, self.own
        tensor, index, is_weight = own.name, own.index_at({}), own.source == "weight"
        return {
            "tensor": tensor,
            "index": list(index),
            "axes": list(own.axes),
            "value": finite(self.value),
            "result": finite(self.result),
            "difference": self.difference,
            "magnitude": self.magnitude,
            "tolerance": self.tolerance,
            "agrees": abs(self.difference) <= self.tolerance,
            "dtype": str(self.dtype).removeprefix("torch."),
            "op": op.name,
            "kind": "weight" if is_weight else op.kind,
            "title": "A learned weight" if is_weight else element_title(op, tensor),
            "formula": write_formula(own, self.expression, read.config),
            "symbols": list_symbols(own, self.expression, read),
            "shapes": write_shape(read.shape(tensor)) if is_weight else write_shapes(read, op, tensor, self.expression),
            "code": element_code(read, op, tensor, index),
            "expression": Listing(read.config, terms, piece).node(self.expression, {}),
        }


def explain(trace: Trace, tensor: str, index: tuple[int, ...]) -> Explanation:
    """Explain the element `index` of the tensor, or the weight, that is called `tensor`.

    Raises `UnknownNameError`, `NotAnAxisError`, `OutOfRangeError`, and `EmptyTextError` where there are no tokens.
    """

    def row(name: str, token: int) -> torch.Tensor:
        return trace.pick(name, token=token)

    model = trace.model
    read = Reading(model.config, len(trace.tokens), trace.tensor, row, model.transformer.get_parameter)
    return explain_element(read, tensor, index)


def explain_element(read: Reading, tensor: str, index: tuple[int, ...]) -> Explanation:
    """Explain one element of a pass. Raises what `explain` raises."""
    is_weight = tensor in read.users
    if not is_weight and tensor not in read.writers:
        raise UnknownNameError("tensor", tensor, [*read.writers, *read.users])
    if not is_weight and not read.n_tokens:
        raise EmptyTextError
    op = read.users[tensor][0] if is_weight else read.writers[tensor]
    axes = weight_axes(tensor) if is_weight else catalogue(read.config)[tensor].axes
    check_index(tensor, axes, read.shape(tensor), index)
    own = read.operand(tensor, *index, source="weight" if is_weight else "tensor")
    expression = _end(read, tensor, index) if is_weight else KINDS[op.kind](read, op, tensor, index)
    return Explanation(read, op, own, expression)


def check_index(tensor: str, axes: tuple[str, ...], shape: tuple[int, ...], index: tuple[int, ...]) -> None:
    """Raise `NotAnAxisError` unless `index` has one number for each axis, `OutOfRangeError` unless each is there."""
    if len(index) != len(axes):
        raise NotAnAxisError("index", tensor, axes)
    for number, size in zip(index, shape, strict=True):
        if not 0 <= number < size:
            raise OutOfRangeError("index", number, 0, size - 1)


def _end(read: Reading, name: str, index: tuple[int, ...]) -> Expression:
    """A weight: it was learned, and comes from nothing that the pass computed."""
    steps = " and ".join(f"“{op.title}”" for op in read.users[name])
    layer = read.users[name][0].layer
    where = "" if layer is None else f" of layer {layer + 1}"
    return read.weights(name, *index, note=f"learned in training; used by {steps}{where}")
