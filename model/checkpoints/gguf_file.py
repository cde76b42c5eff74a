"""GGUF files: the metadata, the table of tensors, and one tensor at a time, dequantised by the `gguf` package.

The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3. The package has a reader of its
own, which makes an array of every piece of a vocabulary and takes four seconds for 49,152 of them; this one reads what
is needed in a tenth of one, and never trusts a length before it has looked at how much of the file is left.
"""

import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFValueType
from gguf.quants import dequantize
from numpy.typing import NDArray

from model.errors import CheckpointError, shorten

MAGIC = b"GGUF"
VERSIONS = (2, 3)
DEEPEST, LARGEST = 4, 2**40
ALIGNMENT, MOST_ALIGNED = 32, 2**16
KINDS = (
    *(GGMLQuantizationType[name] for name in ("F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0")),
    *(GGMLQuantizationType[f"Q{bits}_K"] for bits in range(2, 7)),
)
"""How weights may be packed."""
NUMBERS = {
    GGUFValueType.UINT8: "<u1",
    GGUFValueType.INT8: "<i1",
    GGUFValueType.UINT16: "<u2",
    GGUFValueType.INT16: "<i2",
    GGUFValueType.UINT32: "<u4",
    GGUFValueType.INT32: "<i4",
    GGUFValueType.UINT64: "<u8",
    GGUFValueType.INT64: "<i8",
    GGUFValueType.FLOAT32: "<f4",
    GGUFValueType.FLOAT64: "<f8",
    GGUFValueType.BOOL: "<u1",
}


@dataclass(frozen=True)
class PackedTensor:
    """One tensor of the table; `shape` is (out, in), which the file says the other way round."""

    name: str
    shape: tuple[int, ...]
    kind: GGMLQuantizationType
    start: int
    nbytes: int


@dataclass(frozen=True)
class GgufFile:
    """What a GGUF file says of itself."""

    path: Path
    metadata: dict[str, Any]
    tensors: dict[str, PackedTensor]

    def read(self, name: str) -> NDArray[np.float32]:
        """The tensor `name`, dequantised. Raises `CheckpointError` where the file cannot be read any more."""
        tensor = self.tensors[name]
        try:
            packed = np.fromfile(self.path, np.uint8, tensor.nbytes, offset=tensor.start)
        except OSError as error:
            raise CheckpointError(f"{self.path.name} cannot be read: {error.strerror}.") from error
        if packed.size != tensor.nbytes:
            raise CheckpointError(f"{self.path.name} ends within the tensor {name}.")
        with np.errstate(all="ignore"):  # what is not finite is refused by who asked, by name
            numbers = dequantize(packed.reshape(*tensor.shape[:-1], -1), tensor.kind)
        return numbers.reshape(tensor.shape).astype(np.float32, copy=False)


class _Reader:
    """Walks through the head of a file; whatever would lead past its end is refused."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.view: memoryview = np.memmap(path, np.uint8, "r").data
        self.at = 0

    def take(self, n_bytes: int, what: str) -> memoryview:
        """The next `n_bytes`."""
        if n_bytes > len(self.view) - self.at:
            raise CheckpointError(
                f"{self.name} is cut short: {n_bytes:,} bytes were expected at byte {self.at:,} ({what}), and the file "
                f"has {len(self.view):,}."
            )
        self.at += n_bytes
        return self.view[self.at - n_bytes : self.at]

    def number(self, form: str, what: str) -> Any:  # noqa: ANN401 (an int, a float)
        """The next number, of the struct format `form`."""
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form), what))[0]

    def text(self, what: str) -> str:
        """The next string."""
        return bytes(self.take(self.number("Q", what), what)).decode("utf-8", "surrogateescape")

    def value(self, kind: int, what: str, depth: int = 0) -> Any:  # noqa: ANN401 (as the file says)
        """The next value of the metadata, as a number, a text, a truth or a list of them."""
        if kind == GGUFValueType.STRING:
            return self.text(what)
        if kind == GGUFValueType.ARRAY:
            inner, count = self.number("I", what), self.number("Q", what)
            if inner in NUMBERS:
                return self.numbers(inner, count, what)
            if depth == DEEPEST or count > len(self.view) - self.at:  # each takes a byte at least
                raise CheckpointError(f"{self.name} says that {what} holds {count:,} values, which cannot be.")
            return [self.value(inner, what, depth + 1) for _ in range(count)]
        if kind == GGUFValueType.FLOAT32:
            # The shortest figure that is this float32: 1e-05 was meant, not 9.999999747378752e-06.
            return float(str(np.float32(self.numbers(kind, 1, what)[0])))
        if kind in NUMBERS:
            return self.numbers(kind, 1, what)[0]
        raise CheckpointError(f"{self.name} gives {what} a type ({kind}) that GGUF does not have.")

    def numbers(self, kind: int, count: int, what: str) -> list[Any]:
        """The next `count` numbers."""
        dtype = np.dtype(NUMBERS[GGUFValueType(kind)])
        found = np.frombuffer(self.take(count * dtype.itemsize, what), dtype).tolist()
        return [bool(each) for each in found] if kind == GGUFValueType.BOOL else found


def read_gguf(path: Path) -> GgufFile:
    """Read metadata and table of the GGUF file at `path`. Raises `CheckpointError` with what was expected."""
    if path.stat().st_size < len(MAGIC) + 20:
        raise CheckpointError(f"{path.name} is not a GGUF file: it has {path.stat().st_size} bytes.")
    reader = _Reader(path)
    n_tensors, n_values = _read_counts(reader)
    metadata: dict[str, Any] = {}
    for _ in range(n_values):
        key = reader.text("a key of the metadata")
        if key in metadata:
            raise CheckpointError(f"{path.name} has the key {shorten(key)} twice.")
        metadata[key] = reader.value(reader.number("I", key), shorten(key))
    table = [_read_entry(reader) for _ in range(n_tensors)]
    alignment = metadata.get("general.alignment", ALIGNMENT)
    if type(alignment) is not int or not 1 <= alignment <= MOST_ALIGNED:
        raise CheckpointError(f"general.alignment is {alignment!r:.40} in {path.name}; 1 to {MOST_ALIGNED:,} is right.")
    start = reader.at + -reader.at % alignment
    tensors = {tensor.name: tensor for tensor in (_place(entry, start, len(reader.view), path) for entry in table)}
    if len(tensors) < len(table):
        raise CheckpointError(f"{path.name} has two tensors of one name.")
    return GgufFile(path, metadata, tensors)


def _read_counts(reader: _Reader) -> tuple[int, int]:
    magic = bytes(reader.take(4, "the magic number"))
    if magic != MAGIC:
        raise CheckpointError(f"{reader.name} is not a GGUF file: it begins with {magic!r}; {MAGIC!r} was expected.")
    version = reader.number("I", "the version")
    if version not in VERSIONS:
        swapped = int.from_bytes(version.to_bytes(4, "little"), "big") in VERSIONS
        reason = "is written for big-endian machines" if swapped else f"is of version {version} of GGUF"
        raise CheckpointError(f"{reader.name} {reason}; little-endian files of version 2 or 3 are read.")
    n_tensors, n_values = reader.number("Q", "the counts"), reader.number("Q", "the counts")
    for count, what in ((n_tensors, "tensors"), (n_values, "values")):
        if count > len(reader.view):
            raise CheckpointError(f"{reader.name} says that it has {count:,} {what}, more than bytes.")
    return n_tensors, n_values


def _read_entry(reader: _Reader) -> tuple[str, list[int], int, int]:
    name = reader.text("the name of a tensor")
    n_axes = reader.number("I", shorten(name))
    if n_axes > 4:
        raise CheckpointError(f"The tensor {shorten(name)} of {reader.name} has {n_axes:,} axes; at most 4 can be.")
    sizes = reader.numbers(GGUFValueType.UINT64, n_axes, shorten(name))
    return name, sizes, reader.number("I", shorten(name)), reader.number("Q", shorten(name))


def _place(entry: tuple[str, list[int], int, int], start: int, size: int, path: Path) -> PackedTensor:
    """Where the numbers of a tensor lie; they begin at `start`, and the file has `size` bytes."""
    name, sizes, number, offset = entry
    known = {int(kind): kind for kind in KINDS}
    if number not in known:
        said = GGMLQuantizationType(number).name if number in set(GGMLQuantizationType) else f"type {number}"
        names = ", ".join(kind.name for kind in KINDS)
        raise CheckpointError(f"The tensor {shorten(name)} is packed as {said}; these are read: {names}.")
    block, block_bytes = GGML_QUANT_SIZES[known[number]]
    if not sizes or any(each > LARGEST for each in sizes) or sizes[0] % block:
        reason = f"its rows must be a multiple of {block} numbers"
        raise CheckpointError(f"The tensor {shorten(name)} has the shape {sizes[::-1]}, which cannot be: {reason}.")
    nbytes = prod(sizes) // block * block_bytes
    if start + offset + nbytes > size:
        raise CheckpointError(
            f"{path.name} is cut short: the tensor {shorten(name)} ends at byte {start + offset + nbytes:,}, and the "
            f"file has {size:,}."
        )
    return PackedTensor(name, tuple(sizes[::-1]), known[number], start + offset, nbytes)
