"""A folder as the model hub has it: `config.json`, safetensors in one file or in several, `tokenizer.json`."""

from functools import partial
from hashlib import sha256
from math import prod
from typing import Any

from torch import Tensor

from model.checkpoints.checkpoint import EXAMPLES, Checkpoint, name_kinds
from model.checkpoints.files import TOKENIZER, Folder
from model.checkpoints.safetensors_files import StoredTensor, read_all, read_header, to_float32
from model.config import Config
from model.errors import CheckpointError, shorten
from model.families import from_hugging_face
from model.families.reading import family_of
from model.families.weights import (
    Sources,
    cut_source,
    expected_shapes,
    find_sources,
    refuse_second_table,
    without_prefix,
)
from model.shelf.loaded import ModelFile
from model.tokenizers import Tokenizer

CONFIG, WEIGHTS, INDEX, TOKENS = "config.json", "model.safetensors", "model.safetensors.index.json", "tokenizer.json"
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
Stored = dict[str, StoredTensor]


def open_published(folder: Folder, title: str) -> Checkpoint:
    """Look at the model in `folder`; its weights are not read yet. Raises `CheckpointError` with what was expected."""
    published = folder.read_object(CONFIG)
    family, config = family_of(published), from_hugging_face(published)
    files = _weight_files(folder)
    given: Stored = without_prefix(family, _stored(folder, files))
    sources = find_sources(family, config, {name: tensor.shape for name, tensor in given.items()})
    for theirs in sources:
        given[theirs].refuse_other_kinds()
    kinds = name_kinds(given[name].kind for name in sorted(sources, key=lambda name: -prod(given[name].shape)))
    stamped = [CONFIG, *files, *([TOKENS] if folder.has(TOKENS) else [])]
    origin = f"The weights are stored as {kinds} and computed in float32."
    card = ModelFile(
        title=title, description=f"A model of the family {family.name}. {origin}", examples=EXAMPLES, config=config
    )
    return Checkpoint(
        card=card,
        parameters=sum(prod(shape) for shape in expected_shapes(config).values()),
        dtype=kinds,
        digest=sha256((repr(published) + folder.stamp(stamped)).encode()).hexdigest(),
        origin=origin,
        weights=partial(_read_weights, published, config, given, sources),
        tokenizer=partial(_read_tokenizer, folder),
    )


def refuse_pickles(folder: Folder) -> None:
    """Raise `CheckpointError` where weights are there as pickles alone: to read one is to run what it says."""
    for name in folder.names():
        if name.lower().endswith(PICKLES):
            raise CheckpointError(
                f"{name} is a pickle, which can run any code while it is read, and is never opened. The same weights "
                f"as safetensors are expected in {WEIGHTS}; transformers' save_pretrained writes them."
            )


def _weight_files(folder: Folder) -> list[str]:
    if folder.has(WEIGHTS):
        return [WEIGHTS]
    if not folder.has(INDEX):
        refuse_pickles(folder)
        raise CheckpointError(f"There are no weights in {folder.path}: {WEIGHTS} or {INDEX} is expected.")
    weight_map = folder.read_object(INDEX).get("weight_map")
    if not isinstance(weight_map, dict) or not all(isinstance(name, str) for name in weight_map.values()):
        raise CheckpointError(f"{INDEX} has no weight_map that says which file each tensor is in.")
    if not weight_map:
        raise CheckpointError(f"The weight_map of {INDEX} is empty.")
    return sorted(set(weight_map.values()))


def _stored(folder: Folder, files: list[str]) -> Stored:
    """Every tensor of the files. Raises `CheckpointError` where one is in two of them, or not where the index says."""
    stored: Stored = {}
    for name in files:
        header = read_header(folder.file(name))
        twice = stored.keys() & header.keys()
        if twice:
            raise CheckpointError(f"The tensor {shorten(min(twice))} is in {name} and in another file, too.")
        stored |= header
    return stored


def _read_weights(published: dict[str, Any], config: Config, given: Stored, sources: Sources) -> dict[str, Tensor]:
    family, shapes = family_of(published), expected_shapes(config)
    spare = f"{family.modules['w_u']}.weight"
    wanted = [tensor for name, tensor in given.items() if name in sources or (config.tied and name == spare)]
    tensors = without_prefix(family, read_all(wanted))
    refuse_second_table(family, config, tensors)
    weights: dict[str, Tensor] = {}
    for theirs, ours in sources.items():
        tensor = tensors.pop(theirs)  # what was converted is let go: at no time is everything there twice
        parts = cut_source(family, config, [shapes[name] for name in ours], theirs, tensor)
        weights |= to_float32(dict(zip(ours, parts, strict=True)))
    return weights


def _read_tokenizer(folder: Folder) -> Tokenizer:
    from model.tokenizers import read_tokenizer_json

    if not folder.has(TOKENS):
        raise CheckpointError(f"{TOKENS} is missing in {folder.path}; it says how text is cut into the model's pieces.")
    size, path = folder.file(TOKENS).stat().st_size, folder.path / TOKENS
    if size > TOKENIZER:
        raise CheckpointError(f"{TOKENS} has {size:,} bytes; at most {TOKENIZER:,} are read.")
    return read_tokenizer_json(path)
