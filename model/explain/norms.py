"""Explanations of LayerNorm (Ba et al. 2016) and RMSNorm (Zhang & Sennrich 2019): mean, spread, and what comes out."""

from model.explain.expression import Add, Apply, Axis, Divide, Expression, Multiply, Number, Operand, Subtract, Sum
from model.explain.reading import Reading
from model.ops.op import Op

Index = tuple[int, ...]


def explain_norm(read: Reading, op: Op, name: str, index: Index) -> Expression:
    """One element of the norm `op`: of its mean, its scale or its result."""
    base, which = name.rsplit(".", 1)
    if which == "out":
        return _out(read, op, base, index)
    axis = read.axis(op.outputs[-1].axes[-1], "i")
    x = read.operand(op.reads[0], *index, axis)
    if which == "mean":
        return _mean(axis, x)
    squares = Apply("square", _centred(read, base, index, x))
    return Apply("sqrt", Add((_mean(axis, squares), _epsilon(read))))


def _mean(axis: Axis, part: Expression) -> Expression:
    return Divide((Sum(axis, part), Number(str(axis.size), axis.size, "how many numbers there are")))


def _centred(read: Reading, base: str, place: Index, x: Operand) -> Expression:
    """What is left of `x` when its mean is taken away, where this norm does that."""
    if read.config.norm == "rms":
        return x
    return Subtract((x, read.operand(f"{base}.mean", *place)))


def _epsilon(read: Reading) -> Number:
    eps = read.config.norm_eps
    return Number(r"\varepsilon", eps, f"{eps:g}, so that nothing is divided by 0")


def _out(read: Reading, op: Op, base: str, index: Index) -> Expression:
    *place, i = index
    x = _centred(read, base, tuple(place), read.operand(op.reads[0], *index))
    normed: Expression = Divide((x, read.operand(f"{base}.scale", *place)))
    if read.config.norm_gain:
        normed = Multiply((normed, _gain(read, base, i)))
    if read.config.norm_bias:
        normed = Add((normed, read.weights(f"{base}.bias", i)))
    return normed


def _gain(read: Reading, base: str, i: int) -> Expression:
    gain = read.weights(f"{base}.gain", i)
    if not read.config.norm_gain_offset:
        return gain
    return Add((Number("1", 1, "this model stores by how much the gain is more than 1"), gain))
