"""Opening models: what is bundled, what is refused and in which words, and that no file is ever executed."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.errors import CheckpointError, UnknownNameError
from model.library import Library
from model.opening import WEIGHTS, describe_model, load_model
from model.shelf import BUNDLED, DESCRIPTION


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUNDLED / "toy", tmp_path / "toy"))


def test_two_models_are_bundled_and_story_is_the_default() -> None:
    library = Library()
    assert (library.names(), library.default) == (["story", "toy"], "story")


def test_parameters_are_counted_with_a_tied_matrix_once() -> None:
    """must 11"""
    for name in ("story", "toy"):
        transformer = Library().get(name).transformer
        assert describe_model(BUNDLED / name).parameters == sum(p.numel() for p in transformer.parameters())


def test_weights_are_float32_and_the_model_is_in_eval_mode() -> None:
    """must 15"""
    transformer = Library().get("story").transformer
    assert {p.dtype for p in transformer.parameters()} == {torch.float32}
    assert not transformer.training


def test_bundled_weights_fit_in_sixteen_megabytes() -> None:
    assert (BUNDLED / "story" / WEIGHTS).stat().st_size <= 16_000_000


def test_a_name_never_becomes_a_path() -> None:
    for name in ("../story", "/etc", "story/", "", "Story"):
        with pytest.raises(UnknownNameError) as caught:
            Library().get(name)
        assert caught.value.allowed == ["story", "toy"]


def test_a_model_is_loaded_once() -> None:
    library = Library()
    assert library.get("toy") is library.get("toy")


def test_a_file_cut_short_is_refused(folder: Path) -> None:
    whole = (folder / WEIGHTS).read_bytes()
    for length in (0, 5, 100, len(whole) - 1):
        (folder / WEIGHTS).write_bytes(whole[:length])
        with pytest.raises(CheckpointError, match=WEIGHTS):
            load_model(folder)


def test_a_pickle_is_refused(folder: Path) -> None:
    (folder / WEIGHTS).write_bytes(b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94.")
    with pytest.raises(CheckpointError, match="not a safetensors file"):
        load_model(folder)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"w_e.weight": None}, r"the weight w_e.weight of shape \[9, 4\] is missing"),
        ({"w_x.weight": torch.ones(2)}, "w_x.weight is no weight of this model"),
        ({"w_e.weight": torch.ones(9, 5)}, r"w_e.weight has the shape \[9, 5\], expected was \[9, 4\]"),
    ],
)
def test_wrong_tensors_are_named_with_what_was_expected(
    folder: Path, change: dict[str, torch.Tensor | None], sentence: str
) -> None:
    tensors = {**load_file(folder / WEIGHTS), **change}
    save_file({name: tensor for name, tensor in tensors.items() if tensor is not None}, folder / WEIGHTS)
    with pytest.raises(CheckpointError, match=sentence):
        load_model(folder)


@pytest.mark.parametrize("change", [{"n_heads": 3}, {"d_model": -4}, {"n_layers": 10**9}, {"norm": "batch"}, {"x": 1}])
def test_a_config_that_lies_is_refused(folder: Path, change: dict[str, object]) -> None:
    file = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    file["config"] |= change
    (folder / DESCRIPTION).write_text(json.dumps(file), "utf-8")
    with pytest.raises(CheckpointError, match=DESCRIPTION):
        load_model(folder)
