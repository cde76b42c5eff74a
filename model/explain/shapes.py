"""Which shapes meet in an operation, in one line of text."""

from collections.abc import Sequence

from model.explain.expression import Expression, Operand
from model.explain.reading import Reading
from model.explain.words import leaves
from model.ops.op import Op, variable

SIGNS = {
    "add": " + ",
    "product": " ⊙ ",
    "linear": " · ",
    "join": " · ",
    "scores": " · ",
    "mix": " · ",
    "unembed": " · ",
}
TURNED = ("linear", "join", "unembed")


def write_shapes(read: Reading, op: Op, name: str, expression: Expression) -> str:
    """The shapes of what the `expression` of an element is made from, and of the tensor `name` that it belongs to."""
    used = [leaf for leaf in leaves(expression) if isinstance(leaf, Operand) and leaf.source != "position"]
    tensors = dict.fromkeys(leaf.name for leaf in used if leaf.source != "weight" and leaf.name != name)
    weights = dict.fromkeys(leaf.name for leaf in used if leaf.source == "weight")
    inputs = [_of_tensor(read, each) for each in tensors or op.reads]
    if op.kind == "scores":
        *batch, rows, columns = read.shape(op.reads[1])
        inputs[1] = f"{variable(op.reads[1])}ᵀ {write_shape([*batch, columns, rows])}"
    sign = SIGNS.get(op.kind, ", ")
    for weight in weights:
        is_matrix = op.kind in TURNED and weight == op.weights[0]
        shape = read.shape(weight)
        text = (
            f"{_short(weight)}ᵀ {write_shape(shape[::-1])}" if is_matrix else f"{_short(weight)} {write_shape(shape)}"
        )
        inputs.append(text)
    added = len(weights) > 1 and op.kind in TURNED
    text = f"{sign.join(inputs[:-1])} + {inputs[-1]}" if added else sign.join(inputs)
    return " → ".join([text] * bool(text) + [_of_tensor(read, name)])


def write_shape(shape: Sequence[int]) -> str:
    """A shape as text: (5 × 192)."""
    return f"({' × '.join(map(str, shape))})"


def _of_tensor(read: Reading, name: str) -> str:
    return f"{variable(name)} {write_shape(read.shape(name))}"


def _short(name: str) -> str:
    """A weight without the way to it: w_q, or gain."""
    parts = name.split(".")
    return parts[-2] if parts[-1] == "weight" else parts[-1]
