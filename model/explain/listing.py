"""An expression as data for JSON: of each sum the largest terms, and all others as one row."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any

import numpy as np

from model.config import Config
from model.explain.expression import (
    Add,
    Apply,
    Array,
    Combined,
    Divide,
    Expression,
    Hidden,
    Largest,
    Multiply,
    Number,
    Operand,
    Positions,
    Subtract,
    Sum,
)
from model.explain.latex import write_operand

Json = dict[str, Any]
LANES = ("token", "query", "key")
WORDS = {"head": "head", "key": "token", "d_ff": "unit"}
"""What one place of an axis is called, where it is not just a number."""
NAMES: dict[type[Expression], str] = {Add: "add", Subtract: "subtract", Multiply: "multiply", Divide: "divide"}


@dataclass(frozen=True)
class Listing:
    """How an expression is listed: how many terms of each sum, and how a piece of the vocabulary is described."""

    config: Config
    terms: int
    piece: Callable[[int], Json]

    @singledispatchmethod
    def node(self, expression: Any, _at: Positions) -> Json:  # noqa: ANN401 (what each type of node does is below)
        """The node `expression` in the terms `_at`."""
        raise TypeError(expression)

    @node.register
    def _(self, combined: Combined, at: Positions) -> Json:
        parts = [self.node(part, at) for part in combined.parts]
        return {"node": NAMES[type(combined)], "parts": parts, "value": finite(combined.value_at(at))}

    @node.register
    def _(self, operand: Operand, at: Positions) -> Json:
        index = operand.index_at(at)
        listed: Json = {
            "node": "operand",
            "symbol": write_operand(operand, self.config, at),
            "name": operand.name,
            "index": list(index),
            "value": finite(operand.value_at(at)),
            "source": operand.source,
        }
        lanes = [place for axis, place in zip(operand.axes, index, strict=True) if axis in LANES]
        pieces = [place for axis, place in zip(operand.axes, index, strict=True) if axis == "vocab"]
        if operand.source == "id":
            pieces = [int(operand.value_at(at))]
        if lanes:
            listed["token"] = lanes[-1]
        if pieces:
            listed["piece"] = self.piece(pieces[0])
        if operand.note:
            listed["note"] = operand.note
        if operand.by:
            listed["by"] = self.node(operand.by, at)
        return listed

    @node.register
    def _(self, number: Number, _at: Positions) -> Json:
        return {"node": "number", "symbol": number.symbol, "value": number.value, "note": number.note}

    @node.register
    def _(self, hidden: Hidden, _at: Positions) -> Json:
        return {"node": "hidden", "reason": hidden.reason, "value": None}

    @node.register
    def _(self, apply: Apply, at: Positions) -> Json:
        value = finite(apply.value_at(at))
        return {"node": "apply", "function": apply.function, "parts": [self.node(apply.part, at)], "value": value}

    @node.register
    def _(self, largest: Largest, at: Positions) -> Json:
        part = self.node(largest.part, {**at, largest.axis: largest.place})
        name, value = largest.axis.name, finite(largest.value_at(at))
        return {"node": "largest", "axis": name, "at": largest.place, "part": part, "value": value}

    @node.register
    def _(self, total: Sum, at: Positions) -> Json:
        values = term_values(total, at)
        places = pick_largest(values, self.terms)
        others = np.delete(values, places)
        terms = [self._term(total, {**at, total.axis: place}, place) for place in places]
        return {
            "node": "sum",
            "symbol": f"Σ_{total.axis.letter}",
            "axis": total.axis.name,
            "count": total.axis.size,
            "terms": terms,
            "rest": {"count": others.size, "value": float(others.sum())} if others.size else None,
            "value": float(values.sum()),
        }

    def _term(self, total: Sum, at: Positions, place: int) -> Json:
        name = total.axis.name
        label = {} if name == "vocab" else {"label": f"{WORDS.get(name, 'number')} {place + 1}"}
        listed = self.node(total.part, at)
        return {"at": place, **label, "node": listed, "value": listed["value"]}


def finite(value: float) -> float | None:
    """JSON has no −∞."""
    return None if np.isinf(value) else value


def term_values(total: Sum, at: Positions) -> Array:
    """The value of each term of `total`, which itself stands in the terms `at`."""
    values = total.part.values
    for axis in sorted(at, key=lambda axis: axis.depth):  # the outermost sum is the last axis of what is left
        values = values[..., at[axis] if values.shape[-1] > 1 else 0]
    return np.broadcast_to(values, total.axis.size)


def pick_largest(values: Array, count: int) -> list[int]:
    """The places of the `count` largest of `values` by size, the largest first."""
    sizes = np.abs(values)
    kept = np.argpartition(-sizes, count)[:count] if count < sizes.size else np.arange(sizes.size)
    return [int(place) for place in kept[np.lexsort((kept, -sizes[kept]))]]


def operands_of(node: Json) -> Iterator[Json]:
    """The operands that a listed node shows, itself included; what selected an operand is one as well."""
    if node["node"] == "operand":
        yield node
    inside = [*node.get("parts", []), *(term["node"] for term in node.get("terms", []))]
    for part in (*inside, *(node[key] for key in ("part", "by") if key in node)):
        yield from operands_of(part)
