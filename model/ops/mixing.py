"""From the pattern and the values to what attention adds to the stream."""

from model.config import Config
from model.ops.op import Op, TensorSpec, repeated


def mixing_ops(config: Config, layer: int) -> list[Op]:
    """What each head takes from the tokens it looks at, and all heads joined."""
    at, v_head = f"blocks.{layer}.attn", "h" if config.head_group == 1 else "g(h)"
    brought = (
        f"What the {config.n_heads} heads bring is laid side by side" if config.n_heads > 1 else "What the head brings"
    )
    one = "and turned by one" if config.n_heads > 1 else "is turned by a"
    return [
        Op(
            kind="mix",
            layer=layer,
            part="attention",
            short="Σ v",
            title="Weighted sum of values",
            sentence="Each head mixes the values of the tokens, each with its weight: this is how something of "
            "one token gets to another.",
            formula=rf"z^h_i = \sum_j A^h_{{ij}}\, v^{{{v_head}}}_j",
            code=f"z = pattern @ {repeated(config, f'{at}.v')}",
            reads=(f"{at}.pattern", f"{at}.v"),
            outputs=(
                TensorSpec(f"{at}.z", ("head", "query", "d_head"), "signed", "what each head brings to each token"),
            ),
        ),
        Op(
            kind="join",
            layer=layer,
            part="attention",
            short="join",
            title="Join the heads",
            sentence=f"{brought} {one} learned matrix into what attention adds to the stream.",
            formula=r"a_t = \sum_h W_O^h\, z^h_t" + (" + b_O" if config.out_bias else ""),
            code="attn_out = w_o(z.transpose(-2, -3).flatten(-2))",
            reads=(f"{at}.z",),
            outputs=(TensorSpec(f"{at}.out", ("token", "d_model"), "signed", "what attention adds to the stream"),),
            weights=(f"{at}.w_o.weight",) + (f"{at}.w_o.bias",) * config.out_bias,
        ),
    ]
