"""What tests of explanations share: passes to read, and a record of what was explained, told at the end of the run."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model.config import Config
from model.explain import Explanation
from model.explain.explanation import explain_element
from model.explain.reading import Reading
from model.memory import ByteLRU
from model.shelf.library import Library
from model.trace import Trace, make_trace, nbytes
from model.transformer import Transformer
from tests.model.configs import capture, make_model

Json = dict[str, Any]
IDS = (1, 4, 0, 4, 2, 6)
SIZES: dict[str, Any] = {
    "vocab_size": 7, "d_model": 6, "n_layers": 2, "n_heads": 4, "n_kv_heads": 2, "d_head": 4, "d_ff": 5, "n_ctx": 8
}  # fmt: skip

CHOICES: dict[str, tuple[object, ...]] = {
    "norm": ("rms", "layer"),
    "norm_gain": (True, False),
    "norm_gain_offset": (0, 1),
    "norm_bias": (True, False),
    "norm_place": ("pre", "post", "branch", "sandwich"),
    "norm_final": (True, False),
    "position": ("rope", "learned", "sinusoidal", "none"),
    "rope_pairing": ("half", "interleaved"),
    "partial rotary": (True, False),
    "rope_stretch": (True, False),
    "rope_theta_window": (True, False),
    "qkv_bias": (True, False),
    "out_bias": (True, False),
    "mlp_bias": (True, False),
    "unembed_bias": (True, False),
    "qk_norm": (True, False),
    "gated": (True, False),
    "activation": ("silu", "gelu", "gelu_tanh", "relu"),
    "tied": (True, False),
    "causal": (True, False),
    "parallel": (True, False),
    "shared_norm": (True, False),
    "shared heads": (True, False),
    "attn_scale": (True, False),
    "attn_softcap": (True, False),
    "logit_softcap": (True, False),
    "window": (True, False),
    "embed_scale": (True, False),
}
"""The choices that make a variant, and what can be chosen; sizes are not among them."""


def choices(config: Config) -> dict[str, object]:
    """What `config` chooses."""
    own = {
        "partial rotary": config.rotated < config.d_head,
        "shared heads": config.head_group > 1,
        "embed_scale": config.embed_scale != 1,
        **{
            name: getattr(config, name) is not None
            for name in (
                "attn_scale",
                "attn_softcap",
                "logit_softcap",
                "window",
                "rope_stretch",
                "rope_theta_window",
            )
        },
    }
    return {name: own.get(name, getattr(config, name, None)) for name in CHOICES}


def draw_variant(rng: np.random.Generator) -> Config:
    """A small config that chooses everything by chance, each choice as likely as the others."""
    made: dict[str, Any] = {name: values[rng.integers(len(values))] for name, values in CHOICES.items()}
    is_partial, shares = made.pop("partial rotary"), made.pop("shared heads")
    given = {"attn_scale": 0.3, "attn_softcap": 1.5, "logit_softcap": 2.0, "window": 3}
    made |= {name: number if made[name] else None for name, number in given.items()}
    made |= {
        "norm_gain": made["norm_gain"] or made["norm_bias"],
        "parallel": made["parallel"] and made["norm_place"] != "post",
        "rope_dims": 2 if is_partial and made["position"] == "rope" else None,
        "embed_scale": 2.5 if made["embed_scale"] else 1.0,
        "n_kv_heads": 2 if shares else 4,
    }
    is_turned, pairs = made["position"] == "rope", (made["rope_dims"] or SIZES["d_head"]) // 2
    made["rope_stretch"] = (2.5, 8.0)[:pairs] if made["rope_stretch"] and is_turned else None
    made["rope_theta_window"] = 50.0 if made["rope_theta_window"] and is_turned and made["window"] else None
    made["shared_norm"] = made["shared_norm"] and made["parallel"] and made["norm_place"] == "pre"
    return Config(**{**SIZES, **made})


def reading_of(model: Transformer, ids: Tensor, tensors: Mapping[str, Tensor]) -> Reading:
    """A pass over `ids` (token) that captured `tensors`."""
    known = {**tensors, "tokens": ids}
    return Reading(
        model.config, len(ids), known.__getitem__, lambda name, token: known[name][token], model.get_parameter
    )


@cache
def read_random(**fields: Any) -> Reading:
    """A pass of a small random model that chooses `fields`."""
    model, ids = make_model(Config(**{**SIZES, **fields})), torch.tensor(IDS)
    return reading_of(model, ids, capture(model, ids))


@cache
def trace_of(name: str, text: str) -> Trace:
    """A trace of a bundled model."""
    return make_trace(Library().get(name), text, insides=ByteLRU(100_000_000, size=nbytes))


def listed(found: Explanation, terms: int = 8) -> Json:
    """An explanation as it is sent, but for the words of pieces."""
    return found.to_json(terms=terms, piece=lambda i: {"id": i})


def answer(read: Reading, name: str, *index: int, terms: int = 8) -> Json:
    """An explanation of one element as it is sent."""
    return listed(explain_element(read, name, index), terms)


@dataclass
class Record:
    """Elements explained by kind of op, variant and dtype, and the worst share of its tolerance that one took."""

    elements: Counter[tuple[str, tuple[object, ...], str]] = field(default_factory=Counter)
    worst: dict[str, float] = field(default_factory=dict)

    def add(self, kind: str, config: Config, dtype: str, share: float) -> None:
        """Remember that an element of an operation of `kind` was explained."""
        self.elements[kind, tuple(choices(config).values()), dtype] += 1
        self.worst[dtype] = max(self.worst.get(dtype, 0.0), share)

    def seen(self, dtype: str) -> tuple[set[str], set[tuple[str, object]]]:
        """The kinds of operation, and the single choices, of which elements in `dtype` were explained."""
        known = [(kind, variant) for kind, variant, in_dtype in self.elements if in_dtype == dtype]
        made = {choice for _, variant in known for choice in zip(CHOICES, variant, strict=True)}
        return {kind for kind, _ in known}, made

    def lines(self) -> list[str]:
        """What is told at the end of the run."""
        if not self.elements:
            return []
        pairs = {(kind, variant) for kind, variant, _ in self.elements}
        kinds = Counter(kind for kind, _ in pairs)
        n_variants = len({variant for _, variant in pairs})
        worst = ", ".join(f"{share:.1%} of the tolerance in {dtype}" for dtype, share in sorted(self.worst.items()))
        first = f"{len(pairs):,} (op, variant) pairs: {len(kinds)} kinds of op in {n_variants} variants"
        counts = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        return [f"{first}, {self.elements.total():,} elements; the worst differed by {worst}", counts]


RECORD = Record()
