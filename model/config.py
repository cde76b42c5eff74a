"""The one configuration that covers every variant of the block.

A variant is a choice of field values, never a subclass: `transformer.py` builds from these fields, `anatomy.py`
describes from them, and `families/` fills them in from published checkpoints.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Size = Annotated[int, Field(ge=1, le=1_000_000)]
Activation = Literal["silu", "gelu", "gelu_tanh", "relu"]
NormPlace = Literal["pre", "post", "branch", "sandwich"]
RopeName = Literal["rope", "rope_window"]
"""The angles by which a layer turns queries and keys: those of most models, or those of layers with a window."""


class Config(BaseModel):
    """The shape and the variant of a decoder-only transformer.

    Sizes are numbers of elements. Layers and heads are numbered from 0. Values that cannot belong together (heads
    that do not divide, an odd number of rotated dimensions …) are refused with a `ValueError`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)

    vocab_size: Size
    """How many pieces the vocabulary has."""
    d_model: Size
    """How many numbers each token is on the stream."""
    n_layers: Annotated[int, Field(ge=1, le=1000)]
    """How many layers there are."""
    n_heads: Size
    """How many query heads each layer has."""
    n_kv_heads: Size
    """How many key and value heads each layer has; each serves the same number of query heads."""
    d_head: Size
    """How many numbers a query, a key or a value has."""
    d_ff: Size
    """How many units the MLP of each layer has."""
    n_ctx: Annotated[int, Field(ge=1, le=10_000_000)]
    """How many tokens can be read at once."""

    norm: Literal["rms", "layer"] = "rms"
    """rms: divide by the root mean square. layer: take the mean away first."""
    norm_eps: Annotated[float, Field(gt=0, lt=1)] = 1e-5
    """What is added to the mean square, so that nothing is divided by 0."""
    norm_gain: bool = True
    """Norms multiply by a learned gain."""
    norm_gain_offset: Literal[0, 1] = 0
    """Gemma stores g and multiplies by 1 + g."""
    norm_bias: bool = False
    """Norms add a learned bias."""
    norm_place: NormPlace = "pre"
    """pre: before each part.

    post: after each addition (2017). branch: on what a part adds (OLMo 2). sandwich: pre and branch (Gemma 2).
    """
    norm_final: bool = True
    """The stream is normed before the logits."""

    position: Literal["rope", "learned", "sinusoidal", "none"] = "rope"
    """rope: queries and keys are turned. learned, sinusoidal: a row is added to each embedding."""
    rope_theta: Annotated[float, Field(gt=0)] = 10_000.0
    """The base θ of the frequencies: pair p turns by θ^(−2p / rope_dims) for each place."""
    rope_stretch: tuple[Annotated[float, Field(gt=0)], ...] | None = None
    """How many times slower each pair turns than θ says, for a context longer than it was trained on (Llama 3.1)."""
    rope_theta_window: Annotated[float, Field(gt=0)] | None = None
    """The base θ in the layers that have the window, where nothing is stretched; None means that of the others."""
    rope_pairing: Literal["half", "interleaved"] = "half"
    """half: dimension i turns with i + rope_dims/2. interleaved: 2i turns with 2i + 1."""
    rope_dims: int | None = None
    """How many dimensions of each head are rotated; None means all of `d_head` (fewer: partial rotary)."""

    qkv_bias: bool = False
    """Queries, keys and values have a learned bias."""
    out_bias: bool = False
    """What joins the heads has a learned bias."""
    mlp_bias: bool = False
    """The matrices of the MLP have a learned bias."""
    unembed_bias: bool = False
    """Logits have a learned bias."""
    qk_norm: bool = False
    """Norm of each head's q and k before the rotation (Qwen3)."""

    gated: bool = True
    """The MLP multiplies each unit by a gate (SwiGLU and its kin)."""
    activation: Activation = "silu"
    """The function f of the MLP; gelu_tanh is the form of GPT-2."""
    tied: bool = True
    """The logits are made with the table of the embedding."""
    causal: bool = True
    """No token sees a later one."""
    parallel: bool = False
    """The MLP reads what attention reads, not what attention left (GPT-J, GPT-NeoX, Phi)."""
    shared_norm: bool = False
    """In a parallel block, one norm serves both parts."""

    attn_scale: Annotated[float, Field(gt=0)] | None = None
    """What scores are multiplied by; None means 1/√d_head."""
    attn_softcap: Annotated[float, Field(gt=0)] | None = None
    """Scores are squashed into (−cap, cap); None means they are not (Gemma 2)."""
    logit_softcap: Annotated[float, Field(gt=0)] | None = None
    """Logits are squashed into (−cap, cap); None means they are not (Gemma 2)."""
    window: Size | None = None
    """A query sees itself and the window − 1 tokens before it."""
    window_layers: tuple[int, ...] | None = None
    """The layers that have the window; None means all of them."""
    embed_scale: Annotated[float, Field(gt=0)] = 1.0
    """What embeddings are multiplied by."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.n_heads % self.n_kv_heads:
            raise ValueError(f"n_heads ({self.n_heads}) must be a multiple of n_kv_heads ({self.n_kv_heads})")
        if self.position == "rope" and (self.rotated % 2 or not 2 <= self.rotated <= self.d_head):
            raise ValueError(f"rope_dims ({self.rotated}) must be even, at least 2 and at most d_head ({self.d_head})")
        if self.rope_stretch is not None and len(self.rope_stretch) != self.rotated // 2:
            raise ValueError(f"rope_stretch ({len(self.rope_stretch)}) must have a number for each pair")
        if self.rope_theta_window is not None and self.window is None:
            raise ValueError("rope_theta_window needs layers with a window")
        if self.shared_norm and not (self.parallel and self.norm_place == "pre"):
            raise ValueError("shared_norm needs a parallel block with norm_place 'pre'")
        if self.parallel and self.norm_place == "post":
            raise ValueError("a parallel block has no place for norm_place 'post'")
        if self.window_layers is not None and not all(0 <= i < self.n_layers for i in self.window_layers):
            raise ValueError(f"window_layers must be between 0 and {self.n_layers - 1}")
        return self

    @property
    def rotated(self) -> int:
        """The number of dimensions of each head that RoPE turns."""
        return self.d_head if self.rope_dims is None else self.rope_dims

    @property
    def ropes(self) -> tuple[RopeName, ...]:
        """The kinds of angles that there are."""
        if self.position != "rope":
            return ()
        return ("rope",) if self.rope_theta_window is None else ("rope", "rope_window")

    def rope_of(self, layer: int) -> RopeName:
        """The angles by which `layer` turns its queries and keys."""
        return "rope" if self.rope_theta_window is None or self.window_of(layer) is None else "rope_window"

    def theta_of(self, rope: RopeName) -> float:
        """The base θ of the angles `rope`."""
        return self.rope_theta if rope == "rope" or self.rope_theta_window is None else self.rope_theta_window

    def stretch_of(self, rope: RopeName) -> tuple[float, ...] | None:
        """How many times slower each pair turns among the angles `rope`; None means as θ says."""
        return self.rope_stretch if rope == "rope" else None

    @property
    def score_scale(self) -> float:
        """What each score is multiplied by before the mask (Vaswani et al. 2017, eq. 1: 1/√d_k)."""
        return self.d_head**-0.5 if self.attn_scale is None else self.attn_scale

    @property
    def head_group(self) -> int:
        """How many query heads share one key and value head; query head h reads kv head h // head_group."""
        return self.n_heads // self.n_kv_heads

    def window_of(self, layer: int) -> int | None:
        """The sliding window of `layer`, or None where it sees everything before it."""
        windowed = self.window_layers is None or layer in self.window_layers
        return self.window if windowed else None
