"""The operations of the MLP, gated or plain."""

from model.config import Activation, Config
from model.ops.op import Op, TensorSpec, letter, rows, variable

NAMES: dict[Activation, str] = {"silu": "SiLU", "gelu": "GELU", "gelu_tanh": "GELU (tanh form)", "relu": "ReLU"}
FORMULAS: dict[Activation, tuple[str, ...]] = {
    "silu": (r"f(x) = x \cdot \frac{1}{1 + e^{-x}}",),
    "gelu": (r"f(x) = x \cdot \Phi(x)", r"\Phi(x) = \tfrac{1}{2}\left(1 + \operatorname{erf}(x / \sqrt{2})\right)"),
    "gelu_tanh": (
        r"f(x) = \tfrac{x}{2}\left(1 + \tanh(r)\right)",
        r"r = \sqrt{2/\pi}\,(x + 0.044715\, x^3)",
    ),
    "relu": (r"f(x) = \max(0, x)",),
}
SENTENCES: dict[Activation, str] = {
    "silu": "Large positive numbers pass almost unchanged, negative ones shrink towards zero",
    "gelu": "Large positive numbers pass almost unchanged, negative ones shrink towards zero",
    "gelu_tanh": "Large positive numbers pass almost unchanged, negative ones shrink towards zero",
    "relu": "Positive numbers pass unchanged, negative ones become zero",
}
CODE: dict[Activation, str] = {
    "silu": "F.silu({})",
    "gelu": "F.gelu({})",
    "gelu_tanh": 'F.gelu({}, approximate="tanh")',
    "relu": "F.relu({})",
}


def mlp_ops(config: Config, layer: int, *, reads: str) -> list[Op]:
    """The MLP of `layer`, reading the normed stream (or the stream) `reads`."""
    return [*(_gated(config, layer, reads) if config.gated else _plain(config, layer, reads)), _down(config, layer)]


def _op(layer: int, kind: str, short: str, title: str, **rest: object) -> Op:
    return Op(kind=kind, layer=layer, part="mlp", short=short, title=title, **rest)  # type: ignore[arg-type]


def _tensor(layer: int, name: str, meaning: str) -> TensorSpec:
    return TensorSpec(f"blocks.{layer}.mlp.{name}", ("token", "d_ff"), "signed", meaning)


def _weights(config: Config, layer: int, name: str) -> tuple[str, ...]:
    at = f"blocks.{layer}.mlp.{name}"
    return (f"{at}.weight",) + (f"{at}.bias",) * config.mlp_bias


def _gated(config: Config, layer: int, reads: str) -> list[Op]:
    at, bias, units = f"blocks.{layer}.mlp", config.mlp_bias, f"{config.d_ff:,}"
    name = NAMES[config.activation]
    return [
        _op(
            layer,
            "linear",
            "gate",
            "Gate",
            sentence=f"Each of {units} units looks for one pattern in the token; its number says how strongly it "
            "found it.",
            formula=rf"g = W_{{gate}}\, {letter(reads)}" + (" + b_{gate}" if bias else ""),
            code=f"gate = w_gate({variable(reads)})",
            reads=(reads,),
            outputs=(_tensor(layer, "gate", "how strongly each unit's pattern is found"),),
            weights=_weights(config, layer, "w_gate"),
        ),
        _activation(config, layer, "gate", "act", name),
        _op(
            layer,
            "linear",
            "up",
            "Up",
            sentence=f"A second matrix works out, for each of the {units} units, what it would pass on if its "
            "gate were open.",
            formula=rf"u = W_{{up}}\, {letter(reads)}" + (" + b_{up}" if bias else ""),
            code=f"up = w_up({variable(reads)})",
            reads=(reads,),
            outputs=(_tensor(layer, "up", "what each unit would pass on"),),
            weights=_weights(config, layer, "w_up"),
        ),
        _op(
            layer,
            "product",
            "×",
            "Gate × up",
            sentence="Unit by unit, the gate is multiplied by what waits behind it: a closed gate lets nothing "
            "through.",
            formula=r"h = f(g) \odot u",
            code="hidden = act * up",
            reads=(f"{at}.act", f"{at}.up"),
            outputs=(_tensor(layer, "hidden", "what each unit passes on"),),
        ),
    ]


def _plain(config: Config, layer: int, reads: str) -> list[Op]:
    return [
        _op(
            layer,
            "linear",
            "up",
            "Up",
            sentence=f"Each of {config.d_ff:,} units looks for one pattern in the token; its number says how "
            "strongly it found it.",
            formula=rf"p = W_{{up}}\, {letter(reads)}" + (" + b_{up}" if config.mlp_bias else ""),
            code=f"pre = w_up({variable(reads)})",
            reads=(reads,),
            outputs=(_tensor(layer, "pre", "how strongly each unit's pattern is found"),),
            weights=_weights(config, layer, "w_up"),
        ),
        _activation(config, layer, "pre", "hidden", NAMES[config.activation]),
    ]


def _activation(config: Config, layer: int, reads: str, writes: str, name: str) -> Op:
    kind: Activation = config.activation
    return _op(
        layer,
        "activation",
        name.split(" ", 1)[0],
        name,
        sentence=f"{SENTENCES[kind]}: a unit that found nothing stays quiet.",
        formula=rows(*([] if config.gated else ["h = f(p)"]), *FORMULAS[kind]),
        code=f"{writes} = {CODE[kind].format(reads)}",
        reads=(f"blocks.{layer}.mlp.{reads}",),
        outputs=(_tensor(layer, writes, f"each unit after {name}"),),
    )


def _down(config: Config, layer: int) -> Op:
    at = f"blocks.{layer}.mlp"
    return _op(
        layer,
        "linear",
        "down",
        "Down",
        sentence=f"Each unit has its own learned list of {config.d_model} numbers and brings it in as strongly as it "
        "is active; together they are what the MLP adds to the stream.",
        formula=r"m = W_{down}\, h" + (" + b_{down}" if config.mlp_bias else ""),
        code="mlp_out = w_down(hidden)",
        reads=(f"{at}.hidden",),
        outputs=(TensorSpec(f"{at}.out", ("token", "d_model"), "signed", "what the MLP adds to the stream"),),
        weights=_weights(config, layer, "w_down"),
    )
