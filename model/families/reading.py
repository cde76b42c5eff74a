"""From a published `config.json` to our `Config`. Nothing is guessed: what we do not compute is refused by name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from model.config import Activation, Config
from model.errors import CheckpointError
from model.families.errors import UnsupportedFamilyError
from model.families.family import Family
from model.families.figures import positive
from model.families.rope import read_rope
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

WINDOWED_LAYERS: Mapping[str, Callable[[int], Iterable[int]]] = {
    "even": lambda n_layers: range(0, n_layers, 2),
    "five": lambda n_layers: (layer for layer in range(n_layers) if layer % 6 != 5),
}
"""The layers that have the window, by the name of the rule in a family's row."""

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
        fields.update(read_rope(family, said, fields["d_head"]))
    if family.scales_embedding:
        fields["embed_scale"] = positive(fields, "d_model") ** 0.5
    if "query_pre_attn_scalar" in said:  # some Gemmas have a scale of scores that is not the size of a head
        fields["attn_scale"] = positive(said, "query_pre_attn_scalar") ** -0.5
    for ours, value in fields.items():
        if value is None and ours not in MAY_BE_NONE:
            raise CheckpointError(f"config.json does not say {family.fields.get(ours, ours)}.")
    local_theta = fields.pop("rope_theta_window", None)
    windows = _windows(family, said, _config(family, fields).n_layers)
    if windows and local_theta:
        windows["rope_theta_window"] = local_theta
    return _config(family, fields | windows)


def _config(family: Family, fields: dict[str, Any]) -> Config:
    try:
        return Config(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        ours = str(first["loc"][0]) if first["loc"] else ""
        name = f"{family.fields.get(ours, ours)}: " if ours else ""
        reason = first["msg"].removeprefix("Value error, ")
        raise CheckpointError(f"config.json describes a model that cannot be: {name}{reason}.") from error


def _sizes(family: Family, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a file may leave out: as many key heads as query heads, heads that share d_model, an MLP of 4 · d_model."""
    d_model, n_heads = (positive(said, family.fields[name]) for name in ("d_model", "n_heads"))
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


def _first_windowed(said: Mapping[str, Any]) -> float:
    return 0 if said["max_window_layers"] == 0 else positive(said, "max_window_layers")


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
        windowed = tuple(WINDOWED_LAYERS[family.windows](n_layers))
    return {"window": window, "window_layers": windowed} if windowed else {}
