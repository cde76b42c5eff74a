"""LayerNorm and RMSNorm as operations."""

from model.config import Config
from model.ops.op import Op, Part, TensorSpec, rows, variable

AFTER = {
    "norm1": "The result is a copy for attention to read; the stream itself stays as it is.",
    "norm2": "The result is a copy for the MLP to read; the stream itself stays as it is.",
    "norm1_branch": "Only then is it added to the stream.",
    "norm2_branch": "Only then is it added to the stream.",
    "norm1_post": "From here on, the result is the stream.",
    "norm2_post": "From here on, the result is the stream.",
}
"""What becomes of the result, by the last part of the norm's name."""
EQUATIONS = {
    "norm1": ("y =", "x"),
    "norm2": ("y =", "x"),
    "norm_final": ("y =", "x"),
    "norm1_branch": (r"a \leftarrow", "a"),
    "norm2_branch": (r"m \leftarrow", "m"),
    "norm1_post": (r"x \leftarrow", "x"),
    "norm2_post": (r"x \leftarrow", "x"),
}
"""The left side of the formula and the letter of what is normed, by the last part of the norm's name."""


def norm_op(config: Config, name: str, *, reads: str, layer: int | None, part: Part, where: str) -> Op:
    """The norm `name` of the stream or branch `reads`; `where` says in words what is normed."""
    is_layer_norm, last = config.norm == "layer", name.rsplit(".", 1)[-1]
    after = AFTER.get(last, "")
    if last == "norm1" and config.shared_norm:
        after = after.replace("attention", "attention and the MLP")
    spread = "standard deviation" if is_layer_norm else "root mean square"
    outputs = [
        TensorSpec(f"{name}.scale", ("token",), "positive", f"the {spread} of each token's numbers"),
        TensorSpec(f"{name}.out", ("token", "d_model"), "signed", f"{where}, normed"),
    ]
    if is_layer_norm:
        outputs.insert(0, TensorSpec(f"{name}.mean", ("token",), "signed", "the mean of each token's numbers"))
    left, x = EQUATIONS[last]
    return Op(
        kind="norm",
        layer=layer,
        part=part,
        short="norm",
        title="LayerNorm" if is_layer_norm else "RMSNorm",
        sentence=f"{norm_sentence(config, 'token')} {after}".rstrip(),
        formula=norm_formula(config, left, x),
        code=norm_code(config, reads=variable(reads), writes=variable(f"{name}.out")),
        reads=(reads,),
        outputs=tuple(outputs),
        weights=norm_weights(config, name),
    )


def norm_weights(config: Config, name: str) -> tuple[str, ...]:
    """The names of the weights of the norm `name`."""
    return (f"{name}.gain",) * config.norm_gain + (f"{name}.bias",) * config.norm_bias


def norm_sentence(config: Config, whose: str) -> str:
    """What a norm does to the numbers of each `whose`: a token, a query or a key."""
    first = (
        f"From the numbers of each {whose} their mean is taken away, and what is left is divided by its standard "
        "deviation (its typical size)"
        if config.norm == "layer"
        else f"The numbers of each {whose} are divided by their root mean square (their typical size)"
    )
    parts = ["multiplied by a learned gain"] * config.norm_gain + ["shifted by a learned bias"] * config.norm_bias
    then = f"; then each is {' and '.join(parts)}" if parts else ""
    return f"{first}, so that only their proportions count{then}."


def norm_formula(config: Config, left: str, x: str) -> str:
    """The formula of a norm of the vector `x`; `left` is its left side with the sign."""
    gain = {0: r" \odot g", 1: r" \odot (1 + g)"}[config.norm_gain_offset] if config.norm_gain else ""
    bias = " + b" if config.norm_bias else ""
    if config.norm == "layer":
        return rows(
            rf"{left} \frac{{{x} - \mu}}{{\sqrt{{\sigma^2 + \varepsilon}}}}{gain}{bias}",
            rf"\mu = \tfrac{{1}}{{d}}\sum_i {x}_i",
            rf"\sigma^2 = \tfrac{{1}}{{d}}\sum_i ({x}_i - \mu)^2",
        )
    return rows(rf"{left} \frac{{{x}}}{{\sqrt{{\tfrac{{1}}{{d}}\sum_i {x}_i^2 + \varepsilon}}}}{gain}{bias}")


def norm_code(config: Config, *, reads: str, writes: str) -> str:
    """The norm of `reads` in PyTorch."""
    first, x = (f"c = {reads} - {reads}.mean(-1, keepdim=True); ", "c") if config.norm == "layer" else ("", reads)
    gain = f" * {'(1 + gain)' if config.norm_gain_offset else 'gain'}" if config.norm_gain else ""
    bias = " + bias" if config.norm_bias else ""
    return f"{first}{writes} = {x} / torch.sqrt({x}.square().mean(-1, keepdim=True) + {config.norm_eps:g}){gain}{bias}"
