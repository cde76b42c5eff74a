"""Safetensors files: what their headers say, held against their length, and their tensors, mapped and not copied."""

import json
import math
import os
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from torch import Tensor

from model.checkpoints.checkpoint import refuse_infinite
from model.checkpoints.files import parse_object
from model.errors import CheckpointError, shorten
from model.families.weights import Shape

LONGEST_HEADER = 100_000_000
"""Bytes of a header; safetensors itself reads no longer ones."""
WIDTHS = {"F32": 4, "F16": 2, "BF16": 2, "F64": 8}
"""The kinds of numbers that are read, and how many bytes each takes."""


@dataclass(frozen=True)
class StoredTensor:
    """Where a tensor lies, and what its numbers are."""

    file: Path
    name: str
    kind: str
    shape: Shape

    def refuse_other_kinds(self) -> None:
        """Raise `CheckpointError` where the numbers are of a kind that is not read."""
        if self.kind not in WIDTHS:
            raise CheckpointError(f"The tensor {self.name} is stored as {self.kind}; {', '.join(WIDTHS)} are read.")


def read_header(path: Path) -> dict[str, StoredTensor]:
    """The tensors of a safetensors file by their names. Raises `CheckpointError` where it is none, or cut short."""
    header = _read_json(path)
    header.pop("__metadata__", None)
    size = path.stat().st_size
    tensors = {name: _describe(path, name, entry) for name, entry in header.items()}
    data = size - 8 - _header_length(path, size)
    end = max((entry["data_offsets"][1] for entry in header.values()), default=0)
    if end != data:
        raise CheckpointError(
            f"{path.name} is cut short or has something behind its end: {end:,} bytes of numbers were expected, "
            f"{data:,} are there."
        )
    return tensors


def read_metadata(path: Path) -> dict[str, str]:
    """The words that a safetensors file carries beside its tensors. Raises `CheckpointError`."""
    metadata = _read_json(path).get("__metadata__", {})
    return metadata if isinstance(metadata, dict) else {}


def read_all(tensors: Iterable[StoredTensor]) -> dict[str, Tensor]:
    """Read `tensors` by their names: mapped, so that only what is looked at takes memory. Raises `CheckpointError`."""
    by_file: dict[Path, list[str]] = {}
    for tensor in tensors:
        by_file.setdefault(tensor.file, []).append(tensor.name)
    read: dict[str, Tensor] = {}
    for path, names in by_file.items():
        try:
            with safe_open(path, framework="pt") as file:
                read |= {name: file.get_tensor(name) for name in names}
        except (SafetensorError, OSError) as error:
            raise CheckpointError(f"{path.name} cannot be read: {error}.") from error
    return read


def to_float32(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """`tensors` in float32 and row after row; one that is so already is not copied. Raises `CheckpointError`."""
    for name, tensor in tensors.items():
        refuse_infinite(name, tensor)
    return {name: tensor.float().contiguous() for name, tensor in tensors.items()}


def _header_length(path: Path, size: int) -> int:
    with path.open("rb") as file:
        first = file.read(8)
    if len(first) < 8:
        raise CheckpointError(f"{path.name} is not a safetensors file: it has {size} bytes.")
    length: int = struct.unpack("<Q", first)[0]
    if length > min(LONGEST_HEADER, size - 8):
        raise CheckpointError(
            f"{path.name} is not a safetensors file, or is cut short: by its first 8 bytes its header has {length:,} "
            f"bytes, and the file has {size:,}."
        )
    return length


def _read_json(path: Path) -> dict[str, Any]:
    try:
        length = _header_length(path, path.stat().st_size)
        with path.open("rb") as file:
            file.seek(8, os.SEEK_SET)
            text = file.read(length)
    except OSError as error:
        raise CheckpointError(f"{path.name} cannot be read: {error.strerror}.") from error
    return parse_object(f"The header of {path.name}", text)


def _describe(path: Path, name: str, entry: object) -> StoredTensor:
    match entry:
        case {"dtype": str(kind), "shape": list(shape), "data_offsets": [int(start), int(end)]}:
            pass
        case _:
            said = shorten(json.dumps(entry))
            raise CheckpointError(f"{path.name} does not say dtype, shape and place of {shorten(name)}, but {said}.")
    if not all(type(size) is int and 0 <= size <= 2**40 for size in shape):
        raise CheckpointError(f"The tensor {shorten(name)} has the shape {shape!r:.60}, which cannot be.")
    wanted = math.prod(shape) * WIDTHS[kind] if kind in WIDTHS else end - start
    if not 0 <= start <= end or end - start != wanted:
        raise CheckpointError(f"The tensor {shorten(name)} has {end - start:,} bytes; {wanted:,} were expected.")
    return StoredTensor(path, name, kind, tuple(shape))
