"""A small Llama in a folder as transformers saves it, and ways to do it harm."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from model.checkpoints import open_checkpoint
from model.errors import CheckpointError
from tests.model.published import make_reference, precision

CONFIG, WEIGHTS, INDEX = "config.json", "model.safetensors", "model.safetensors.index.json"


@cache
def saved_files() -> dict[str, bytes]:
    """The files of the checkpoint."""
    with TemporaryDirectory() as folder, precision(torch.float32):
        make_reference("Llama, grouped heads").save_pretrained(folder)
        return {name: Path(folder, name).read_bytes() for name in (CONFIG, WEIGHTS)}


def put_llama(folder: Path) -> Path:
    """Write the checkpoint into `folder`, which is made."""
    folder.mkdir(parents=True)
    for name, content in saved_files().items():
        (folder / name).write_bytes(content)
    return folder


def change_config(folder: Path, **changes: object) -> None:
    """Change some fields of `config.json`."""
    config = json.loads((folder / CONFIG).read_text("utf-8"))
    (folder / CONFIG).write_text(json.dumps({**config, **changes}), "utf-8")


def change_weights(folder: Path, **changes: Tensor | None) -> None:
    """Change, add or (None) take away tensors."""
    tensors: dict[str, Any] = {**load_file(folder / WEIGHTS), **changes}
    save_file({name: tensor for name, tensor in tensors.items() if tensor is not None}, folder / WEIGHTS)


def refusal(path: Path) -> str:
    """The sentence with which the checkpoint at `path` is refused."""
    with pytest.raises(CheckpointError) as caught:
        open_checkpoint(path).weights()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def split_weights(folder: Path) -> dict[str, str]:
    """Put the tensors into two files with an index, and return which is where."""
    tensors = load_file(folder / WEIGHTS)
    names = sorted(tensors)
    halves = {"model-00001-of-00002.safetensors": names[::2], "model-00002-of-00002.safetensors": names[1::2]}
    for file, inside in halves.items():
        save_file({name: tensors[name] for name in inside}, folder / file)
    weight_map = {name: file for file, inside in halves.items() for name in inside}
    (folder / INDEX).write_text(json.dumps({"metadata": {}, "weight_map": weight_map}), "utf-8")
    (folder / WEIGHTS).unlink()
    return weight_map
