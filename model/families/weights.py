"""From the tensors of a published checkpoint to the state dict of our transformer: names, transposes, joined matrices.

Values are never changed, only cut and turned. A loader reads files and brings names, shapes and tensors; nothing here
opens a file.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from model.config import Config
from model.errors import CheckpointError
from model.families.family import Family
from model.families.reading import family_of, from_hugging_face
from model.shelf.outline import make_outline

Shape = tuple[int, ...]
Sources = dict[str, list[str]]
"""Their name → those of our weights that lie in it, in their order."""

BUFFERS = re.compile(r"\.(attn|attention)\.(masked_)?bias$|\.rotary_emb\.inv_freq$")
"""What older files carry beside the weights: masks and frequencies, which follow from the config."""


def convert_weights(published: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The state dict of our `Transformer` from the `tensors` of a checkpoint whose `config.json` is `published`.

    Raises `CheckpointError` with the tensor's name where one is missing, has another shape than the config says,
    is not made of floating-point numbers, or belongs to nothing.
    """
    family, config = family_of(published), from_hugging_face(published)
    given, shapes = without_prefix(family, tensors), expected_shapes(config)
    sources = find_sources(family, config, {name: tuple(tensor.shape) for name, tensor in given.items()})
    converted: dict[str, Tensor] = {}
    for theirs, ours in sources.items():
        if not given[theirs].is_floating_point():
            reason = f"is of {given[theirs].dtype}; floating-point numbers were expected"
            raise CheckpointError(f"The tensor {theirs} {reason}.")
        parts = [shapes[name] for name in ours]
        converted |= zip(ours, cut_source(family, config, parts, theirs, given[theirs]), strict=True)
    refuse_second_table(family, config, given)
    return converted


def without_prefix(family: Family, tensors: Mapping[str, Any]) -> dict[str, Any]:
    """`tensors` by their names without the family's prefix. Raises `CheckpointError` where one is there twice."""
    given = {name.removeprefix(family.prefix): tensor for name, tensor in tensors.items()}
    if len(given) < len(tensors):
        raise CheckpointError(f"A tensor is there twice, with “{family.prefix}” before its name and without.")
    return given


def find_sources(family: Family, config: Config, given: Mapping[str, Shape]) -> Sources:
    """Where each of our weights is stored, from the names and shapes of what is `given`; no values are needed.

    Raises `CheckpointError` for a tensor that is missing, has another shape, or belongs to nothing.
    """
    shapes = expected_shapes(config)
    sources: Sources = {}
    for name in shapes:
        sources.setdefault(published_name(family, name), []).append(name)
    for theirs, ours in sources.items():
        _refuse_misfit(theirs, given.get(theirs), _stored_shape(family, theirs, [shapes[name] for name in ours]))
    spare = f"{family.modules['w_u']}.weight" if config.tied else None  # some files keep the shared matrix twice
    for name in given:
        if name not in sources and name != spare and not BUFFERS.search(name):
            raise CheckpointError(f"The tensor {name} belongs to nothing in a {family.name} model of this config.")
    return sources


def cut_source(family: Family, config: Config, parts: Sequence[Shape], name: str, tensor: Tensor) -> list[Tensor]:
    """The weights of shapes `parts` that lie in the stored `tensor`, each (out, in) or (out)."""
    if _is_transposed(family, name, tensor.ndim):
        tensor = tensor.T
    if len(parts) == 1:
        return [tensor]
    if family.joined == "heads":  # q, k and v of head 0, then of head 1 …
        by_head = tensor.reshape(config.n_heads, 3, config.d_head, *tensor.shape[1:])
        return [part.flatten(0, 1) for part in by_head.unbind(1)]
    return list(torch.split(tensor, [part[0] for part in parts]))


def refuse_second_table(family: Family, config: Config, given: Mapping[str, Tensor]) -> None:
    """Raise `CheckpointError` where a file keeps the shared matrix of a tied model twice, and not the same."""
    unembed, embed = f"{family.modules['w_u']}.weight", f"{family.modules['w_e']}.weight"
    if config.tied and unembed in given and not torch.equal(given[unembed], given[embed]):
        raise CheckpointError(f"By config.json {unembed} and {embed} are one matrix, but they differ.")


def expected_shapes(config: Config) -> dict[str, Shape]:
    """The name and shape of every weight of a model with `config`, without making one."""
    return {name: tuple(weight.shape) for name, weight in make_outline(config).state_dict().items()}


def published_name(family: Family, name: str) -> str:
    """What the family calls our weight `name`: `blocks.0.norm1.gain` is Llama's `layers.0.input_layernorm.weight`."""
    if name == "b_u":
        return f"{family.modules['w_u']}.bias"
    module, _, kind = name.rpartition(".")
    layer = re.search(r"\.(\d+)\.", module)
    pattern = re.sub(r"\.\d+\.", ".{}.", module)
    theirs = family.modules[pattern].format(layer.group(1) if layer else "")
    return f"{theirs}.{'bias' if kind == 'bias' else 'weight'}"


def _is_transposed(family: Family, name: str, n_axes: int) -> bool:
    return family.transposed and n_axes == 2 and re.search(r"\.\d+\.", name) is not None


def _stored_shape(family: Family, name: str, parts: Sequence[Shape]) -> Shape:
    shape = (sum(part[0] for part in parts), *parts[0][1:])
    return shape[::-1] if _is_transposed(family, name, len(shape)) else shape


def _refuse_misfit(name: str, given: Shape | None, expected: Shape) -> None:
    if given is None:
        raise CheckpointError(f"The tensor {name} is missing; one of shape {list(expected)} was expected.")
    if given != expected:
        raise CheckpointError(f"The tensor {name} has the shape {list(given)}; {list(expected)} was expected.")
