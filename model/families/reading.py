"""From a published `config.json` to our `Config`. Nothing is guessed: what we do not compute is refused by name."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from model.config import Activation, Config
from model.errors import CheckpointError
from model.families.errors import UnsupportedFamilyError
from model.families.family import Family
from model.families.table import FAMILIES

ACTIVATIONS: Mapping[str, Activation] = {
    "silu": "silu",
    "swish": "silu",
    "gelu": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "relu": "relu",
}
"""The names of activation functions in config files. The three tanh forms are one formula."""

PLAIN_ROPE = ("default", None)
"""The kinds of RoPE that we compute; scaled ones (linear, yarn, llama3 …) are refused, not computed wrongly."""

LARGEST = 1e12
"""No number of a config is larger; with one that is, arithmetic would overflow before anything could be said of it."""

MAY_BE_NONE = frozenset({"attn_softcap", "logit_softcap"})
"""The fields of our config for which “none” is a value and not a gap."""


def family_of(published: Mapping[str, Any]) -> Family:
    """The row of the family that a `config.json` is of. Raises `UnsupportedFamilyError`."""
    name = published.get("model_type")
    if not isinstance(name, str) or name not in FAMILIES:
        raise UnsupportedFamilyError(name, FAMILIES)
    return FAMILIES[name]


def from_hugging_face(published: Mapping[str, Any]) -> Config:
    """Our config of the model that a Hugging Face `config.json` describes.

    Raises `UnsupportedFamilyError` for a family that is not in the table, and `CheckpointError` where the file
    lacks a field, asks for something that we do not compute, or describes a shape that cannot be.
    """
    family = family_of(published)
    said = {**family.silent, **published}
    for name, allowed in family.demands.items():
        if said.get(name) not in allowed:
            raise CheckpointError(f"{name} is {said[name]!r} in config.json; only {allowed[-1]!r} is supported.")
    fields = {ours: said.get(theirs) for ours, theirs in family.fields.items()}
    fields.update(_sizes(family, said))
    fields.update(family.switches)
    if "activation" not in family.switches:
        fields["activation"] = _activation(fields["activation"])
    if fields.get("position") != "learned":
        fields.update(_rope(family, said, fields["d_head"]))
    if family.scales_embedding:
        fields["embed_scale"] = _positive(fields, "d_model") ** 0.5
    if "query_pre_attn_scalar" in said:  # some Gemmas have a scale of scores that is not the size of a head
        fields["attn_scale"] = _positive(said, "query_pre_attn_scalar") ** -0.5
    for ours, value in fields.items():
        if value is None and ours not in MAY_BE_NONE:
            raise CheckpointError(f"config.json does not say {family.fields.get(ours, ours)}.")
    config = _config(family, fields)
    return _config(family, fields | _windows(family, said, config.n_layers))


def _config(family: Family, fields: dict[str, Any]) -> Config:
    try:
        return Config(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        ours = str(first["loc"][0]) if first["loc"] else ""
        name = f"{family.fields.get(ours, ours)}: " if ours else ""
        reason = first["msg"].removeprefix("Value error, ")
        raise CheckpointError(f"config.json describes a model that cannot be: {name}{reason}.") from error


def _positive(said: Mapping[str, Any], name: str) -> float:
    value = said.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LARGEST:
        raise CheckpointError(f"{name} is {value!r:.40} in config.json; a number above 0 was expected.")
    return value


def _sizes(family: Family, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a file may leave out: as many key heads as query heads, heads that share d_model, an MLP of 4 · d_model."""
    d_model, n_heads = (_positive(said, family.fields[name]) for name in ("d_model", "n_heads"))
    otherwise = {"n_kv_heads": n_heads, "d_head": d_model // n_heads, "d_ff": 4 * d_model}
    given = {ours: said.get(family.fields.get(ours, "")) for ours in otherwise}
    if given["d_head"] is None and d_model % n_heads:
        sizes = f"{family.fields['n_heads']} ({n_heads}) and {family.fields['d_model']} ({d_model})"
        raise CheckpointError(f"By {sizes} in config.json the heads would not be of equal size.")
    return {ours: otherwise[ours] if value is None else value for ours, value in given.items()}


def _activation(name: object) -> Activation:
    if not isinstance(name, str) or name not in ACTIVATIONS:
        known = ", ".join(ACTIVATIONS)
        raise CheckpointError(f"The activation function {name!r} is not supported; these are: {known}.")
    return ACTIVATIONS[name]


def _rope(family: Family, said: Mapping[str, Any], d_head: object) -> dict[str, Any]:
    """θ and how many dimensions turn: in `rope_parameters` since transformers 5, in older files beside the sizes."""
    rope = said.get("rope_parameters") or said.get("rope_scaling") or {}
    if not isinstance(rope, Mapping):
        raise CheckpointError(f"rope_parameters is {rope!r} in config.json; an object was expected.")
    kind = rope.get("rope_type", rope.get("type"))
    if kind not in PLAIN_ROPE:
        raise CheckpointError(f"Rotary positions of the kind {kind!r} are not supported; only the plain kind is.")
    head = _positive({"head_dim": d_head}, "head_dim")
    theta = {"rope_theta": rope.get("rope_theta", said.get(family.theta, 10_000.0))}
    part = {family.part: rope.get("partial_rotary_factor", said.get(family.part, 1.0))}
    return {"rope_theta": _positive(theta, "rope_theta"), "rope_dims": int(head * _positive(part, family.part))}


def _first_windowed(said: Mapping[str, Any]) -> float:
    return 0 if said["max_window_layers"] == 0 else _positive(said, "max_window_layers")


def _windows(family: Family, said: Mapping[str, Any], n_layers: int) -> dict[str, Any]:
    """The sliding window and the layers that have it."""
    window, kinds = said.get("sliding_window"), said.get("layer_types")
    if family.windows == "none" or window is None or not said.get("use_sliding_window", True):
        return {}
    if family.windows == "all":
        return {"window": window}
    if kinds is not None:
        if not isinstance(kinds, list) or len(kinds) != n_layers:
            raise CheckpointError(f"layer_types in config.json is not a list of {n_layers} kinds, one a layer.")
        windowed = tuple(i for i, kind in enumerate(kinds) if kind == "sliding_attention")
    elif family.windows == "late":
        windowed = tuple(i for i in range(n_layers) if i >= _first_windowed(said))
    else:
        windowed = tuple(range(0, n_layers, 2))
    return {"window": window, "window_layers": windowed} if windowed else {}
