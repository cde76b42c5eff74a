"""From the tensors of a published checkpoint to the state dict of our transformer: names, transposes, joined matrices.

Values are never changed, only cut and turned. A loader reads files and calls `convert_weights`; nothing here opens one.
"""

import re
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from model.config import Config
from model.errors import CheckpointError
from model.families.family import Family
from model.families.reading import family_of, from_hugging_face
from model.transformer import Transformer

Shape = tuple[int, ...]

BUFFERS = re.compile(r"\.(attn|attention)\.(masked_)?bias$|\.rotary_emb\.inv_freq$")
"""What older files carry beside the weights: masks and frequencies, which follow from the config."""


def convert_weights(published: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The state dict of our `Transformer` from the `tensors` of a checkpoint whose `config.json` is `published`.

    Raises `CheckpointError` with the tensor's name where one is missing, has another shape than the config says,
    is not made of floating-point numbers, or belongs to nothing.
    """
    family, config = family_of(published), from_hugging_face(published)
    given = {name.removeprefix(family.prefix): tensor for name, tensor in tensors.items()}
    if len(given) < len(tensors):
        raise CheckpointError(f"A tensor is there twice, with “{family.prefix}” before its name and without.")
    converted: dict[str, Tensor] = {}
    shapes = expected_shapes(config)
    sources = _sources(family, shapes)
    for theirs, ours in sources.items():
        parts = [shapes[name] for name in ours]
        tensor = _take(given, theirs, _stored_shape(family, theirs, parts))
        converted |= zip(ours, _cut(family, config, theirs, tensor, parts), strict=True)
    _refuse_strangers(family, config, given, set(sources))
    return converted


def expected_shapes(config: Config) -> dict[str, Shape]:
    """The name and shape of every weight of a model with `config`, without making one."""
    with torch.device("meta"):
        return {name: tuple(weight.shape) for name, weight in Transformer(config).state_dict().items()}


def published_name(family: Family, name: str) -> str:
    """What the family calls our weight `name`: `blocks.0.norm1.gain` is Llama's `layers.0.input_layernorm.weight`."""
    if name == "b_u":
        return f"{family.modules['w_u']}.bias"
    module, _, kind = name.rpartition(".")
    layer = re.search(r"\.(\d+)\.", module)
    pattern = re.sub(r"\.\d+\.", ".{}.", module)
    theirs = family.modules[pattern].format(layer.group(1) if layer else "")
    return f"{theirs}.{'bias' if kind == 'bias' else 'weight'}"


def _sources(family: Family, names: Mapping[str, Shape]) -> dict[str, list[str]]:
    """Their name → those of ours that lie in it, in their order."""
    sources: dict[str, list[str]] = {}
    for name in names:
        sources.setdefault(published_name(family, name), []).append(name)
    return sources


def _is_transposed(family: Family, name: str, n_axes: int) -> bool:
    return family.transposed and n_axes == 2 and re.search(r"\.\d+\.", name) is not None


def _stored_shape(family: Family, name: str, parts: list[Shape]) -> Shape:
    shape = (sum(part[0] for part in parts), *parts[0][1:])
    return shape[::-1] if _is_transposed(family, name, len(shape)) else shape


def _take(given: Mapping[str, Tensor], name: str, shape: Shape) -> Tensor:
    if name not in given:
        raise CheckpointError(f"The tensor {name} is missing; one of shape {list(shape)} was expected.")
    tensor = given[name]
    if tuple(tensor.shape) != shape:
        raise CheckpointError(f"The tensor {name} has the shape {list(tensor.shape)}; {list(shape)} was expected.")
    if not tensor.is_floating_point():
        raise CheckpointError(f"The tensor {name} is of {tensor.dtype}; floating-point numbers were expected.")
    return tensor


def _cut(family: Family, config: Config, name: str, tensor: Tensor, parts: list[Shape]) -> list[Tensor]:
    """The weights that lie in one stored tensor, each (out, in) or (out)."""
    if _is_transposed(family, name, tensor.ndim):
        tensor = tensor.T
    if len(parts) == 1:
        return [tensor]
    if family.joined == "heads":  # q, k and v of head 0, then of head 1 …
        by_head = tensor.reshape(config.n_heads, 3, config.d_head, *tensor.shape[1:])
        return [part.flatten(0, 1) for part in by_head.unbind(1)]
    return list(torch.split(tensor, [part[0] for part in parts]))


def _refuse_strangers(family: Family, config: Config, given: Mapping[str, Tensor], known: set[str]) -> None:
    unembed, embed = f"{family.modules['w_u']}.weight", f"{family.modules['w_e']}.weight"
    for name, tensor in given.items():
        if name in known or BUFFERS.search(name):
            continue
        if config.tied and name == unembed:  # some files keep the shared matrix twice
            if torch.equal(tensor, given[embed]):
                continue
            raise CheckpointError(f"By config.json {name} and {embed} are one matrix, but they differ.")
        raise CheckpointError(f"The tensor {name} belongs to nothing in a {family.name} model of this config.")
