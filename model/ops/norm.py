"""LayerNorm and RMSNorm as operations."""

from model.config import Config
from model.ops.op import Op, Part, TensorSpec


def norm_op(config: Config, name: str, *, reads: str, layer: int | None, part: Part, where: str) -> Op:
    """The norm `name` of the stream or branch `reads`; `where` says in words what is normed."""
    is_layer_norm = config.norm == "layer"
    title = "LayerNorm" if is_layer_norm else "RMSNorm"
    spread = "standard deviation" if is_layer_norm else "root mean square"
    is_copy = name.endswith((".norm1", ".norm2"))
    after = "This is a copy for the next part to read; the stream itself stays as it is." if is_copy else ""
    outputs = [
        TensorSpec(f"{name}.scale", ("token",), "positive", f"the {spread} of each token's numbers"),
        TensorSpec(f"{name}.out", ("token", "d_model"), "signed", f"the normed copy of {where}"),
    ]
    if is_layer_norm:
        outputs.insert(0, TensorSpec(f"{name}.mean", ("token",), "signed", "the mean of each token's numbers"))
    first = "Their mean is taken away, and each" if is_layer_norm else "Each"
    return Op(
        kind="norm",
        layer=layer,
        part=part,
        short="norm",
        title=title,
        sentence=f"{first} token's numbers are divided by their {spread}, so that only their proportions count"
        f"{_then(config)}. {after}".rstrip(),
        formula=_formula(config),
        code=_code(config, reads),
        reads=(reads,),
        outputs=tuple(outputs),
        weights=norm_weights(config, name),
    )


def norm_weights(config: Config, name: str) -> tuple[str, ...]:
    """The names of the weights of the norm `name`."""
    return (f"{name}.gain",) * config.norm_gain + (f"{name}.bias",) * config.norm_bias


def _then(config: Config) -> str:
    parts = ["multiplied by a learned gain"] * config.norm_gain + ["shifted by a learned bias"] * config.norm_bias
    return f"; then they are {' and '.join(parts)}" if parts else ""


def _formula(config: Config) -> str:
    gain = {0: r" \odot g", 1: r" \odot (1 + g)"}[config.norm_gain_offset] if config.norm_gain else ""
    bias = " + b" if config.norm_bias else ""
    if config.norm == "layer":
        mean = r",\quad \mu = \tfrac{1}{d}\sum_i x_i,\quad \sigma^2 = \tfrac{1}{d}\sum_i (x_i - \mu)^2"
        return rf"y = \frac{{x - \mu}}{{\sqrt{{\sigma^2 + \varepsilon}}}}{gain}{bias}{mean}"
    return rf"y = \frac{{x}}{{\sqrt{{\tfrac{{1}}{{d}}\sum_i x_i^2 + \varepsilon}}}}{gain}{bias}"


def _code(config: Config, reads: str) -> str:
    x = reads.rsplit(".", 1)[-1]
    centred = f"({x} - {x}.mean(-1, keepdim=True))" if config.norm == "layer" else x
    gain = f" * {'(1 + gain)' if config.norm_gain_offset else 'gain'}" if config.norm_gain else ""
    bias = " + bias" if config.norm_bias else ""
    return f"{centred} / torch.sqrt({centred}.square().mean(-1, keepdim=True) + {config.norm_eps:g}){gain}{bias}"
