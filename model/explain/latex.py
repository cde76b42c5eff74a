"""An expression as LaTeX: the formula of this one element, with its places filled in."""

from functools import singledispatchmethod
from typing import Any

from model.config import Config
from model.explain.expression import (
    Add,
    Apply,
    Axis,
    Divide,
    Expression,
    Hidden,
    Largest,
    Multiply,
    Number,
    Operand,
    Place,
    Positions,
    SideBySide,
    Subtract,
    Sum,
)
from model.explain.functions import FUNCTIONS
from model.explain.symbols import tensor_letter, weight_letter, write_element, write_place


def operand_letter(operand: Operand, config: Config) -> str:
    """What a formula calls the tensor or weight of `operand`."""
    if operand.source == "position":
        return "t"
    return weight_letter(operand.name) if operand.source == "weight" else tensor_letter(operand.name, config)


def write_operand(operand: Operand, config: Config, at: Positions | None = None) -> str:
    """An operand in LaTeX: with the letters of the sums that it stands in, or, in the terms `at`, with numbers."""
    if operand.source == "position":
        return str(operand.index[0])
    known = at or {}
    places = [_write(axis, place, known) for axis, place in zip(operand.axes, operand.index, strict=True)]
    letter = operand_letter(operand, config)
    return write_element(letter, operand.axes, places, weight=operand.source == "weight")


def _write(axis: str, place: Place, at: Positions) -> str:
    match place:
        case Axis():
            return write_place(axis, at[place]) if place in at else place.letter
        case SideBySide(block, inside):
            if block in at and inside in at:
                return str(at[block] * inside.size + at[inside] + 1)
            before = str(at[block]) if block in at else f"({block.letter}-1)"
            return rf"{before} \cdot {inside.size}+{inside.letter}"
        case _:
            return write_place(axis, place)


def is_written_out(part: Expression) -> bool:
    """Whether a part is written as a number, which needs a dot before what it multiplies."""
    return isinstance(part, Number) or (isinstance(part, Operand) and part.source == "position")


class Writer:
    """Writes expressions of a model with `config` as LaTeX."""

    def __init__(self, config: Config) -> None:
        self.config = config

    @singledispatchmethod
    def write(self, expression: Any) -> str:  # noqa: ANN401 (how each type of node is written is below)
        """An expression in LaTeX."""
        raise TypeError(expression)

    @write.register
    def _(self, operand: Operand) -> str:
        return write_operand(operand, self.config)

    @write.register
    def _(self, number: Number) -> str:
        return number.symbol

    @write.register
    def _(self, _hidden: Hidden) -> str:
        return r"-\infty"

    @write.register
    def _(self, add: Add) -> str:
        return " + ".join(map(self.write, add.parts))

    @write.register
    def _(self, subtract: Subtract) -> str:
        first, second = subtract.parts
        return f"{self.write(first)} - {self.write_closed(second, Add, Subtract)}"

    @write.register
    def _(self, multiply: Multiply) -> str:
        first, *others = multiply.parts
        text = self.write_closed(first, Add, Subtract, Sum)
        for before, part in zip(multiply.parts, others, strict=False):
            sign = r" \cdot " if is_written_out(before) or is_written_out(part) else r"\, "
            text += sign + self.write_closed(part, Add, Subtract, Sum)
        return text

    @write.register
    def _(self, divide: Divide) -> str:
        above, below = map(self.write, divide.parts)
        return rf"\frac{{{above}}}{{{below}}}"

    @write.register
    def _(self, apply: Apply) -> str:
        text = self.write(apply.part)
        if apply.function == "square" and isinstance(apply.part, Operand) and "^" not in text:
            return f"{text}^2"  # without brackets: nothing stands above the letter yet
        return FUNCTIONS[apply.function].latex.format(text)

    @write.register
    def _(self, total: Sum) -> str:
        return f"{write_sum(total.axis)} {self.write_closed(total.part, Add, Subtract)}"

    @write.register
    def _(self, largest: Largest) -> str:
        return rf"\max_{{{largest.axis.letter}}} {self.write(largest.part)}"

    def write_closed(self, part: Expression, *types: type[Expression]) -> str:
        """A part in LaTeX, in brackets where it is one of `types`."""
        text = self.write(part)
        return rf"\left({text}\right)" if isinstance(part, types) else text


def write_sum(axis: Axis) -> str:
    """The sign of a sum over `axis` with its bounds; over the vocabulary, it runs over all pieces."""
    bounds = rf"_{{{axis.letter}}}" if axis.name == "vocab" else rf"_{{{axis.letter}=1}}^{{{axis.size}}}"
    return rf"\sum{bounds}"
