"""Random configs of every variant, small models with random weights, and texts of random ids, for Hypothesis."""

from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from model.config import Config
from model.taps import Run, attach_hooks, recording
from model.transformer import Transformer

ACTIVATIONS = ("silu", "gelu", "gelu_tanh", "relu")
PLACES = ("pre", "post", "branch", "sandwich")
POSITIONS = ("rope", "learned", "sinusoidal", "none")
N_CTX = 24


@dataclass(frozen=True)
class Case:
    """A config, the seed of its random weights, and the ids of a text."""

    config: Config
    seed: int
    ids: tuple[int, ...]

    def model(self, dtype: torch.dtype = torch.float32) -> Transformer:
        """The model of this case, with hooks attached."""
        return make_model(self.config, self.seed, dtype)

    def tensor(self) -> Tensor:
        """The ids (token) as a tensor."""
        return torch.tensor(self.ids)


@st.composite
def configs(draw: st.DrawFn, *, causal: bool | None = None) -> Config:
    """Any config that a model of a few hundred weights can have; with `causal`, only those that are or are not."""
    yes = st.booleans()
    position = draw(st.sampled_from(POSITIONS))
    n_kv_heads, group, n_layers = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    d_head = draw(st.integers(1, 3)) * 2 if position == "rope" else draw(st.integers(1, 5))
    parallel, place = draw(yes), draw(st.sampled_from(PLACES))
    parallel = parallel and place != "post"
    norm_bias = draw(yes)
    fields: dict[str, Any] = {
        "vocab_size": draw(st.integers(2, 11)),
        "d_model": draw(st.integers(4, 9)),
        "n_layers": n_layers,
        "n_heads": n_kv_heads * group,
        "n_kv_heads": n_kv_heads,
        "d_head": d_head,
        "d_ff": draw(st.integers(1, 12)),
        "n_ctx": N_CTX,
        "norm": draw(st.sampled_from(("rms", "layer"))),
        "norm_eps": draw(st.sampled_from((1e-5, 1e-2))),
        "norm_gain": draw(yes) or norm_bias,
        "norm_gain_offset": draw(st.sampled_from((0, 1))),
        "norm_bias": norm_bias,
        "norm_place": place,
        "norm_final": draw(yes),
        "position": position,
        "rope_theta": draw(st.sampled_from((10_000.0, 100.0))),
        "rope_stretch": None,
        "rope_theta_window": None,
        "rope_pairing": draw(st.sampled_from(("half", "interleaved"))),
        "rope_dims": draw(st.sampled_from((None, *range(2, d_head + 1, 2)))) if position == "rope" else None,
        **{
            name: draw(yes) for name in ("qkv_bias", "out_bias", "mlp_bias", "unembed_bias", "qk_norm", "gated", "tied")
        },
        "activation": draw(st.sampled_from(ACTIVATIONS)),
        "causal": draw(yes) if causal is None else causal,
        "parallel": parallel,
        "shared_norm": parallel and place == "pre" and draw(yes),
        "attn_scale": draw(st.sampled_from((None, 0.3))),
        "attn_softcap": draw(st.sampled_from((None, 1.5))),
        "logit_softcap": draw(st.sampled_from((None, 2.0))),
        "window": draw(st.sampled_from((None, 1, 2, 3, 30))),
        "window_layers": draw(st.sampled_from((None, (), (0,), (n_layers - 1,)))),
        "embed_scale": draw(st.sampled_from((1.0, 2.5))),
    }
    if position == "rope":
        n_pairs = (fields["rope_dims"] or d_head) // 2
        fields["rope_stretch"] = draw(st.none() | st.tuples(*[st.sampled_from((1.0, 2.5, 8.0))] * n_pairs))
        fields["rope_theta_window"] = draw(st.sampled_from((None, 50.0))) if fields["window"] else None
    return Config(**fields)


@st.composite
def cases(draw: st.DrawFn, *, causal: bool | None = None, min_tokens: int = 1) -> Case:
    """A random config with random weights and a text of up to seven tokens."""
    config = draw(configs(causal=causal))
    ids = draw(st.lists(st.integers(0, config.vocab_size - 1), min_size=min_tokens, max_size=7))
    return Case(config, draw(st.integers(0, 2**16)), tuple(ids))


def make_model(config: Config, seed: int = 0, dtype: torch.dtype = torch.float32) -> Transformer:
    """A model with random weights, drawn in float32 so that they are the same in every dtype; gains are away from 1."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        model = Transformer(config).eval()
    finally:
        torch.set_default_dtype(before)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            drawn = torch.randn(weight.shape, generator=generator, dtype=torch.float32) * 0.5
            weight.copy_(drawn + (1 - config.norm_gain_offset) if name.endswith("gain") else drawn)
    attach_hooks(model)
    return model


def capture(model: Transformer, ids: Tensor) -> dict[str, Tensor]:
    """Every named tensor of one pass over `ids` (token)."""
    with torch.inference_mode(), recording(Run()) as run:
        model.predict(ids)
    return run.tensors
