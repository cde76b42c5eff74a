"""Explanations of the weighted sum of values, of joined heads, and of the logits: sums of products."""

from model.explain.expression import Expression, Multiply, SideBySide, Sum
from model.explain.projections import add_bias
from model.explain.reading import Reading
from model.explain.scores import key_head, shared_note
from model.ops.op import Op

Index = tuple[int, ...]


def explain_mix(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The values of all tokens, each with its weight."""
    head, query, i = index
    pattern, values = op.reads
    axis = read.axis("key", "j")
    value = read.operand(values, key_head(read, head), axis, i, note=shared_note(read, head))
    return Sum(axis, Multiply((read.operand(pattern, head, query, axis), value)))


def explain_join(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """What each head brings, through its own columns of W_O: a sum of the heads' sums."""
    token, row = index
    heads, inside = read.axis("head", "h"), read.axis("d_head", "i", depth=1)
    weights = read.weights(op.weights[0], row, SideBySide(heads, inside))
    product = Multiply((weights, read.operand(op.reads[0], heads, token, inside)))
    return add_bias(read, op, Sum(heads, Sum(inside, product)), row)


def explain_unembed(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The row of a piece and the token's numbers, number by number, summed."""
    token, piece = index
    axis = read.axis("d_model", "i")
    note = "the embedding's own table, used a second time" if read.config.tied else None
    row = read.weights(op.weights[0], piece, axis, note=note)
    return add_bias(read, op, Sum(axis, Multiply((row, read.operand(op.reads[0], token, axis)))), piece)
