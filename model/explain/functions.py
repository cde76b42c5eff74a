"""The functions of one number that a model uses, in float64, each with its slope."""

import math
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Function = Literal["exp", "sqrt", "square", "tanh", "erf", "sigmoid", "cos", "sin", "relu"]
Array = NDArray[np.float64]


class Curve(NamedTuple):
    """A function, its slope, and how it is written in LaTeX around what it is of."""

    value: Callable[[Any], Array]
    slope: Callable[[Any], Array]
    latex: str


def sigmoid(x: Array) -> Array:
    """1 / (1 + e^−x), without e^−x overflowing."""
    return np.exp(-np.logaddexp(0, -x))


erf = np.vectorize(math.erf, otypes=[float])

FUNCTIONS: dict[Function, Curve] = {
    "exp": Curve(np.exp, np.exp, r"e^{{{}}}"),
    "sqrt": Curve(np.sqrt, lambda x: 0.5 / np.sqrt(x), r"\sqrt{{{}}}"),
    "square": Curve(np.square, lambda x: 2 * x, r"\left({}\right)^2"),
    "tanh": Curve(np.tanh, lambda x: 1 - np.tanh(x) ** 2, r"\tanh\left({}\right)"),
    "erf": Curve(erf, lambda x: 2 / math.sqrt(math.pi) * np.exp(-(x**2)), r"\operatorname{{erf}}\left({}\right)"),
    "sigmoid": Curve(sigmoid, lambda x: sigmoid(x) * sigmoid(-x), r"\operatorname{{sigmoid}}\left({}\right)"),
    "cos": Curve(np.cos, lambda x: -np.sin(x), r"\cos\left({}\right)"),
    "sin": Curve(np.sin, np.cos, r"\sin\left({}\right)"),
    "relu": Curve(lambda x: np.maximum(x, 0), lambda x: np.where(x > 0, 1.0, 0.0), r"\max\left(0, {}\right)"),
}
