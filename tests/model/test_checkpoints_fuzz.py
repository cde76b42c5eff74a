"""Mutated files: each is read, or refused in one sentence; nothing else comes out of a loader."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints import open_checkpoint
from model.errors import CheckpointError
from tests.model.little_llama import CONFIG, INDEX, WEIGHTS, put_llama, saved_files, split_weights
from tests.model.packed import packed_llama

HEAD = 4096
"""Bytes at the beginning of a file that are harmed most: counts, names, shapes, places."""
VALUES = (0, 1, 2**15, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1)

numbers = st.sampled_from(VALUES).map(lambda value: value.to_bytes(8, "little"))
patches = st.lists(st.tuples(st.integers(0, HEAD), st.binary(min_size=1, max_size=8) | numbers), max_size=6)
cuts = st.none() | st.integers(0, 3 * HEAD)


@pytest.fixture(autouse=True, scope="module")
def home() -> Iterator[None]:
    """Keep nothing in the user's folder."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setenv("LANEWISE_HOME", folder)
        yield


def harm(content: bytes, changes: list[tuple[int, bytes]], cut: int | None) -> bytes:
    """Write over some bytes, and cut the rest off."""
    harmed = bytearray(content)
    for place, new in changes:
        harmed[place : place + len(new)] = new
    return bytes(harmed[:cut])


def read_or_refuse(path: Path) -> None:
    """Open what lies at `path`; a refusal is one sentence for a person."""
    try:
        checkpoint = open_checkpoint(path)
        weights = checkpoint.weights()
    except CheckpointError as refusal:
        sentence = str(refusal)  # whether it is refused at all depends on the case
    else:
        sentence = "Read."
        assert all(bool(tensor.isfinite().all()) for tensor in weights.values())
    assert sentence.endswith(".")
    assert len(sentence) < 500


@given(changes=patches, cut=cuts)
def test_harmed_safetensors_are_read_or_refused(changes: list[tuple[int, bytes]], cut: int | None) -> None:
    with TemporaryDirectory() as place:
        folder = put_llama(Path(place, "llama"))
        (folder / WEIGHTS).write_bytes(harm(saved_files()[WEIGHTS], changes, cut))
        read_or_refuse(folder)


@settings(max_examples=max(120, settings.default.max_examples))
@given(changes=patches, cut=cuts)
def test_a_harmed_gguf_file_is_read_or_refused(changes: list[tuple[int, bytes]], cut: int | None) -> None:
    with TemporaryDirectory() as place:
        path = Path(place, "model.gguf")
        path.write_bytes(harm(packed_llama(), changes, cut))
        read_or_refuse(path)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_a_header_with_anything_in_it_is_read_or_refused(data: st.DataObject) -> None:
    """The parts of a header are swapped for whatever JSON can say."""
    content = saved_files()[WEIGHTS]
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    name = data.draw(st.sampled_from(sorted(header)))
    field = data.draw(st.sampled_from(["dtype", "shape", "data_offsets", None]))
    value = data.draw(ANYTHING | st.lists(st.integers(-1, 2**64), max_size=4))
    header |= {name: value} if field is None else {name: {**header[name], field: value}}
    text = json.dumps(header).encode()
    with TemporaryDirectory() as place:
        folder = put_llama(Path(place, "llama"))
        (folder / WEIGHTS).write_bytes(len(text).to_bytes(8, "little") + text + content[8 + length :])
        read_or_refuse(folder)


@given(st.data())
def test_a_config_with_anything_in_it_is_read_or_refused(data: st.DataObject) -> None:
    config = json.loads(saved_files()[CONFIG])
    names = st.sampled_from(sorted(config))
    changes: dict[str, Any] = data.draw(st.dictionaries(names, ANYTHING, min_size=1, max_size=3))
    with TemporaryDirectory() as place:
        folder = put_llama(Path(place, "llama"))
        (folder / CONFIG).write_text(json.dumps({**config, **changes}), "utf-8")
        read_or_refuse(folder)


@given(index=ANYTHING | st.dictionaries(st.just("weight_map"), ANYTHING, min_size=1), text=st.binary(max_size=9))
def test_an_index_with_anything_in_it_is_read_or_refused(index: Any, text: bytes) -> None:
    with TemporaryDirectory() as place:
        folder = put_llama(Path(place, "llama"))
        split_weights(folder)
        (folder / INDEX).write_bytes(text or json.dumps(index).encode())
        read_or_refuse(folder)
