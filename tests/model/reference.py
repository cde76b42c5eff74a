"""A second implementation of the forward pass, in numpy and float64, that shares no code with `model/`.

It is written from the papers and from the meaning of the config's fields, one head and one number at a time where that
is clearer, and gives every tensor by its public name. Tests compare the model and the page with it.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Tensors = dict[str, NDArray[Any]]

erf = np.vectorize(math.erf, otypes=[float])
ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "silu": lambda x: x / (1 + np.exp(-x)),
    "gelu": lambda x: 0.5 * x * (1 + erf(x / math.sqrt(2))),
    "gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "relu": lambda x: np.where(x > 0, x, 0.0),
}


def forward(config: Any, weights: Mapping[str, NDArray[Any]], ids: Sequence[int]) -> Tensors:
    """Every tensor of one pass over `ids`, by name, in float64.

    `config` has the fields of `model.config.Config`; `weights` are arrays of any float type, named as in the
    model's state dict.
    """
    return Forward(config, weights).run(list(ids))


class Forward:
    """One pass: `tensors` fills up with every named tensor on the way."""

    def __init__(self, config: Any, weights: Mapping[str, NDArray[Any]]) -> None:
        self.config = config
        self.weights = {name: np.asarray(weight, dtype=np.float64) for name, weight in weights.items()}
        self.tensors: Tensors = {}

    def keep(self, name: str, value: Array) -> Array:
        """Keep `value` under its name and hand it on."""
        assert name not in self.tensors, f"{name} is made twice"
        self.tensors[name] = value
        return value

    def run(self, ids: list[int]) -> Tensors:
        """The whole pass, from ids (token) to probs (token, vocab)."""
        c = self.config
        self.tensors["tokens"] = np.array(ids)
        x = self.keep("embed", self.weights["w_e.weight"][ids] * c.embed_scale)
        if c.position == "learned":
            x = x + self.keep("pos_embed", self.weights["w_pos.weight"][: len(ids)])
        elif c.position == "sinusoidal":
            x = x + self.keep("pos_embed", sinusoids(len(ids), c.d_model))
        elif c.position == "rope":
            rotated = c.rope_dims or c.d_head
            slower = np.ones(rotated // 2) if c.rope_stretch is None else np.array(c.rope_stretch)
            self.keep("rope.angle", angles(len(ids), rotated, c.rope_theta) / slower)
            if c.rope_theta_window is not None:
                self.keep("rope_window.angle", angles(len(ids), rotated, c.rope_theta_window))
        for layer in range(c.n_layers):
            x = self.block(f"blocks.{layer}", layer, x)
        if c.norm_final:
            x = self.norm("norm_final", x)
        logits = x @ self.weights["w_e.weight" if c.tied else "w_u.weight"].T
        if c.unembed_bias:
            logits = logits + self.weights["b_u"]
        if c.logit_softcap:
            logits = c.logit_softcap * np.tanh(self.keep("logits_raw", logits) / c.logit_softcap)
        self.keep("probs", softmax(self.keep("logits", logits)))
        return self.tensors

    def block(self, at: str, layer: int, x: Array) -> Array:
        """One layer, on the stream x (token, d_model)."""
        place = self.config.norm_place
        self.keep(f"{at}.resid_pre", x)
        read = self.norm(f"{at}.norm1", x) if place in ("pre", "sandwich") else x
        branch = self.attention(f"{at}.attn", layer, read)
        if place in ("branch", "sandwich"):
            branch = self.norm(f"{at}.norm1_branch", branch)
        mid = self.keep(f"{at}.resid_mid", x + branch)
        if place == "post":
            mid = self.norm(f"{at}.norm1_post", mid)
        if not self.config.shared_norm:
            read = x if self.config.parallel else mid
            if place in ("pre", "sandwich"):
                read = self.norm(f"{at}.norm2", read)
        branch = self.mlp(f"{at}.mlp", read)
        if place in ("branch", "sandwich"):
            branch = self.norm(f"{at}.norm2_branch", branch)
        post = self.keep(f"{at}.resid_post", mid + branch)
        return self.norm(f"{at}.norm2_post", post) if place == "post" else post

    def norm(self, name: str, x: Array) -> Array:
        """LayerNorm or RMSNorm over the last axis."""
        c = self.config
        if c.norm == "layer":
            self.keep(f"{name}.mean", x.mean(-1))
            scale = self.keep(f"{name}.scale", np.sqrt(x.var(-1) + c.norm_eps))
            y = (x - x.mean(-1, keepdims=True)) / scale[..., None]
        else:
            scale = self.keep(f"{name}.scale", np.sqrt((x**2).mean(-1) + c.norm_eps))
            y = x / scale[..., None]
        if c.norm_gain:
            y = y * (self.weights[f"{name}.gain"] + c.norm_gain_offset)
        if c.norm_bias:
            y = y + self.weights[f"{name}.bias"]
        return self.keep(f"{name}.out", y)

    def linear(self, name: str, x: Array) -> Array:
        """W x + b."""
        y = np.einsum("ti,oi->to", x, self.weights[f"{name}.weight"])
        return y + self.weights[f"{name}.bias"] if f"{name}.bias" in self.weights else y

    def attention(self, at: str, layer: int, x: Array) -> Array:
        """Attention on what it reads, x (token, d_model)."""
        c = self.config
        made: dict[str, Array] = {}
        for letter, n_heads in (("q", c.n_heads), ("k", c.n_kv_heads), ("v", c.n_kv_heads)):
            flat = self.linear(f"{at}.w_{letter}", x)
            heads = np.stack([flat[:, h * c.d_head : (h + 1) * c.d_head] for h in range(n_heads)])
            made[letter] = self.keep(f"{at}.{letter}", heads)
            if letter != "v" and c.qk_norm:
                made[letter] = self.norm(f"{at}.{letter}_norm", made[letter])
            if letter != "v" and c.position == "rope":
                other = c.rope_theta_window is not None and has_window(c, layer)
                angle = self.tensors["rope_window.angle" if other else "rope.angle"]
                turned = turn(made[letter], angle, c.rope_pairing)
                made[letter] = self.keep(f"{at}.rot_{letter}", turned)
        serving = [h * c.n_kv_heads // c.n_heads for h in range(c.n_heads)]  # the key head of each query head
        k, v = made["k"][serving], made["v"][serving]
        scores = self.keep(f"{at}.scores", np.einsum("hqd,hkd->hqk", made["q"], k))
        scale = 1 / math.sqrt(c.d_head) if c.attn_scale is None else c.attn_scale
        grid = self.keep(f"{at}.scaled", scores * scale)
        if c.attn_softcap:
            grid = self.keep(f"{at}.capped", c.attn_softcap * np.tanh(grid / c.attn_softcap))
        masked = self.keep(f"{at}.masked", np.where(visible(c, layer, len(x)), grid, -np.inf))
        pattern = self.keep(f"{at}.pattern", softmax(masked))
        z = self.keep(f"{at}.z", np.einsum("hqk,hkd->hqd", pattern, v))
        return self.keep(f"{at}.out", self.linear(f"{at}.w_o", np.concatenate(list(z), axis=-1)))

    def mlp(self, at: str, x: Array) -> Array:
        """The MLP on what it reads, x (token, d_model)."""
        f = ACTIVATIONS[self.config.activation]
        if self.config.gated:
            act = self.keep(f"{at}.act", f(self.keep(f"{at}.gate", self.linear(f"{at}.w_gate", x))))
            hidden = act * self.keep(f"{at}.up", self.linear(f"{at}.w_up", x))
        else:
            hidden = f(self.keep(f"{at}.pre", self.linear(f"{at}.w_up", x)))
        return self.keep(f"{at}.out", self.linear(f"{at}.w_down", self.keep(f"{at}.hidden", hidden)))


def softmax(x: Array) -> Array:
    """Each row to weights that sum to 1."""
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def has_window(config: Any, layer: int) -> bool:
    """Whether the layer has the sliding window."""
    return config.window is not None and (config.window_layers is None or layer in config.window_layers)


def visible(config: Any, layer: int, n_tokens: int) -> NDArray[np.bool_]:
    """Which key each query may look at (query, key)."""
    window = config.window if has_window(config, layer) else None
    grid = np.ones((n_tokens, n_tokens), dtype=bool)
    for query in range(n_tokens):
        for key in range(n_tokens):
            is_later = key > query
            is_far = window is not None and abs(query - key) >= window
            grid[query, key] = not is_far and not (is_later and config.causal)
    return grid


def angles(n_tokens: int, rotated: int, theta: float) -> Array:
    """By how much each pair turns at each position (token, pair)."""
    return np.array([[t * theta ** (-2 * p / rotated) for p in range(rotated // 2)] for t in range(n_tokens)])


def turn(x: Array, angle: Array, pairing: str) -> Array:
    """x (head, token, d_head) with each pair turned, as a product of complex numbers."""
    n_pairs = angle.shape[-1]
    first = np.arange(n_pairs) if pairing == "half" else 2 * np.arange(n_pairs)
    second = first + (n_pairs if pairing == "half" else 1)
    turned = (x[..., first] + 1j * x[..., second]) * np.exp(1j * angle)
    y = x.copy()
    y[..., first], y[..., second] = turned.real, turned.imag
    return y


def sinusoids(n_tokens: int, d_model: int) -> Array:
    """The rows of positions of Vaswani et al. 2017, section 3.5 (token, d_model)."""
    rows = np.zeros((n_tokens, d_model))
    for t in range(n_tokens):
        for i in range(d_model):
            wave = t / 10_000 ** ((i - i % 2) / d_model)
            rows[t, i] = math.cos(wave) if i % 2 else math.sin(wave)
    return rows
