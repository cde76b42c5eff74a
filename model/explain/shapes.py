"""Which shapes meet in an operation, in one line of text."""

from collections.abc import Sequence

from model.anatomy import catalogue, sizes
from model.explain.reading import Pass
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


def write_shapes(read: Pass, op: Op, name: str) -> str:
    """The shapes of what the operation `op` reads and uses, and of the tensor `name` that it writes."""
    inputs = [_of_tensor(read, each) for each in op.reads]
    if op.kind == "scores":
        *batch, rows, columns = _shape(read, op.reads[1])
        inputs[1] = f"{variable(op.reads[1])}ᵀ {write_shape([*batch, columns, rows])}"
    matrices, others = (op.weights[:1], op.weights[1:]) if op.kind in TURNED else ((), op.weights)
    inputs += [f"{_short(each)}ᵀ {write_shape(tuple(reversed(read.weight(each).shape)))}" for each in matrices]
    text = SIGNS.get(op.kind, ", ").join(inputs)
    more = "".join(
        f"{' + ' if matrices else ', '}{_short(each)} {write_shape(read.weight(each).shape)}" for each in others
    )
    return f"{text}{more} → {_of_tensor(read, name)}".removeprefix(", ").removeprefix(" → ")


def write_shape(shape: Sequence[int]) -> str:
    """A shape as text: (5 × 192)."""
    return f"({' × '.join(map(str, shape))})"


def _shape(read: Pass, name: str) -> list[int]:
    known = sizes(read.config, read.n_tokens)
    return [known[axis] for axis in catalogue(read.config)[name].axes]


def _of_tensor(read: Pass, name: str) -> str:
    return f"{variable(name)} {write_shape(_shape(read, name))}"


def _short(name: str) -> str:
    """A weight without the way to it: w_q, or gain."""
    parts = name.split(".")
    return parts[-2] if parts[-1] == "weight" else parts[-1]
