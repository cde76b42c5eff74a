"""The models that can be opened by name: a folder of folders, each with `model.json`, weights and a vocabulary.

Loading never runs code from a file: weights are safetensors, everything else is JSON or text. A name is looked up in
the list of folders and never becomes a path.
"""

import hashlib
import json
import math
import struct
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import torch
from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file

from model.errors import CheckpointError, UnknownNameError
from model.loaded import Description, LoadedModel, ModelFile, TokenizerFile
from model.taps import attach_hooks
from model.tokenizer import BytePairTokenizer, Tokenizer, WordTokenizer, read_ranks
from model.transformer import Transformer

BUNDLED = Path(__file__).parent / "bundled"
WEIGHTS, DESCRIPTION, VOCABULARY = "weights.safetensors", "model.json", "vocabulary.tiktoken"


class Library:
    """The models of a folder, each loaded when it is first asked for."""

    def __init__(self, folder: Path = BUNDLED, *, default: str = "story") -> None:
        self.default = default
        self._folders = {path.parent.name: path.parent for path in sorted(folder.glob(f"*/{DESCRIPTION}"))}
        self._loaded: dict[str, LoadedModel] = {}
        self._lock = Lock()

    def names(self) -> list[str]:
        """The names of all models."""
        return list(self._folders)

    def describe(self, name: str) -> Description:
        """What can be said of the model `name` without loading it. Raises `UnknownNameError` and `CheckpointError`."""
        return self._described[self._known(name)]

    def get(self, name: str) -> LoadedModel:
        """The model `name`, loaded if it was not. Raises `UnknownNameError` and `CheckpointError`."""
        self._known(name)
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = load_model(self._folders[name])
            return self._loaded[name]

    def _known(self, name: str) -> str:
        if name not in self._folders:
            raise UnknownNameError("model", name, self.names())
        return name

    @cached_property
    def _described(self) -> dict[str, Description]:
        return {name: describe_model(folder) for name, folder in self._folders.items()}


def describe_model(folder: Path) -> Description:
    """Read `model.json` and the header of the weights in `folder`. Raises `CheckpointError`."""
    try:
        file = ModelFile.model_validate_json((folder / DESCRIPTION).read_bytes())
    except ValidationError as error:
        raise CheckpointError(f"{folder.name}/{DESCRIPTION} is not right: {error}") from error
    header = read_header(folder / WEIGHTS)
    dtypes = sorted({entry["dtype"] for entry in header.values()})
    digest = hashlib.sha256((folder / WEIGHTS).read_bytes() + (folder / DESCRIPTION).read_bytes()).hexdigest()
    parameters = sum(math.prod(entry["shape"]) for entry in header.values())
    return Description(folder.name, file, parameters, "+".join(dtypes), digest)


def load_model(folder: Path) -> LoadedModel:
    """Load the model in `folder`. Raises `CheckpointError` with the tensor's name and what was expected."""
    description = describe_model(folder)
    transformer = Transformer(description.file.config)
    try:
        tensors = load_file(folder / WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{folder.name}/{WEIGHTS} cannot be read: {error}") from error
    fill_weights(transformer, tensors)
    attach_hooks(transformer)
    return LoadedModel(description, read_tokenizer(folder, description.file.tokenizer), transformer)


def fill_weights(transformer: Transformer, tensors: dict[str, torch.Tensor]) -> None:
    """Put `tensors` into `transformer` as float32.

    Raises `CheckpointError` unless names and shapes are exactly its own.
    """
    wanted = transformer.state_dict()
    for name in wanted.keys() | tensors.keys():
        if name not in tensors:
            raise CheckpointError(f"the weight {name} of shape {list(wanted[name].shape)} is missing")
        if name not in wanted:
            raise CheckpointError(f"{name} is no weight of this model")
        if tensors[name].shape != wanted[name].shape:
            raise CheckpointError(
                f"{name} has the shape {list(tensors[name].shape)}, expected was {list(wanted[name].shape)}"
            )
    transformer.load_state_dict({name: tensor.float() for name, tensor in tensors.items()})
    transformer.requires_grad_(requires_grad=False).eval()


def read_tokenizer(folder: Path, file: TokenizerFile) -> Tokenizer:
    """The tokenizer that `file` describes."""
    if file.words is not None:
        return WordTokenizer(file.words)
    ranks = read_ranks(folder / VOCABULARY)
    return BytePairTokenizer(ranks, pattern=file.pattern, special_tokens=file.special_tokens)


def read_header(path: Path) -> dict[str, dict[str, Any]]:
    """The header of a safetensors file: dtype and shape of each tensor by its name. Raises `CheckpointError`."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(min(length, 100_000_000)))
    except (OSError, struct.error, ValueError) as error:
        raise CheckpointError(f"{path.name} is not a safetensors file: {error}") from error
    header.pop("__metadata__", None)
    return header
