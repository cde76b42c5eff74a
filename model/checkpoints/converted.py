"""Weights that were dequantised once and are kept as float32 safetensors, which map into memory in no time.

They lie in the user's folder (`model.shelf.home`), under what changes when the source does. A file is written under
another name and renamed when it is whole, so that there is never a half of one.
"""

import json
import logging
import os
import shutil
import struct
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from math import prod
from pathlib import Path
from tempfile import mkstemp
from typing import IO

from torch import Tensor

from model.checkpoints.checkpoint import refuse_infinite
from model.checkpoints.safetensors_files import read_all, read_header, read_metadata
from model.errors import CheckpointError
from model.families.weights import Shape
from model.shelf.home import converted_folder

Pieces = Iterator[tuple[str, Tensor]]
VERSION = "1"
"""Of what is made of a source; a change of it makes everything anew."""
ALIGNMENT = 64
log = logging.getLogger("lanewise")


def converted_weights(source: Path, shapes: Mapping[str, Shape], make: Callable[[], Pieces]) -> dict[str, Tensor]:
    """The float32 weights of the file `source`, mapped from what was kept of it, or made now and kept.

    `make` gives every weight of `shapes` once, in any order. Where they cannot be kept (no room, no right to write),
    they are made in memory, and the log says so. Raises what `make` raises, and `CheckpointError` for numbers that are
    not finite.
    """
    kept = converted_folder() / f"{key_of(source)}.safetensors"
    if not _is_whole(kept, shapes):
        try:
            keep(kept, source, shapes, make())
        except OSError as error:
            log.warning("Dequantised weights cannot be kept in %s: %s.", kept.parent, error.strerror)
            return dict(_finite(make()))
    return read_all(read_header(kept).values())


def key_of(source: Path) -> str:
    """What changes when `source` does: its place, its length, the time of its last change."""
    state = source.stat()
    return sha256(f"{VERSION}|{source.resolve()}|{state.st_size}|{state.st_mtime_ns}".encode()).hexdigest()[:32]


def keep(kept: Path, source: Path, shapes: Mapping[str, Shape], pieces: Pieces) -> None:
    """Write `pieces` to the file `kept`, one after the other: at no time are all of them in memory.

    Raises `OSError` where there is no room; nothing is left of the attempt then.
    """
    kept.parent.mkdir(parents=True, exist_ok=True)
    _forget_stale(kept.parent)
    needed = 4 * sum(map(prod, shapes.values()))
    if shutil.disk_usage(kept.parent).free < needed:
        raise OSError(28, f"{needed:,} bytes are needed, and there is no room for them")
    handle, name = mkstemp(dir=kept.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            _write(file, source, shapes, pieces)
        Path(name).replace(kept)
    finally:
        Path(name).unlink(missing_ok=True)


def _write(file: IO[bytes], source: Path, shapes: Mapping[str, Shape], pieces: Pieces) -> None:
    header: dict[str, object] = {"__metadata__": {"source": str(source.resolve())}}
    places, end = {}, 0
    for name, shape in shapes.items():
        places[name], end = end, end + 4 * prod(shape)
        header[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [places[name], end]}
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % ALIGNMENT)
    file.write(struct.pack("<Q", len(text)) + text)
    for name, tensor in _finite(pieces):
        file.seek(8 + len(text) + places.pop(name))
        file.write(tensor.numpy().astype("<f4", copy=False).tobytes())
    if places:
        raise CheckpointError(f"The tensor {next(iter(places))} was not made.")


def _finite(pieces: Pieces) -> Pieces:
    for name, tensor in pieces:
        refuse_infinite(name, tensor)
        yield name, tensor.contiguous()


def _is_whole(kept: Path, shapes: Mapping[str, Shape]) -> bool:
    try:
        return {name: tensor.shape for name, tensor in read_header(kept).items()} == dict(shapes)
    except CheckpointError:
        return False


def _forget_stale(folder: Path) -> None:
    """Remove what was made of files that are not there any more, or have changed since."""
    for path in folder.glob("*.safetensors"):
        try:
            source = Path(read_metadata(path).get("source", ""))
            is_stale = not source.is_file() or key_of(source) != path.stem
        except (CheckpointError, OSError):
            is_stale = True
        if is_stale:
            path.unlink(missing_ok=True)
