"""One model, from its files to a transformer that is ready to run: those that are bundled, and checkpoints."""

import hashlib
import json
import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file

from model.errors import CheckpointError
from model.runtime import DTYPES, Dtype
from model.shelf.loaded import Description, LoadedModel, ModelFile, TokenizerFile
from model.shelf.names import DESCRIPTION
from model.shelf.outline import make_outline
from model.taps import attach_hooks
from model.tokenizers import BytePairTokenizer, Tokenizer, WordTokenizer, choose_front, read_ranks
from model.transformer import Transformer

if TYPE_CHECKING:
    from model.checkpoints import Checkpoint

WEIGHTS, VOCABULARY = "weights.safetensors", "vocabulary.tiktoken"


@dataclass(frozen=True)
class Placed:
    """Where models run, and in what numbers; at most `limit` tokens of a text are read."""

    dtype: Dtype = "float32"
    device: str = "cpu"
    limit: int = 0

    def bytes_of(self, description: Description) -> int:
        """What the weights of a model will take."""
        return description.parameters * DTYPES[self.dtype].itemsize

    def describe(self, description: Description) -> Description:
        """What can be said of a model that runs here: other numbers have another digest."""
        if self == replace(HERE, limit=self.limit):
            return replace(description, limit=self.limit)
        digest = hashlib.sha256(f"{description.digest} {self.dtype} {self.device}".encode()).hexdigest()
        where = f"computed in {self.dtype}" + (f" on {self.device}" if self.device != "cpu" else "")
        told = description.origin.replace("computed in float32", where)
        if where not in told:
            told = f"{told} The numbers are {where}.".strip()
        return replace(description, digest=digest, origin=told, computed=self.dtype, limit=self.limit)


HERE = Placed()


def describe_model(path: Path, name: str | None = None, placed: Placed = HERE) -> Description:
    """What can be said of the model at `path` from its description and the headers of its weights.

    Raises `CheckpointError`.
    """
    if is_native(path):
        return placed.describe(_describe_native(path, name or path.name))
    from model.checkpoints import open_checkpoint

    return placed.describe(_describe_checkpoint(open_checkpoint(path), name or path.name))


def load_model(path: Path, name: str | None = None, placed: Placed = HERE) -> LoadedModel:
    """Load the model at `path`. Raises `CheckpointError` with the tensor's name and what was expected."""
    if is_native(path):
        description = describe_model(path, name, placed)
        weights, tokenizer = _read_weights(path), read_tokenizer(path, description.file.tokenizer)
    else:
        from model.checkpoints import open_checkpoint

        found = open_checkpoint(path)
        description = placed.describe(_describe_checkpoint(found, name or path.name))
        weights, tokenizer = found.weights(), found.tokenizer()
    config = description.file.config
    if tokenizer.vocab_size > config.vocab_size:
        raise CheckpointError(
            f"The tokenizer has ids up to {tokenizer.vocab_size - 1:,}, and the model has {config.vocab_size:,} pieces."
        )
    transformer = make_outline(config)
    fill_weights(transformer, weights, DTYPES[placed.dtype])
    transformer.to(placed.device)
    attach_hooks(transformer)
    return LoadedModel(description, tokenizer, transformer)


def is_native(path: Path) -> bool:
    """Tell whether a model lies at `path` as those that are bundled do."""
    return (path / DESCRIPTION).is_file() and (path / WEIGHTS).is_file()


def _describe_checkpoint(found: "Checkpoint", name: str) -> Description:
    return Description(name, found.card, found.parameters, found.dtype, found.digest, origin=found.origin)


def _describe_native(folder: Path, name: str) -> Description:
    try:
        file = ModelFile.model_validate_json((folder / DESCRIPTION).read_bytes())
    except ValidationError as error:
        raise CheckpointError(f"{folder.name}/{DESCRIPTION} is not right: {error}") from error
    header = read_header(folder / WEIGHTS)
    dtypes = sorted({entry["dtype"] for entry in header.values()})
    digest = hashlib.sha256((folder / WEIGHTS).read_bytes() + (folder / DESCRIPTION).read_bytes()).hexdigest()
    parameters = sum(math.prod(entry["shape"]) for entry in header.values())
    return Description(name, file, parameters, "+".join(dtypes), digest)


def _read_weights(folder: Path) -> dict[str, torch.Tensor]:
    try:
        return load_file(folder / WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{folder.name}/{WEIGHTS} cannot be read: {error}") from error


def fill_weights(
    transformer: Transformer, tensors: Mapping[str, torch.Tensor], dtype: torch.dtype = torch.float32
) -> None:
    """Put `tensors` into `transformer`, which may be an outline; they are taken as they are, or as `dtype`.

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
    transformer.load_state_dict({name: tensor.to(dtype) for name, tensor in tensors.items()}, assign=True)
    transformer.requires_grad_(requires_grad=False).eval()


def read_tokenizer(folder: Path, file: TokenizerFile) -> Tokenizer:
    """The tokenizer that `file` describes."""
    if file.words is not None:
        return WordTokenizer(file.words)
    special = file.special_tokens
    controls = {i: name for name, i in special.items()}
    front = choose_front(controls, declared=None, is_added=False, splits_digits=False)
    ranks = read_ranks(folder / VOCABULARY)
    return BytePairTokenizer(ranks, pattern=file.pattern, special_tokens=special, front=front)


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
