"""The weighted sum of values, row by row: what each token brings to one query in one head.

z^h_i = Σ_j A^h_ij v_j: each row is the value of one token times its weight. How much a row brings is its length, which
is small where the weight is, and also where the value is (Kobayashi et al. 2020, "Attention is not only a weight").
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from model.errors import OutOfRangeError
from model.slices import Range, range_of
from model.studies.steps import layer_name
from model.trace import Trace


@dataclass(frozen=True)
class ValueRow:
    """What the token `key` brings: its weight, the length of its value, and weight times value (d_head)."""

    key: int
    weight: float
    value_norm: float
    norm: float
    vector: NDArray[np.float32]


@dataclass(frozen=True)
class Others:
    """What the `count` tokens that are not listed bring together."""

    count: int
    weight: float
    norm: float
    vector: NDArray[np.float32]


@dataclass(frozen=True)
class ValueRows:
    """The rows with the largest weights, in the order of the text; with `rest` they add up to `z` (d_head).

    `range` is that of all the vectors, for their colours.
    """

    rows: list[ValueRow]
    rest: Others | None
    z: NDArray[np.float32]
    range: Range


def value_rows(trace: Trace, *, layer: int, head: int, token: int, top: int = 24) -> ValueRows:
    """What query `token` takes in head `head` of `layer`, as at most `top` rows; worked out in float64.

    Raises `OutOfRangeError` and `EmptyTextError`.
    """
    if top < 1:
        raise OutOfRangeError("top", top, 1, len(trace.tokens))
    at = layer_name(trace.model, layer)
    weights = trace.pick(f"{at}.attn.pattern", head=head, token=token).double()  # (key)
    kv_head = range(trace.model.config.n_heads)[head] // trace.model.config.head_group
    values = trace.tensor(f"{at}.attn.v")[kv_head].double()  # (key, d_head)
    brought = weights[:, None] * values  # (key, d_head)
    order = weights.argsort(descending=True, stable=True)
    shown, hidden = order[:top].sort().values, order[top:]
    rest, z = brought[hidden].sum(0), brought.sum(0)
    lengths, norms = values.norm(dim=-1).tolist(), brought.norm(dim=-1).tolist()
    return ValueRows(
        rows=[
            ValueRow(key, float(weights[key]), lengths[key], norms[key], brought[key].float().numpy())
            for key in shown.tolist()
        ],
        rest=Others(len(hidden), float(weights[hidden].sum()), float(rest.norm()), rest.float().numpy())
        if len(hidden)
        else None,
        z=z.float().numpy(),
        range=range_of(torch.cat([brought[shown], rest[None], z[None]]).float().numpy()),
    )
