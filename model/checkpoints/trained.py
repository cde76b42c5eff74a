"""A work folder of our own training: `model.json` and `checkpoint.safetensors`, where optimizer states lie, too."""

from functools import partial
from hashlib import sha256
from math import prod

from pydantic import ValidationError
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint, name_kinds
from model.checkpoints.files import Folder
from model.checkpoints.safetensors_files import StoredTensor, read_all, read_header, to_float32
from model.errors import CheckpointError, shorten
from model.families.weights import expected_shapes
from model.shelf.loaded import ModelFile
from model.tokenizers import Tokenizer

RUN, CARD = "checkpoint.safetensors", "model.json"
PREFIX = "model/"


def open_trained(folder: Folder) -> Checkpoint:
    """Look at the last checkpoint of a training run. Raises `CheckpointError` with what was expected."""
    card = read_card(folder)
    stored = {name: tensor for name, tensor in read_header(folder.file(RUN)).items() if name.startswith(PREFIX)}
    shapes = expected_shapes(card.config)
    for name, shape in shapes.items():
        _refuse_misfit(name, stored.get(PREFIX + name), shape)
    strangers = stored.keys() - {PREFIX + name for name in shapes}
    if strangers:
        raise CheckpointError(f"{shorten(min(strangers))} is no weight of the model that {CARD} describes.")
    kinds = name_kinds(stored[PREFIX + name].kind for name in sorted(shapes, key=lambda name: -prod(shapes[name])))
    return Checkpoint(
        card=card,
        parameters=sum(map(prod, shapes.values())),
        dtype=kinds,
        digest=sha256((card.model_dump_json() + folder.stamp([RUN])).encode()).hexdigest(),
        origin=f"The weights of a training run, stored as {kinds} and computed in float32.",
        weights=partial(_read_weights, list(stored.values())),
        tokenizer=partial(_make_tokenizer, folder, card),
    )


def read_card(folder: Folder) -> ModelFile:
    """What `model.json` in `folder` holds. Raises `CheckpointError`."""
    try:
        return ModelFile.model_validate_json(folder.read(CARD))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise CheckpointError(f"{CARD} is not right: {where}: {first['msg']}.") from error


def _refuse_misfit(name: str, stored: StoredTensor | None, shape: tuple[int, ...]) -> None:
    if stored is None:
        raise CheckpointError(f"The weight {name} of shape {list(shape)} is missing in {RUN}.")
    if stored.shape != shape:
        raise CheckpointError(f"{name} has the shape {list(stored.shape)}; {list(shape)} was expected.")
    stored.refuse_other_kinds()


def _read_weights(stored: list[StoredTensor]) -> dict[str, Tensor]:
    return {name.removeprefix(PREFIX): tensor for name, tensor in to_float32(read_all(stored)).items()}


def _make_tokenizer(folder: Folder, card: ModelFile) -> Tokenizer:
    from model.shelf.opening import read_tokenizer

    return read_tokenizer(folder.path, card.tokenizer)
