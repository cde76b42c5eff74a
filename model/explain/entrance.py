"""Explanations of what happens before the first layer, and of additions wherever they stand."""

import math

from model.config import RopeName
from model.explain.expression import Add, Apply, Divide, Expression, Multiply, Number, Operand
from model.explain.reading import Reading
from model.ops.op import Op

Index = tuple[int, ...]


def explain_tokens(read: Reading, _op: Op, name: str, index: Index) -> Operand:
    """The id of a token: this is where it ends."""
    return read.operand(name, *index, source="id", note="the number of this piece in the vocabulary")


def explain_embed(read: Reading, _op: Op, _name: str, index: Index) -> Expression:
    """The token's id selects a row of the table."""
    token, i = index
    row = int(read.tensor("tokens")[token])
    selects = explain_tokens(read, _op, "tokens", (token,))
    note = "the table that makes the logits too" if read.config.tied else None
    weight = read.weights("w_e.weight", row, i, by=selects, note=note)
    scale = read.config.embed_scale
    if scale == 1:
        return weight
    return Multiply((Number(f"{scale:.6g}", scale, "what every embedding is multiplied by"), weight))


def explain_angles(read: Reading, _op: Op, name: str, index: Index) -> Expression:
    """The position times the frequency of the pair (Su et al. 2021, eq. 15), which may be stretched."""
    token, pair = index
    rope: RopeName = "rope_window" if name == "rope_window.angle" else "rope"
    theta, rotated, stretch = read.config.theta_of(rope), read.config.rotated, read.config.stretch_of(rope)
    frequency: Expression = Number(
        rf"{theta:.12g}^{{-2 \cdot {pair}/{rotated}}}",
        theta ** (-2 * pair / rotated),
        f"how far pair {pair + 1} turns from one position to the next, in radians; in the exponent, pairs count from 0",
    )
    if stretch:
        slower = Number(
            f"s_{{{pair + 1}}}", stretch[pair], "how many times slower this pair turns, for a longer context"
        )
        frequency = Divide((frequency, slower))
    return Multiply((read.position(token), frequency))


def explain_positions(read: Reading, _op: Op, _name: str, index: Index) -> Expression:
    """The row of a position: learned, or sines and cosines (Vaswani et al. 2017, section 3.5)."""
    token, i = index
    if read.config.position == "learned":
        return read.weights("w_pos.weight", token, i, by=read.position(token))
    even, d_model = i - i % 2, read.config.d_model
    wavelength = Number(
        rf"10000^{{{even}/{d_model}}}", math.pow(10_000, even / d_model), "how slowly this number waves along the text"
    )
    return Apply("cos" if i % 2 else "sin", Divide((read.position(token), wavelength)))


def explain_add(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """What was on the stream, and what comes on top."""
    return Add([read.operand(name, *index) for name in op.reads])


def explain_enter(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The stream, unchanged."""
    return read.operand(op.reads[0], *index, note="unchanged")
