"""The operations of attention, from what it reads to what it adds to the stream."""

from model.config import Config
from model.ops.mixing import mixing_ops
from model.ops.op import Op
from model.ops.projections import projection, qk_norm, rope
from model.ops.scores import score_ops


def attention_ops(config: Config, layer: int, *, reads: str) -> list[Op]:
    """Attention of `layer`, reading the normed stream (or the stream) `reads`."""
    at = f"blocks.{layer}.attn"
    ops = [projection(config, layer, reads=reads, which=which) for which in "qkv"]
    q, k = f"{at}.q", f"{at}.k"
    if config.qk_norm:
        ops += [qk_norm(config, layer, which=which) for which in "qk"]
        q, k = f"{at}.q_norm.out", f"{at}.k_norm.out"
    if config.position == "rope":
        ops.append(rope(config, layer, q=q, k=k))
        q, k = f"{at}.rot_q", f"{at}.rot_k"
    return [*ops, *score_ops(config, layer, q=q, k=k), *mixing_ops(config, layer)]
