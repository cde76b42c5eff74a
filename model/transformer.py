"""A decoder-only transformer that reads like its equations, in one file and in reading order.

Attention: Vaswani et al. 2017 (arXiv 1706.03762); pre-norm and GPT: Radford et al. 2019; RMSNorm: Zhang & Sennrich
2019; RoPE: Su et al. 2021; GQA: Ainslie et al. 2023; gated MLPs: Shazeer 2020; soft caps: Gemma 2 (2024). No dropout
(a trace is always of the model in eval mode), no fused attention (it never forms the matrix), no in-place operation.

How to read it: a `Tap` gives back what it is given, so `self.q(x)` is `x`, and the page knows that value by the tap's
place in the model, `blocks.0.attn.q`; `nn.Identity` stands where a variant leaves a part out. The stream is the vector
of each token that every layer reads and adds to. w_ is a matrix with its bias; _e and _u are embedding and unembedding.

Axes: token, d_model, head, d_head, query, key, d_ff, vocab. Leading batch axes are allowed everywhere and named
nowhere.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from model.cache import Cache
from model.config import Activation, Config
from model.positions import Places, Rope, hidden_keys, rotate, sinusoids
from model.runtime import widen
from model.taps import Tap

ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {
    "silu": F.silu,  # x · sigmoid(x)
    "gelu": F.gelu,  # x · Φ(x), with the exact Φ
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),  # GPT-2's form
    "relu": F.relu,
}


class Norm(nn.Module):
    """RMSNorm, or LayerNorm, over the last axis of size `size`."""

    def __init__(self, config: Config, size: int) -> None:
        super().__init__()
        self.eps, self.gain_is_offset = config.norm_eps, config.norm_gain_offset == 1
        # A new norm multiplies by 1: the gain starts at 1, or at 0 where the model multiplies by 1 + gain.
        self.gain = nn.Parameter(torch.full((size,), 1.0 - config.norm_gain_offset)) if config.norm_gain else None
        self.bias = nn.Parameter(torch.zeros(size)) if config.norm_bias else None
        self.mean = Tap() if config.norm == "layer" else None
        self.scale, self.out = Tap(), Tap()

    def forward(self, x: Tensor) -> Tensor:
        """Norm each vector of `x` (token, d_model)."""
        dtype, x = x.dtype, widen(x)
        if self.mean is not None:
            x = x - self.mean(x.mean(-1))[..., None]
        scale = self.scale(torch.sqrt(x.square().mean(-1) + self.eps))  # (token): the RMS, or the standard deviation
        x = (x / scale[..., None]).to(dtype)
        if self.gain is not None:
            x = x * (self.gain + 1 if self.gain_is_offset else self.gain)
        if self.bias is not None:
            x = x + self.bias
        return self.out(x)  # (token, d_model)


def softcap(x: Tensor, cap: float) -> Tensor:
    """Squash `x` smoothly into (−cap, cap): cap · tanh(x / cap)."""
    return cap * torch.tanh(x / cap)


class Attention(nn.Module):
    """Each token asks (query q), every token offers (key k), and what is asked for is mixed in (value v)."""

    def __init__(self, config: Config, layer: int) -> None:
        super().__init__()
        self.config, self.layer, self.window = config, layer, config.window_of(layer)
        self.rope = config.rope_of(layer)
        c, width = config, config.n_kv_heads * config.d_head
        self.w_q = nn.Linear(c.d_model, c.n_heads * c.d_head, bias=c.qkv_bias)
        self.w_k = nn.Linear(c.d_model, width, bias=c.qkv_bias)
        self.w_v = nn.Linear(c.d_model, width, bias=c.qkv_bias)
        self.w_o = nn.Linear(c.n_heads * c.d_head, c.d_model, bias=c.out_bias)
        self.q, self.k, self.v = Tap(), Tap(), Tap()
        self.q_norm = Norm(c, c.d_head) if c.qk_norm else nn.Identity()
        self.k_norm = Norm(c, c.d_head) if c.qk_norm else nn.Identity()
        if c.position == "rope":
            self.rot_q, self.rot_k = Tap(), Tap()
        self.scores, self.scaled, self.masked, self.pattern = Tap(), Tap(), Tap(), Tap()
        self.capped = Tap() if c.attn_softcap else nn.Identity()
        self.z, self.out = Tap(), Tap()

    def forward(self, x: Tensor, places: Places, cache: Cache | None) -> Tensor:
        """What attention adds to the stream, from the normed `x` (token, d_model)."""
        c = self.config
        q = self.q_norm(self.q(self._heads(self.w_q(x))))  # (head, query, d_head)
        k = self.k_norm(self.k(self._heads(self.w_k(x))))  # (kv_head, key, d_head)
        v = self.v(self._heads(self.w_v(x)))  # (kv_head, key, d_head)
        if self.rope in places.turns:
            q = self.rot_q(rotate(q, places.turns[self.rope], c.rope_pairing))
            k = self.rot_k(rotate(k, places.turns[self.rope], c.rope_pairing))
        if cache is not None:
            k, v = cache.extend(self.layer, k, v)
        if c.head_group > 1:
            k, v = (t.repeat_interleave(c.head_group, dim=-3) for t in (k, v))  # (head, key, d_head)

        scores = self.scores(q @ k.transpose(-1, -2))  # (head, query, key)
        scaled = self.scaled(scores * c.score_scale)
        capped = self.capped(softcap(scaled, c.attn_softcap)) if c.attn_softcap else scaled
        masked = self.masked(capped.masked_fill(places.hidden[self.window], -torch.inf))
        pattern = self.pattern(torch.softmax(widen(masked), dim=-1).to(v.dtype))  # each row sums to 1
        z = self.z(pattern @ v)  # (head, query, d_head)
        joined = z.transpose(-2, -3).flatten(-2)  # (token, head · d_head)
        return self.out(self.w_o(joined))  # (token, d_model)

    def _heads(self, x: Tensor) -> Tensor:
        # Cut the last axis (head · d_head) into the heads, and let these come first.
        return x.view(*x.shape[:-1], -1, self.config.d_head).transpose(-2, -3)  # (head, token, d_head)


class MLP(nn.Module):
    """What each token works out by itself: gated W_down(f(W_gate x) · W_up x), or plain W_down f(W_up x)."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        c, self.activation = config, ACTIVATIONS[config.activation]
        self.w_gate = nn.Linear(c.d_model, c.d_ff, bias=c.mlp_bias) if c.gated else None
        self.w_up = nn.Linear(c.d_model, c.d_ff, bias=c.mlp_bias)
        self.w_down = nn.Linear(c.d_ff, c.d_model, bias=c.mlp_bias)
        if c.gated:
            self.gate, self.act, self.up = Tap(), Tap(), Tap()
        else:
            self.pre = Tap()
        self.hidden, self.out = Tap(), Tap()

    def forward(self, x: Tensor) -> Tensor:
        """What the MLP adds to the stream, from the normed `x` (token, d_model)."""
        if self.w_gate is not None:
            act = self.act(self.activation(self.gate(self.w_gate(x))))  # (token, d_ff)
            hidden = self.hidden(act * self.up(self.w_up(x)))
        else:
            hidden = self.hidden(self.activation(self.pre(self.w_up(x))))
        return self.out(self.w_down(hidden))  # (token, d_model)


class Block(nn.Module):
    """One layer: attention and MLP, each on a branch that is added back to the residual stream.

    Norms have three places; a config uses some of them, and the others are the identity: `norm1` before the part,
    `norm1_branch` on what the part adds, `norm1_post` on the sum (likewise `norm2` for the MLP).
    """

    def __init__(self, config: Config, layer: int) -> None:
        super().__init__()
        place, self.parallel, self.shared_norm = config.norm_place, config.parallel, config.shared_norm

        def norm(wanted: bool) -> nn.Module:
            return Norm(config, config.d_model) if wanted else nn.Identity()

        self.resid_pre = Tap()
        self.norm1 = norm(place in ("pre", "sandwich"))
        self.attn = Attention(config, layer)
        self.norm1_branch = norm(place in ("branch", "sandwich"))
        self.resid_mid = Tap()
        self.norm1_post = norm(place == "post")
        self.norm2 = norm(place in ("pre", "sandwich") and not config.shared_norm)
        self.mlp = MLP(config)
        self.norm2_branch = norm(place in ("branch", "sandwich"))
        self.resid_post = Tap()
        self.norm2_post = norm(place == "post")

    def forward(self, x: Tensor, places: Places, cache: Cache | None = None) -> Tensor:
        """The stream after this layer, from the stream `x` (token, d_model) before it."""
        x = self.resid_pre(x)  # (token, d_model), like everything on the stream
        read = self.norm1(x)  # what the part reads: a normed copy, or the stream itself
        mid = self.resid_mid(x + self.norm1_branch(self.attn(read, places, cache)))
        mid = self.norm1_post(mid)
        if not self.shared_norm:
            read = self.norm2(x if self.parallel else mid)
        post = self.resid_post(mid + self.norm2_branch(self.mlp(read)))
        return self.norm2_post(post)


class Transformer(nn.Module):
    """Token ids in, logits out."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.w_e = nn.Embedding(config.vocab_size, config.d_model)
        self.w_pos = nn.Embedding(config.n_ctx, config.d_model) if config.position == "learned" else None
        self.embed = Tap()
        self.pos_embed = Tap() if config.position in ("learned", "sinusoidal") else None
        self.rope = Rope(config, "rope") if "rope" in config.ropes else None
        self.rope_window = Rope(config, "rope_window") if "rope_window" in config.ropes else None
        self.blocks = nn.ModuleList(Block(config, layer) for layer in range(config.n_layers))
        self.norm_final = Norm(config, config.d_model) if config.norm_final else nn.Identity()
        self.w_u = None if config.tied else nn.Linear(config.d_model, config.vocab_size, bias=False)
        self.b_u = nn.Parameter(torch.zeros(config.vocab_size)) if config.unembed_bias else None
        self.logits_raw = Tap() if config.logit_softcap else nn.Identity()
        self.logits, self.probs = Tap(), Tap()

    def forward(self, ids: Tensor, cache: Cache | None = None) -> Tensor:
        """Return the logits (token, vocab) for `ids` (token); with a `cache`, `ids` go on after the tokens it holds."""
        places = self.places(ids.shape[-1], start=cache.length if cache else 0)
        x = self.embed_tokens(ids, places)
        for block in self.blocks:
            x = block(x, places, cache)
        return self.unembed(x)

    def predict(self, ids: Tensor, cache: Cache | None = None) -> Tensor:
        """Return the probabilities (token, vocab) of the token that follows each of `ids` (token)."""
        return self.probs(torch.softmax(self(ids, cache), dim=-1))

    def places(self, n_tokens: int, *, start: int = 0) -> Places:
        """Where `n_tokens` tokens stand that come after `start` others."""
        c, device = self.config, self.w_e.weight.device
        positions = torch.arange(start, start + n_tokens, device=device)
        windows = {c.window_of(layer) for layer in range(c.n_layers)}
        hidden = {w: hidden_keys(positions, start + n_tokens, causal=c.causal, window=w) for w in windows}
        ropes = {"rope": self.rope, "rope_window": self.rope_window}
        turns = {name: rope(positions) for name, rope in ropes.items() if rope is not None}
        return Places(positions, turns, hidden)

    def embed_tokens(self, ids: Tensor, places: Places) -> Tensor:
        """Each id selects a row of the embedding table; added positions, where the model has them, come on top."""
        x = self.w_e(ids)  # (token, d_model)
        x = self.embed(x * self.config.embed_scale if self.config.embed_scale != 1 else x)
        if self.pos_embed is None:
            return x
        at = places.positions
        rows = sinusoids(at, self.config.d_model) if self.w_pos is None else self.w_pos(at)
        return x + self.pos_embed(rows.to(x.dtype))

    def unembed(self, x: Tensor) -> Tensor:
        """Norm the stream `x` (token, d_model) a last time and compare it with every piece of the vocabulary."""
        table = self.w_e.weight if self.w_u is None else self.w_u.weight  # (vocab, d_model)
        logits = self.logits_raw(F.linear(self.norm_final(x), table, self.b_u))  # (token, vocab)
        cap = self.config.logit_softcap
        return self.logits(softcap(logits, cap) if cap else logits)
