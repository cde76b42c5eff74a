"""From the metadata of a GGUF file to our `Config`, and to the names under which llama.cpp keeps a family's weights.

Everything that a family's row in `table.py` does not say otherwise is called alike in all GGUF files. Sources: the
specification (ggml, docs/gguf.md), the names in the `gguf` package, llama.cpp's convert_hf_to_gguf.py.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from model.config import Config
from model.errors import CheckpointError
from model.families.errors import UnsupportedFamilyError
from model.families.family import Family, Names, Packing
from model.families.figures import LARGEST
from model.families.reading import ACTIVATIONS, WINDOWED_LAYERS
from model.families.table import FAMILIES

ARCHITECTURES: Mapping[str, Family] = MappingProxyType(
    {family.packing.architecture: family for family in FAMILIES.values() if family.packing}
)
MODULES: Names = MappingProxyType({
    "w_e": "token_embd",
    "w_pos": "position_embd",
    "blocks.{}.norm1": "blk.{}.attn_norm",
    "blocks.{}.attn.w_q": "blk.{}.attn_q",
    "blocks.{}.attn.w_k": "blk.{}.attn_k",
    "blocks.{}.attn.w_v": "blk.{}.attn_v",
    "blocks.{}.attn.q_norm": "blk.{}.attn_q_norm",
    "blocks.{}.attn.k_norm": "blk.{}.attn_k_norm",
    "blocks.{}.attn.w_o": "blk.{}.attn_output",
    "blocks.{}.norm1_branch": "blk.{}.post_attention_norm",
    "blocks.{}.norm2": "blk.{}.ffn_norm",
    "blocks.{}.mlp.w_gate": "blk.{}.ffn_gate",
    "blocks.{}.mlp.w_up": "blk.{}.ffn_up",
    "blocks.{}.mlp.w_down": "blk.{}.ffn_down",
    "blocks.{}.norm2_branch": "blk.{}.post_ffw_norm",
    "norm_final": "output_norm",
    "w_u": "output",
})  # fmt: skip
FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "n_ctx": ("context_length",),
    "d_model": ("embedding_length",),
    "n_layers": ("block_count",),
    "d_ff": ("feed_forward_length",),
    "n_heads": ("attention.head_count",),
    "norm_eps": ("attention.layer_norm_rms_epsilon", "attention.layer_norm_epsilon"),
})  # fmt: skip
"""Our config field → the keys, after the architecture, that may say it."""
OPTIONAL: Mapping[str, str] = MappingProxyType({
    "rope_theta": "rope.freq_base",
    "attn_softcap": "attn_logit_softcapping",
    "logit_softcap": "final_logit_softcapping",
    "parallel": "use_parallel_residual",
})  # fmt: skip
REFUSED: Mapping[str, tuple[Any, ...]] = MappingProxyType({
    "expert_count": (None, 0),
    "rope.scaling.type": (None, "none", "linear"),
    "attention.clamp_kqv": (None, 0.0),
    "attention.causal": (None, True),
})  # fmt: skip
"""Key, after the architecture → the values that we compute (None: not said); anything else is refused."""
STRETCH = "rope_freqs.weight"
"""The tensor by which Llama 3.1 is stretched: one number for each pair."""
Shapes = Mapping[str, tuple[int, ...]]


def packed_family(metadata: Mapping[str, Any]) -> tuple[Family, Packing]:
    """The row of a GGUF file's family, with the names of a GGUF file, and how it is packed.

    Raises `UnsupportedFamilyError`.
    """
    architecture = metadata.get("general.architecture")
    if not isinstance(architecture, str) or architecture not in ARCHITECTURES:
        raise UnsupportedFamilyError(architecture, ARCHITECTURES)
    family = ARCHITECTURES[architecture]
    packing = family.packing or Packing(architecture)
    plain = Family(architecture, {}, {**MODULES, **packing.modules}, family.switches, prefix="", windows=family.windows)
    return plain, packing


def from_gguf(metadata: Mapping[str, Any], shapes: Shapes, stretch: tuple[float, ...] | None = None) -> Config:
    """Our config of the model in a GGUF file, from its metadata and the shapes of its tensors.

    `stretch` are the numbers of its tensor `STRETCH`, where it has one: how many times slower each pair turns.

    Raises `UnsupportedFamilyError`, and `CheckpointError` where a key is missing, asks for something that we do not
    compute, or describes a shape that cannot be.
    """
    packed, packing = packed_family(metadata)
    family, name = ARCHITECTURES[packed.name], packed.name
    said = {key.removeprefix(f"{name}."): value for key, value in metadata.items()}
    for key, allowed in REFUSED.items():
        if said.get(key) not in allowed:
            raise CheckpointError(f"{name}.{key} is {said[key]!r:.40}; that is not supported.")
    fields: dict[str, Any] = {ours: _number(name, said, keys) for ours, keys in FIELDS.items()}
    fields |= {ours: said[key] for ours, key in OPTIONAL.items() if said.get(key) is not None}
    fields |= _heads(name, said, fields) | _presence(packed, shapes)
    if "activation" not in family.switches:
        fields["activation"] = ACTIVATIONS[family.silent[family.fields["activation"]]]
    fields |= {**family.switches, **packing.switches}
    fields |= _rope(name, said, fields, stretch)
    if family.scales_embedding:
        fields["embed_scale"] = fields["d_model"] ** 0.5
    if packing.wide_scale == fields["n_layers"]:
        fields["attn_scale"] = (fields["d_model"] / fields["n_heads"]) ** -0.5
    window = said.get("attention.sliding_window")
    if window is not None and family.windows != "none":
        layers = WINDOWED_LAYERS.get(family.windows)
        fields |= {"window": window, "window_layers": layers and tuple(layers(_few(fields["n_layers"])))}
        if family.local_theta:
            fields["rope_theta_window"] = said.get("rope.freq_base_swa", 10_000.0)
    try:
        return Config(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = f"{first['loc'][0]}: " if first["loc"] else ""
        reason = first["msg"].removeprefix("Value error, ")
        raise CheckpointError(f"The metadata describe a model that cannot be: {where}{reason}.") from error


def _few(n_layers: float) -> int:
    """So many layers are counted through at most; more are refused by the config."""
    return int(min(n_layers, 1_000_000))


def _rope(
    architecture: str, said: Mapping[str, Any], fields: Mapping[str, Any], stretch: tuple[float, ...] | None
) -> dict[str, Any]:
    """How many dimensions turn, and how a context was stretched; nothing where positions are learned."""
    if fields.get("position") == "learned":
        return {}
    rotated = _number(architecture, {"rope.dimension_count": fields["d_head"], **said}, ["rope.dimension_count"])
    if said.get("rope.scaling.type") == "linear":
        factor = _number(architecture, said, ["rope.scaling.factor"])
        stretch = (float(factor),) * (_few(rotated) // 2)
    return {"rope_dims": rotated, "rope_stretch": stretch}


def _number(architecture: str, said: Mapping[str, Any], keys: Sequence[str]) -> float:
    """The number that the first of `keys` gives that is there."""
    value = next((said[key] for key in keys if key in said), None)
    if value is None:
        raise CheckpointError(f"The metadata do not say {architecture}.{keys[0]}.")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LARGEST:
        raise CheckpointError(f"{architecture}.{keys[0]} is {value!r:.40}; a number above 0 was expected.")
    return value


def _heads(architecture: str, said: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """The heads' number and size, where a file leaves out what follows from the rest."""
    n_heads, d_model = fields["n_heads"], fields["d_model"]
    otherwise = {
        "attention.head_count_kv": n_heads,
        "attention.key_length": d_model // n_heads,
        "attention.value_length": d_model // n_heads,
    }
    n_kv_heads, d_head, d_value = (_number(architecture, {**otherwise, **said}, [key]) for key in otherwise)
    if d_head != d_value:
        raise CheckpointError(
            f"Keys have {d_head} numbers and values {d_value}; only heads where both are as many are supported."
        )
    if "attention.key_length" not in said and d_model % n_heads:
        raise CheckpointError(f"{n_heads} heads cannot share {d_model} numbers equally.")
    return {"n_kv_heads": n_kv_heads, "d_head": d_head}


def _presence(family: Family, shapes: Shapes) -> dict[str, Any]:
    """What a file says by the tensors that it has: biases, norms of q and k, a matrix of its own for the logits."""

    def has(module: str, kind: str = "weight") -> bool:
        return f"{family.modules[module].format(0)}.{kind}" in shapes

    table = shapes.get("token_embd.weight")
    if table is None or len(table) != 2:
        raise CheckpointError("The tensor token_embd.weight, a row of numbers for each piece, is missing.")
    return {
        "vocab_size": table[0],
        "tied": not has("w_u"),
        "qkv_bias": has("blocks.{}.attn.w_q", "bias"),
        "out_bias": has("blocks.{}.attn.w_o", "bias"),
        "mlp_bias": has("blocks.{}.mlp.w_up", "bias"),
        "unembed_bias": has("w_u", "bias"),
        "qk_norm": has("blocks.{}.attn.q_norm"),
    }
