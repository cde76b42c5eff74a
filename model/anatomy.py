"""The anatomy: the ordered list of the operations of a model, made from its config. The single source of truth.

From it come the tensor catalogue, the timeline of the page, the words of the steps, and later explanations and costs.
The transformer computes; the anatomy says what is computed. A test holds the two together for every variant.
"""

from functools import lru_cache

from model.config import Config
from model.ops.attention import attention_ops
from model.ops.ends import STREAM, entrance_ops, exit_ops
from model.ops.mlp import mlp_ops
from model.ops.norm import norm_op
from model.ops.op import Op, Part, TensorSpec, variable


@lru_cache(maxsize=64)
def anatomy(config: Config) -> tuple[Op, ...]:
    """All operations of a model with `config`, in the order in which a reader walks through them."""
    ops = entrance_ops(config)
    stream = ops[-1].name if config.position in ("learned", "sinusoidal") else "embed"
    for layer in range(config.n_layers):
        ops += _block_ops(config, layer, stream)
        stream = ops[-1].name
    return (*ops, *exit_ops(config, reads=stream))


@lru_cache(maxsize=64)
def catalogue(config: Config) -> dict[str, TensorSpec]:
    """Every tensor of a trace by its name, in the order in which it arises."""
    return {spec.name: spec for op in anatomy(config) for spec in op.outputs}


def sizes(config: Config, n_tokens: int) -> dict[str, int]:
    """The length of every named axis in a trace of `n_tokens` tokens."""
    return {
        "token": n_tokens,
        "query": n_tokens,
        "key": n_tokens,
        "head": config.n_heads,
        "kv_head": config.n_kv_heads,
        "d_model": config.d_model,
        "d_head": config.d_head,
        "d_ff": config.d_ff,
        "vocab": config.vocab_size,
        "pair": config.rotated // 2,
    }


def _block_ops(config: Config, layer: int, stream: str) -> list[Op]:
    at, place = f"blocks.{layer}", config.norm_place
    before = place in ("pre", "sandwich")
    pre, mid, post = f"{at}.resid_pre", f"{at}.resid_mid", f"{at}.resid_post"

    def norm(name: str, reads: str, part: Part, where: str) -> Op:
        return norm_op(config, f"{at}.{name}", reads=reads, layer=layer, part=part, where=where)

    ops = [] if stream == pre else [_enter(layer, reads=stream)]
    if before:
        ops.append(norm("norm1", pre, "attention", "the stream, for attention to read"))
    read = ops[-1].name if before else pre
    ops += attention_ops(config, layer, reads=read)
    if place in ("branch", "sandwich"):
        ops.append(norm("norm1_branch", ops[-1].name, "attention", "what attention adds"))
    ops.append(_add(layer, "attention", reads=(pre, ops[-1].name), writes=mid))
    if place == "post":
        ops.append(norm("norm1_post", mid, "attention", "the stream"))
    stream = ops[-1].name
    if before and not config.shared_norm:
        ops.append(norm("norm2", pre if config.parallel else mid, "mlp", "the stream, for the MLP to read"))
        read = ops[-1].name
    elif not config.shared_norm:
        read = pre if config.parallel else stream
    ops += mlp_ops(config, layer, reads=read)
    if place in ("branch", "sandwich"):
        ops.append(norm("norm2_branch", ops[-1].name, "mlp", "what the MLP adds"))
    ops.append(_add(layer, "mlp", reads=(stream, ops[-1].name), writes=post))
    if place == "post":
        ops.append(norm("norm2_post", post, "mlp", "the stream"))
    return ops


def _enter(layer: int, *, reads: str) -> Op:
    return Op(
        kind="enter",
        layer=layer,
        part="attention",
        short="in",
        title="The stream enters the layer",
        sentence="The layer gets the stream exactly as it was left.",
        formula=r"x_t \leftarrow x_t",
        code=f"resid_pre = {variable(reads)}",
        reads=(reads,),
        outputs=(TensorSpec(f"blocks.{layer}.resid_pre", STREAM, "signed", "the stream as the layer gets it"),),
        shown=False,
    )


def _add(layer: int, part: Part, *, reads: tuple[str, str], writes: str) -> Op:
    what, letter = {"attention": ("attention", "a"), "mlp": ("the MLP", "m")}[part]
    return Op(
        kind="add",
        layer=layer,
        part=part,
        short="+",
        title=f"Add what {what} worked out",
        sentence=f"What {what} worked out is added to the stream, number by number; nothing in it is overwritten.",
        formula=rf"x_t \leftarrow x_t + {letter}_t",
        code=f"{variable(writes)} = {variable(reads[0])} + {variable(reads[1])}",
        reads=reads,
        outputs=(TensorSpec(writes, STREAM, "signed", f"the stream after {what}"),),
    )
