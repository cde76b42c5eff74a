"""Which function explains which kind of operation: one entry for each kind of the anatomy."""

from collections.abc import Callable

from model.explain.entrance import (
    explain_add,
    explain_angles,
    explain_embed,
    explain_enter,
    explain_positions,
    explain_tokens,
)
from model.explain.expression import Expression
from model.explain.mixing import explain_join, explain_mix, explain_unembed
from model.explain.mlp import explain_activation, explain_product
from model.explain.norms import explain_norm
from model.explain.projections import explain_linear, explain_rope
from model.explain.reading import Reading
from model.explain.scores import explain_mask, explain_scale, explain_scores, explain_softcap, explain_softmax
from model.ops.op import Op

KINDS: dict[str, Callable[[Reading, Op, str, tuple[int, ...]], Expression]] = {
    "tokens": explain_tokens,
    "embed": explain_embed,
    "angles": explain_angles,
    "positions": explain_positions,
    "add": explain_add,
    "enter": explain_enter,
    "norm": explain_norm,
    "linear": explain_linear,
    "qk_norm": explain_norm,
    "rope": explain_rope,
    "scores": explain_scores,
    "scale": explain_scale,
    "softcap": explain_softcap,
    "mask": explain_mask,
    "softmax": explain_softmax,
    "mix": explain_mix,
    "join": explain_join,
    "activation": explain_activation,
    "product": explain_product,
    "unembed": explain_unembed,
    "probs": explain_softmax,
}
"""Each takes a pass, the operation, the name of one of the tensors that it writes, and an index of this tensor."""
