"""The formula of an explanation is that of the one element, with its places filled in: one line for each kind of op."""

from typing import Any

import pytest

from tests.model.explained import answer, read_random

FORMULAS = [
    ({}, "tokens", (3,), "w_{4} = 4"),
    ({}, "embed", (3, 1), r"e_{4,2} = E[\#4,2]"),
    ({"embed_scale": 2.5}, "embed", (3, 1), r"e_{4,2} = 2.5 \cdot E[\#4,2]"),
    ({}, "rope.angle", (3, 1), r"\varphi_{4,2} = 3 \cdot 10000^{-2 \cdot 1/4}"),
    ({"position": "learned"}, "pos_embed", (3, 1), "p_{4,2} = P[4,2]"),
    ({"position": "sinusoidal"}, "pos_embed", (3, 1), r"p_{4,2} = \cos\left(\frac{3}{10000^{0/6}}\right)"),
    ({"position": "learned"}, "blocks.0.resid_pre", (3, 1), "x_{4,2} = e_{4,2} + p_{4,2}"),
    ({}, "blocks.1.resid_pre", (3, 1), r"x_{4,2} = x^{\prime\prime}_{4,2}"),
    ({}, "blocks.0.norm1.scale", (3,), r"\mathrm{rms}_{4} = \sqrt{\frac{\sum_{i=1}^{6} x_{4,i}^2}{6} + \varepsilon}"),
    ({"norm": "layer"}, "blocks.0.norm1.mean", (3,), r"\mu_{4} = \frac{\sum_{i=1}^{6} x_{4,i}}{6}"),
    (
        {"norm": "layer", "norm_bias": True, "norm_gain_offset": 1},
        "blocks.0.norm1.out",
        (3, 1),
        r"y_{4,2} = \frac{x_{4,2} - \mu_{4}}{\sigma_{4}}\, \left(1 + \gamma[2]\right) + \beta[2]",
    ),
    (
        {"qkv_bias": True},
        "blocks.0.attn.k",
        (1, 3, 2),
        r"k^{2}_{4,3} = \sum_{i=1}^{6} W_K[7,i]\, y_{4,i} + b_K[7]",
    ),
    (
        {},
        "blocks.0.attn.rot_q",
        (2, 3, 1),
        (
            r"\tilde{q}^{3}_{4,2} = q^{3}_{4,2}\, \cos\left(\varphi_{4,2}\right) "
            r"- q^{3}_{4,4}\, \sin\left(\varphi_{4,2}\right)"
        ),
    ),
    ({"rope_dims": 2}, "blocks.0.attn.rot_k", (1, 3, 2), r"\tilde{k}^{2}_{4,3} = k^{2}_{4,3}"),
    (
        {},
        "blocks.0.attn.scores",
        (3, 4, 2),
        r"s^{4}_{5,3} = \sum_{i=1}^{4} \tilde{q}^{4}_{5,i}\, \tilde{k}^{2}_{3,i}",
    ),
    ({}, "blocks.0.attn.scaled", (3, 4, 2), r"\tilde{s}^{4}_{5,3} = \frac{s^{4}_{5,3}}{\sqrt{4}}"),
    ({"attn_scale": 0.3}, "blocks.0.attn.scaled", (3, 4, 2), r"\tilde{s}^{4}_{5,3} = s^{4}_{5,3} \cdot 0.3"),
    (
        {"attn_softcap": 50},
        "blocks.0.attn.capped",
        (3, 4, 2),
        r"c^{4}_{5,3} = 50 \cdot \tanh\left(\frac{\tilde{s}^{4}_{5,3}}{50}\right)",
    ),
    ({}, "blocks.0.attn.masked", (3, 2, 4), r"m^{4}_{3,5} = -\infty"),
    (
        {},
        "blocks.0.attn.pattern",
        (3, 4, 2),
        (
            r"A^{4}_{5,3} = \frac{e^{m^{4}_{5,3} - \max_{j} m^{4}_{5,j}}}"
            r"{\sum_{j=1}^{6} e^{m^{4}_{5,j} - \max_{j} m^{4}_{5,j}}}"
        ),
    ),
    ({}, "blocks.0.attn.z", (3, 4, 2), r"z^{4}_{5,3} = \sum_{j=1}^{6} A^{4}_{5,j}\, v^{2}_{j,3}"),
    (
        {"out_bias": True},
        "blocks.0.attn.out",
        (4, 2),
        r"a_{5,3} = \sum_{h=1}^{4} \sum_{i=1}^{4} W_O[3,(h-1) \cdot 4+i]\, z^{h}_{5,i} + b_O[3]",
    ),
    ({}, "blocks.0.resid_mid", (4, 2), r"x^{\prime}_{5,3} = x_{5,3} + a_{5,3}"),
    ({}, "blocks.0.mlp.gate", (4, 2), r"g_{5,3} = \sum_{i=1}^{6} W_{gate}[3,i]\, y_{5,i}"),
    ({}, "blocks.0.mlp.act", (4, 2), r"f_{5,3} = g_{5,3}\, \operatorname{sigmoid}\left(g_{5,3}\right)"),
    (
        {"activation": "gelu"},
        "blocks.0.mlp.act",
        (4, 2),
        (
            r"f_{5,3} = g_{5,3} \cdot \tfrac{1}{2} \cdot "
            r"\left(1 + \operatorname{erf}\left(\frac{g_{5,3}}{\sqrt{2}}\right)\right)"
        ),
    ),
    ({"activation": "relu", "gated": False}, "blocks.0.mlp.hidden", (4, 2), r"h_{5,3} = \max\left(0, p_{5,3}\right)"),
    ({}, "blocks.0.mlp.hidden", (4, 2), r"h_{5,3} = f_{5,3}\, u_{5,3}"),
    ({"mlp_bias": True}, "blocks.0.mlp.out", (4, 2), r"m_{5,3} = \sum_{i=1}^{5} W_{down}[3,i]\, h_{5,i} + b_{down}[3]"),
    ({"unembed_bias": True}, "logits", (4, 2), r"\ell_{5,\#2} = \sum_{i=1}^{6} E[\#2,i]\, y_{5,i} + b_U[\#2]"),
    ({"logit_softcap": 30}, "logits", (4, 2), r"\ell_{5,\#2} = 30 \cdot \tanh\left(\frac{r_{5,\#2}}{30}\right)"),
    (
        {},
        "probs",
        (4, 2),
        r"P_{5,\#2} = \frac{e^{\ell_{5,\#2} - \max_{w} \ell_{5,w}}}{\sum_{w} e^{\ell_{5,w} - \max_{w} \ell_{5,w}}}",
    ),
]


@pytest.mark.parametrize(("fields", "name", "index", "formula"), FORMULAS)
def test_the_formula_is_of_this_one_element(
    fields: dict[str, Any], name: str, index: tuple[int, ...], formula: str
) -> None:
    assert answer(read_random(**fields), name, *index)["formula"] == formula
