"""Explanations of matrices at work: queries, keys and values, the MLP's projections; and of the rotation of RoPE."""

from model.explain.expression import Add, Apply, Expression, Multiply, Subtract, Sum
from model.explain.reading import Reading
from model.ops.op import Op

Index = tuple[int, ...]


def explain_linear(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """One row of a matrix times what it reads, number by number, summed."""
    spec = op.outputs[0]
    token, row = (index[1], index[0] * read.config.d_head + index[2]) if len(index) == 3 else index
    axis = read.axis("d_ff" if read.writers[op.reads[0]].outputs[-1].axes[-1] == "d_ff" else "d_model", "i")
    note = f"row {row + 1}: number {index[-1] + 1} of head {index[0] + 1}" if len(spec.axes) == 3 else None
    product = Multiply((read.weights(op.weights[0], row, axis, note=note), read.operand(op.reads[0], token, axis)))
    return add_bias(read, op, Sum(axis, product), row)


def add_bias(read: Reading, op: Op, total: Expression, row: int) -> Expression:
    """`total` and the bias of its row, where the operation `op` has one."""
    return Add((total, read.weights(op.weights[1], row))) if len(op.weights) > 1 else total


def explain_rope(read: Reading, op: Op, name: str, index: Index) -> Expression:
    """A number turned together with its partner by the angle of their pair (Su et al. 2021, eq. 34)."""
    head, token, i = index
    source, config = op.reads[0] if name.endswith("rot_q") else op.reads[1], read.config
    if i >= config.rotated:
        turned = f"only the first {config.rotated} of {config.d_head} numbers are turned; this one stays"
        return read.operand(source, head, token, i, note=turned)
    pair, is_first, partner = find_partner(i, config.rotated, config.rope_pairing)
    angle = read.operand(op.reads[2], token, pair)
    own = read.operand(source, head, token, i)
    other = read.operand(source, head, token, partner, note=f"the partner of number {i + 1} in pair {pair + 1}")
    parts = Multiply((own, Apply("cos", angle))), Multiply((other, Apply("sin", angle)))
    return Subtract(parts) if is_first else Add(parts)


def find_partner(i: int, rotated: int, pairing: str) -> tuple[int, bool, int]:
    """The pair of dimension `i`, whether it is the first of the pair, and the other one; all from 0."""
    half = rotated // 2
    if pairing == "half":
        return i % half, i < half, (i + half) % rotated
    return i // 2, i % 2 == 0, i + 1 - i % 2 * 2
