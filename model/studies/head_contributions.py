"""What each head adds to the stream: W_O is linear, so that what attention adds is a sum over the heads.

a_t = Σ_h W_O^h z^h_t + b_O, where W_O^h are the columns of W_O that read head h (Elhage et al. 2021, "A mathematical
framework for transformer circuits").
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.slices import Range, range_of
from model.studies.steps import layer_name
from model.trace import Trace, as_read


@dataclass(frozen=True)
class Contribution:
    """One part of a sum: the vector (d_model), its length, and its share of the sum.

    The share is its projection on the sum by the length of the sum, c · a / (a · a): shares add up to 1, and one below
    0 points the other way. Where the sum is 0 there are no shares.
    """

    vector: NDArray[np.float32]
    norm: float
    share: float | None


@dataclass(frozen=True)
class HeadContributions:
    """What attention of one layer adds to one token, by head; `bias` is that of W_O, where it has one.

    `range` is that of all the vectors, for their colours.
    """

    heads: list[Contribution]
    bias: Contribution | None
    out: Contribution
    range: Range


@torch.inference_mode()
def head_contributions(trace: Trace, *, layer: int, token: int) -> HeadContributions:
    """The contribution of every head of `layer` to `attn.out` at `token`; worked out in float64.

    Raises `OutOfRangeError` and `EmptyTextError`.
    """
    at, transformer = layer_name(trace.model, layer), trace.model.transformer
    join = f"{at}.attn.w_o"
    z = trace.pick(f"{at}.attn.z", token=token).double()  # (head, d_head)
    w_o = as_read(transformer.get_parameter(f"{join}.weight")).double()  # (d_model, head · d_head)
    heads = torch.einsum("mhd,hd->hm", w_o.view(-1, *z.shape), z)  # (head, d_model)
    bias = as_read(transformer.get_parameter(f"{join}.bias")).double() if trace.model.config.out_bias else None
    out = heads.sum(0) if bias is None else heads.sum(0) + bias
    vectors = [*heads, out] if bias is None else [*heads, bias, out]
    return HeadContributions(
        heads=[_contribution(vector, out) for vector in heads],
        bias=None if bias is None else _contribution(bias, out),
        out=_contribution(out, out),
        range=range_of(torch.stack(vectors).float().numpy()),
    )


def _contribution(vector: Tensor, whole: Tensor) -> Contribution:
    square = whole @ whole
    share = float(vector @ whole / square) if square > 0 else None
    return Contribution(vector.float().numpy(), float(vector.norm()), share)
