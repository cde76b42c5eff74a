"""Models in GGUF files: whatever is packed comes out as it went in, in the order that the published weights have."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import gguf
import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType
from gguf.constants import GGML_QUANT_SIZES
from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint

from model.checkpoints import converted, open_checkpoint
from model.checkpoints.gguf_file import KINDS, read_gguf
from model.families.weights import expected_shapes
from model.shelf.home import converted_folder
from tests.model.packed import open_model, pack, pack_pair, packable
from tests.model.published import make_reference, precision, random_ids_below, save_and_read


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep nothing in the user's folder."""
    monkeypatch.setenv("LANEWISE_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("name", packable())
def test_logits_are_those_of_the_reference_before_it_was_packed(name: str, tmp_path: Path) -> None:
    with precision(torch.float32):
        model, reference = pack_pair(name, tmp_path)
        ids = random_ids_below(61, 17)
        with torch.inference_mode():
            assert (model(ids) - reference(ids[None]).logits[0]).abs().max() <= 1e-4


@pytest.mark.parametrize("name", ["Llama", "Qwen2", "Phi-3", "GPT-2"])
def test_quantised_files_are_read_as_transformers_reads_them(name: str, tmp_path: Path) -> None:
    """The reader in transformers is another one, by other people, and undoes llama.cpp's order in its own way."""
    with precision(torch.float32):
        reference = make_reference(name)
        _, tensors = save_and_read(reference, tmp_path)
        path = pack(reference, tensors, tmp_path / "model.gguf", GGMLQuantizationType.Q5_1)
        theirs = load_gguf_checkpoint(path, return_tensors=True, model_to_load=reference)["tensors"]
        missing = reference.load_state_dict({key: value.float() for key, value in theirs.items()}, strict=False)
        assert missing.missing_keys in ([], ["lm_head.weight"])
        reference.tie_weights()
        ids = random_ids_below(61, 17)
        with torch.inference_mode():
            apart = (open_model(path)(ids) - reference(ids[None]).logits[0]).abs().max()
        assert apart <= 1e-4


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_of_packing_is_read(kind: GGMLQuantizationType, tmp_path: Path) -> None:
    """Blocks of random bytes, whose scales are small numbers, come out as the `gguf` package makes them."""
    block, nbytes = GGML_QUANT_SIZES[kind]
    rows = np.random.default_rng(0).integers(0, 60, (3, 2 * nbytes), np.uint8)
    path = write(tmp_path / "tensor.gguf", {"t": (rows, kind)})
    tensor = read_gguf(path).read("t")
    assert tensor.shape == (3, 2 * block)
    assert tensor.dtype == np.float32
    assert np.array_equal(tensor, gguf.dequantize(rows, kind))


@pytest.mark.parametrize("kind", [GGMLQuantizationType.Q4_0, GGMLQuantizationType.Q4_1, GGMLQuantizationType.Q8_0])
def test_what_was_packed_comes_out_within_a_step_of_its_scale(kind: GGMLQuantizationType, tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).normal(size=(4, 64)).astype(np.float32)
    path = write(tmp_path / "tensor.gguf", {"t": (gguf.quantize(numbers, kind), kind)})
    apart = np.abs(read_gguf(path).read("t") - numbers).max()
    assert apart < np.abs(numbers).max() / (100 if kind == GGMLQuantizationType.Q8_0 else 6)


def test_metadata_are_plain_values(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "values.gguf", "llama")
    writer.add_array("pieces", ["a", "Ġb", "日"])
    writer.add_array("scores", [0.5, -1.0])
    writer.add_float32("eps", 1e-5)
    writer.add_bool("front", True)
    writer.add_int8("small", -3)
    close(writer)
    metadata = read_gguf(tmp_path / "values.gguf").metadata
    assert metadata == {
        "general.architecture": "llama",
        "pieces": ["a", "Ġb", "日"],
        "scores": [0.5, -1.0],
        "eps": 1e-5,
        "front": True,
        "small": -3,
    }


def write(path: Path, tensors: dict[str, tuple[np.ndarray, GGMLQuantizationType]]) -> Path:
    """A GGUF file of packed `tensors` and no metadata."""
    writer = gguf.GGUFWriter(path, "llama")
    for name, (packed, kind) in tensors.items():
        writer.add_tensor(name, packed, raw_dtype=kind)
    close(writer)
    return path


def close(writer: gguf.GGUFWriter) -> None:
    """Write all that `writer` was given."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.fixture
def llama(tmp_path: Path) -> Path:
    """A small Llama, packed."""
    with precision(torch.float32):
        reference = make_reference("Llama")
        _, tensors = save_and_read(reference, tmp_path)
        return pack(reference, tensors, tmp_path / "llama.gguf", GGMLQuantizationType.Q8_0)


def test_weights_are_kept_once_and_mapped_afterwards(llama: Path) -> None:
    first = open_checkpoint(llama).weights()
    (kept,) = converted_folder().iterdir()
    written = kept.stat().st_mtime_ns
    again = open_checkpoint(llama).weights()
    assert kept.stat().st_mtime_ns == written
    assert first.keys() == again.keys()
    assert all(torch.equal(first[name], again[name]) for name in first)


def test_a_file_that_changes_is_converted_anew_and_the_old_weights_are_forgotten(llama: Path) -> None:
    before = open_checkpoint(llama)
    before.weights()
    (kept,) = converted_folder().iterdir()
    llama.write_bytes(llama.read_bytes())
    after = open_checkpoint(llama)
    after.weights()
    assert after.digest != before.digest
    assert kept not in converted_folder().iterdir()
    assert len(list(converted_folder().iterdir())) == 1


def test_a_conversion_that_was_cut_short_is_made_again(llama: Path) -> None:
    whole = open_checkpoint(llama).weights()
    whole = {name: tensor.clone() for name, tensor in whole.items()}
    (kept,) = converted_folder().iterdir()
    kept.write_bytes(kept.read_bytes()[:-7])
    again = open_checkpoint(llama).weights()
    assert all(torch.equal(whole[name], again[name]) for name in whole)


def test_without_room_the_weights_are_made_in_memory_and_nothing_is_left(
    llama: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(converted.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    assert set(open_checkpoint(llama).weights()) == set(expected_shapes(open_checkpoint(llama).card.config))
    assert "there is no room" in caplog.text
    assert list(converted_folder().iterdir()) == []


def test_a_disk_that_fills_up_while_writing_leaves_nothing_half_written(
    llama: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(converted, "_write", fail)
    assert open_checkpoint(llama).weights()
    assert list(converted_folder().iterdir()) == []


def test_the_card_says_that_the_numbers_are_dequantised(llama: Path) -> None:
    checkpoint = open_checkpoint(llama)
    assert checkpoint.dtype == "Q8_0 + F16 + F32"
    assert checkpoint.origin == (
        "The numbers are of the dequantised weights: they are stored as Q8_0 + F16 + F32 and computed in float32."
    )
    assert checkpoint.origin in checkpoint.card.description
