"""The files of a checkpoint's folder, read with care: none outside the folder, none larger than it can rightly be."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from model.errors import CheckpointError, shorten

SMALL = 16 * 2**20
"""Bytes of a config or an index; the largest that are known have about one million."""
TOKENIZER = 128 * 2**20
"""Bytes of a `tokenizer.json`; the largest that are known (Gemma's) have 34 million."""


class Folder:
    """A folder whose files may be read; links that lead out of it are refused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._root = path.resolve()
        repository = self._root.parent.parent
        if self._root.parent.name == "snapshots" and repository.name.startswith("models--"):
            self._root = repository  # the cache of the model hub: a snapshot is made of links to its neighbour, `blobs`

    def names(self) -> list[str]:
        """The names of the files in the folder, in order."""
        return sorted(entry.name for entry in self.path.iterdir() if not entry.is_dir())

    def has(self, name: str) -> bool:
        """Tell whether there is a file or a link of this name."""
        return (self.path / name).is_symlink() or (self.path / name).is_file()

    def file(self, name: str) -> Path:
        """The file `name`, which has to be one, in this folder. Raises `CheckpointError`."""
        if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
            reason = f"“{shorten(name)}” is no name of a file in the folder; the files of a checkpoint lie side by side"
            raise CheckpointError(f"{reason}.")
        try:
            real = (self.path / name).resolve(strict=True)
        except (OSError, RuntimeError, ValueError) as error:
            raise CheckpointError(f"The file {name} is missing in {self.path}.") from error
        if not real.is_relative_to(self._root):
            raise CheckpointError(f"The file {name} is a link that leads out of the folder; that is not followed.")
        if not real.is_file():
            raise CheckpointError(f"{name} is not a file.")
        return real

    def read(self, name: str, limit: int = SMALL) -> bytes:
        """The bytes of the file `name`, at most `limit` of them. Raises `CheckpointError`."""
        path = self.file(name)
        size = path.stat().st_size
        if size > limit:
            raise CheckpointError(f"{name} has {size:,} bytes; at most {limit:,} are read.")
        try:
            with path.open("rb") as file:
                return file.read(limit)
        except OSError as error:
            raise CheckpointError(f"{name} cannot be read: {error.strerror}.") from error

    def read_object(self, name: str) -> dict[str, Any]:
        """The JSON object in the file `name`. Raises `CheckpointError`."""
        return parse_object(name, self.read(name))

    def stamp(self, names: Iterable[str]) -> str:
        """What changes when one of the files does: names, lengths and times of the last change."""
        states = [(name, self.file(name).stat()) for name in names]
        return repr([(name, state.st_size, state.st_mtime_ns) for name, state in states])


def parse_object(name: str, text: bytes) -> dict[str, Any]:
    """The JSON object that `text`, of the file `name`, is. Raises `CheckpointError`."""
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise CheckpointError(f"{name} is nested too deeply to be read.") from error
    except ValueError as error:
        raise CheckpointError(f"{name} is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise CheckpointError(f"{name} holds {type(value).__name__} and not an object.")
    return value
