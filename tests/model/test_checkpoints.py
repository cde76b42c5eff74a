"""Checkpoints in folders: what is read, and that it is read without taking more memory than it needs."""

import os
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoints import open_checkpoint
from model.checkpoints.trained import RUN
from model.families.weights import expected_shapes
from model.training.train_story import SHARES, Text, train
from tests.model.little_llama import CONFIG, WEIGHTS, change_weights, put_llama, refusal, split_weights
from tests.model.published import make_reference, precision


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put_llama(tmp_path / "little-llama")


def test_a_folder_is_described_before_any_weight_is_read(folder: Path) -> None:
    checkpoint = open_checkpoint(folder)
    assert checkpoint.card.title == "little-llama"
    assert checkpoint.dtype == "F32"
    assert checkpoint.parameters == sum(tensor.numel() for tensor in load_file(folder / WEIGHTS).values())
    assert checkpoint.card.examples
    assert checkpoint.card.config.n_kv_heads == 2


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux says what is mapped")
def test_float32_weights_are_mapped_and_take_no_memory_of_their_own(folder: Path) -> None:
    weights = open_checkpoint(folder).weights()
    maps = Path("/proc/self/maps").read_text("utf-8").splitlines()
    spans = [line.split()[0].split("-") for line in maps if line.endswith(str(folder / WEIGHTS))]
    assert spans
    for tensor in weights.values():
        assert any(int(start, 16) <= tensor.data_ptr() < int(end, 16) for start, end in spans)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_other_floating_point_numbers_are_read_and_computed_in_float32(folder: Path, dtype: torch.dtype) -> None:
    stored = {name: tensor.to(dtype) for name, tensor in load_file(folder / WEIGHTS).items()}
    save_file(stored, folder / WEIGHTS)
    checkpoint = open_checkpoint(folder)
    weights = checkpoint.weights()
    assert {tensor.dtype for tensor in weights.values()} == {torch.float32}
    assert torch.equal(weights["w_e.weight"], stored["model.embed_tokens.weight"].float())
    assert checkpoint.origin == f"The weights are stored as {checkpoint.dtype} and computed in float32."
    assert checkpoint.dtype in {"BF16", "F16", "F64"}


def test_shards_give_what_one_file_gives(folder: Path) -> None:
    whole = {name: tensor.clone() for name, tensor in open_checkpoint(folder).weights().items()}
    split_weights(folder)
    sharded = open_checkpoint(folder).weights()
    assert all(torch.equal(sharded[name], whole[name]) for name in whole)


def test_masks_of_older_files_are_passed_over_whatever_they_are_made_of(tmp_path: Path) -> None:
    with precision(torch.float32):
        make_reference("GPT-2").save_pretrained(tmp_path)
    change_weights(tmp_path, **{"h.0.attn.bias": torch.ones(1, 1, 4, 4, dtype=torch.bool)})
    assert set(open_checkpoint(tmp_path).weights()) == set(expected_shapes(open_checkpoint(tmp_path).card.config))


def test_the_digest_changes_when_a_file_does(folder: Path) -> None:
    before = open_checkpoint(folder).digest
    assert open_checkpoint(folder).digest == before
    change_weights(folder, **{"model.norm.weight": torch.zeros(32)})
    os.utime(folder / WEIGHTS, ns=(1, 1))
    assert open_checkpoint(folder).digest != before


def test_the_links_of_the_hubs_own_cache_are_followed(folder: Path, tmp_path: Path) -> None:
    repository = tmp_path / "models--org--name"
    (repository / "blobs").mkdir(parents=True)
    snapshot = repository / "snapshots" / "0123"
    snapshot.mkdir(parents=True)
    for number, name in enumerate((CONFIG, WEIGHTS)):
        (folder / name).rename(repository / "blobs" / str(number))
        (snapshot / name).symlink_to(Path("../../blobs") / str(number))
    assert open_checkpoint(snapshot).weights()
    (snapshot / CONFIG).unlink()
    (snapshot / CONFIG).symlink_to(tmp_path / "elsewhere.json")
    (tmp_path / "elsewhere.json").write_text("{}", "utf-8")
    assert "leads out of the folder" in refusal(snapshot)


def test_a_run_of_our_own_training_is_opened_by_the_same_road(tmp_path: Path) -> None:
    ids = np.random.default_rng(0).integers(0, 4096, 600, np.uint16)
    text = Text(dict.fromkeys(SHARES, ids), {"tinystories": ids, "rest": ids})
    trained = train(text, tmp_path, minutes=0.0001, compiled=False)
    checkpoint = open_checkpoint(tmp_path)
    weights = checkpoint.weights()
    assert all(torch.equal(weights[name], tensor) for name, tensor in trained.state_dict().items())
    assert checkpoint.tokenizer().join([token.id for token in checkpoint.tokenizer().encode("the cat")]) == b"the cat"
    assert checkpoint.origin == "The weights of a training run, stored as F32 and computed in float32."
    harmed = {name: tensor for name, tensor in load_file(tmp_path / RUN).items() if name != "model/w_e.weight"}
    save_file(harmed, tmp_path / RUN)
    assert "The weight w_e.weight of shape [4096, 192] is missing" in refusal(tmp_path)
