"""Checkpoints in folders that are refused: by name, with what was expected, before anything is believed."""

import json
import pickle
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from model.checkpoints import open_checkpoint
from model.errors import CheckpointError
from model.families import FAMILIES, UnsupportedFamilyError
from tests.model.little_llama import (
    CONFIG,
    INDEX,
    WEIGHTS,
    change_config,
    change_weights,
    put_llama,
    refusal,
    split_weights,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put_llama(tmp_path / "little-llama")


def test_another_family_is_refused_by_name_with_the_list(folder: Path) -> None:
    change_config(folder, model_type="mamba")
    with pytest.raises(UnsupportedFamilyError, match="'mamba'") as caught:
        open_checkpoint(folder)
    assert all(name in str(caught.value) for name in FAMILIES)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"num_key_value_heads": 3}, "n_heads (4) must be a multiple of n_kv_heads (3)"),
        ({"num_attention_heads": 5, "head_dim": None}, "the heads would not be of equal size"),
        ({"hidden_size": -32}, "hidden_size is -32"),
        ({"num_hidden_layers": 10**9}, "num_hidden_layers"),
        ({"intermediate_size": 10**12}, "intermediate_size"),
        ({"vocab_size": 62}, "has the shape [61, 32]; [62, 32] was expected"),
        ({"num_hidden_layers": 2}, "layers.2."),
        ({"num_hidden_layers": 4}, "layers.3.input_layernorm.weight is missing"),
    ],
)
def test_a_config_that_lies_is_refused(folder: Path, changes: dict[str, object], words: str) -> None:
    change_config(folder, **changes)
    assert words in refusal(folder)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "config.json is not JSON"),
        (b"[1, 2]", "config.json holds list and not an object"),
        (b"{" * 9, "config.json is not JSON"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "config.json is nested too deeply"),
        (b"\xff\xfe\x00", "config.json is not JSON"),
        (b" " * (2**24 + 1), "config.json has 16,777,217 bytes; at most"),
    ],
)
def test_a_config_that_is_none_is_refused(folder: Path, text: bytes, words: str) -> None:
    (folder / CONFIG).write_bytes(text)
    assert words in refusal(folder)


@pytest.mark.parametrize(
    ("name", "tensor", "words"),
    [
        ("model.norm.weight", None, "The tensor norm.weight is missing; one of shape [32] was expected."),
        ("model.norm.weight", torch.ones(33), "norm.weight has the shape [33]; [32] was expected."),
        ("model.extra.weight", torch.ones(2), "The tensor extra.weight belongs to nothing in a llama model"),
        ("model.norm.weight", torch.ones(32, dtype=torch.int32), "is stored as I32; F32, F16, BF16"),
        ("model.norm.weight", torch.full((32,), torch.nan), "32 of 32 numbers that are NaN or infinite"),
        ("model.norm.weight", torch.tensor([torch.inf, *[1.0] * 31]), "1 of 32 numbers that are NaN or infinite"),
    ],
)
def test_wrong_weights_are_named_with_what_was_expected(
    folder: Path, name: str, tensor: Tensor | None, words: str
) -> None:
    change_weights(folder, **{name: tensor})
    assert words in refusal(folder)


@pytest.mark.parametrize("length", [0, 5, 8, 100, -1, -5000])
def test_a_file_cut_short_is_refused(folder: Path, length: int) -> None:
    (folder / WEIGHTS).write_bytes((folder / WEIGHTS).read_bytes()[:length])
    assert WEIGHTS in refusal(folder)


def test_something_behind_the_end_is_refused(folder: Path) -> None:
    (folder / WEIGHTS).write_bytes((folder / WEIGHTS).read_bytes() + b"PK\x03\x04")
    assert "has something behind its end" in refusal(folder)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "consolidated.00.pth", "model.pt", "model.ckpt"])
def test_a_pickle_is_refused_and_never_opened(folder: Path, name: str) -> None:
    (folder / WEIGHTS).unlink()
    bomb = folder / name
    bomb.write_bytes(pickle.dumps({"w": 1}))
    bomb.chmod(0)  # not even its bytes are asked for
    for path in (folder, bomb):
        sentence = refusal(path)
        assert f"{name} is a pickle, which can run any code while it is read, and is never opened" in sentence


@pytest.mark.parametrize("name", ["../outside.safetensors", "/etc/passwd", "..", "a/b.safetensors", "", "a\\b"])
def test_an_index_that_leads_out_of_the_folder_is_refused(folder: Path, name: str) -> None:
    weight_map = split_weights(folder)
    (folder / INDEX).write_text(json.dumps({"weight_map": {**weight_map, "model.norm.weight": name}}), "utf-8")
    assert "is no name of a file in the folder" in refusal(folder)


@pytest.mark.parametrize(
    ("index", "words"),
    [
        ({}, "has no weight_map"),
        ({"weight_map": []}, "has no weight_map"),
        ({"weight_map": {}}, "is empty"),
        ({"weight_map": {"a": 3}}, "has no weight_map"),
        ({"weight_map": {"a": "missing.safetensors"}}, "The file missing.safetensors is missing"),
    ],
)
def test_an_index_that_is_none_is_refused(folder: Path, index: dict[str, object], words: str) -> None:
    split_weights(folder)
    (folder / INDEX).write_text(json.dumps(index), "utf-8")
    assert words in refusal(folder)


def test_a_tensor_in_two_shards_is_refused(folder: Path) -> None:
    weight_map = split_weights(folder)
    tensors = load_file(folder / "model-00001-of-00002.safetensors")
    tensors |= load_file(folder / "model-00002-of-00002.safetensors")
    save_file(tensors, folder / "model-00002-of-00002.safetensors")
    assert "and in another file, too" in refusal(folder)
    assert weight_map


@pytest.mark.parametrize("name", [CONFIG, WEIGHTS])
def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    outside = (folder / name).rename(tmp_path / f"outside-{name}")
    (folder / name).symlink_to(outside)
    assert f"The file {name} is a link that leads out of the folder" in refusal(folder)


def test_a_link_in_a_circle_is_refused(folder: Path) -> None:
    (folder / CONFIG).unlink()
    (folder / CONFIG).symlink_to(folder / CONFIG)
    assert "config.json is missing" in refusal(folder)


def test_a_tokenizer_without_measure_is_refused_before_it_is_read(folder: Path) -> None:
    with (folder / "tokenizer.json").open("wb") as file:
        file.truncate(2**31)  # all zeros, and no room taken on the disk
    with pytest.raises(CheckpointError, match=r"tokenizer.json has 2,147,483,648 bytes; at most 134,217,728 are read"):
        open_checkpoint(folder).tokenizer()


def test_without_a_tokenizer_the_sentence_says_what_it_is_for(folder: Path) -> None:
    with pytest.raises(CheckpointError, match=r"tokenizer.json is missing in .*; it says how text is cut"):
        open_checkpoint(folder).tokenizer()


def test_a_place_without_a_model_is_refused(tmp_path: Path) -> None:
    assert "There is nothing at" in refusal(tmp_path / "nowhere")
    assert "holds no model" in refusal(tmp_path)
    (tmp_path / CONFIG).write_text("{}", "utf-8")
    assert "Models of the family None are not supported; these are: gemma" in refusal(tmp_path)


def test_a_single_file_of_weights_leads_to_its_folder(folder: Path) -> None:
    assert f"give the path of its folder, {folder}" in refusal(folder / WEIGHTS)
