"""Explanations of the MLP's activation functions and of the product with the gate.

GELU: Hendrycks & Gimpel 2016 (exact, and the form with tanh that GPT-2 uses); SiLU: Elfwing et al. 2017; gated units:
Shazeer 2020.
"""

import math
from collections.abc import Callable

from model.config import Activation
from model.explain.expression import Add, Apply, Divide, Expression, Multiply, Number, Operand
from model.explain.reading import Reading
from model.ops.op import Op

Index = tuple[int, ...]
HALF = Number(r"\tfrac{1}{2}", 0.5, "one half")
ONE = Number("1", 1, "one")


def _silu(x: Operand) -> Expression:
    return Multiply((x, Apply("sigmoid", x)))


def _gelu(x: Operand) -> Expression:
    root = Apply("sqrt", Number("2", 2, "two"))
    return Multiply((x, HALF, Add((ONE, Apply("erf", Divide((x, root)))))))


def _gelu_tanh(x: Operand) -> Expression:
    root = Number(r"\sqrt{2/\pi}", math.sqrt(2 / math.pi), "the root of 2/π")
    cubed = Multiply((Number("0.044715", 0.044715, "fitted by the authors of GELU"), x, x, x))
    return Multiply((HALF, x, Add((ONE, Apply("tanh", Multiply((root, Add((x, cubed)))))))))


def _relu(x: Operand) -> Expression:
    return Apply("relu", x)


ACTIVATIONS: dict[Activation, Callable[[Operand], Expression]] = {
    "silu": _silu,
    "gelu": _gelu,
    "gelu_tanh": _gelu_tanh,
    "relu": _relu,
}


def explain_activation(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The activation function of one unit."""
    return ACTIVATIONS[read.config.activation](read.operand(op.reads[0], *index))


def explain_product(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The gate of a unit times what waits behind it."""
    return Multiply([read.operand(name, *index) for name in op.reads])
