"""Opening models: what is bundled, what is refused and in which words, and that no file is ever executed."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, normalizers, processors

from model.errors import CheckpointError, UnknownNameError
from model.memory import ByteLRU
from model.runtime import DTYPES, NoDeviceError, check_device
from model.shelf.library import Library
from model.shelf.names import BUNDLED, DESCRIPTION
from model.shelf.opening import WEIGHTS, describe_model, load_model
from model.trace import make_trace, nbytes
from tests.model.little_llama import put_llama


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


def test_models_are_put_away_by_least_recent_use_within_the_memory(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        shutil.copytree(BUNDLED / "toy", tmp_path / name)
    size = load_model(BUNDLED / "toy").nbytes
    library, gone = Library(tmp_path, default="one", memory=2 * size), []
    library.when_put_away = lambda model: gone.append(model.name)
    first = library.get("one")
    library.get("two")
    assert library.loaded("one") is first
    library.get("three")
    assert gone == ["two"]
    assert (library.loaded("two"), library.loaded("one")) == (None, first)


def test_a_model_that_is_larger_than_the_memory_is_loaded_alone(tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(BUNDLED / "toy", tmp_path / name)
    library = Library(tmp_path, default="one", memory=1)
    library.get("one")
    assert library.get("two") is library.loaded("two")
    assert library.loaded("one") is None


def test_describing_a_model_loads_none() -> None:
    library = Library()
    assert library.describe("story").parameters > 0
    assert library.loaded("story") is None


def test_a_folder_that_holds_no_model_is_passed_over_and_a_broken_one_leaves_the_others_alone(tmp_path: Path) -> None:
    shutil.copytree(BUNDLED / "toy", tmp_path / "good")
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{", encoding="utf-8")
    (tmp_path / "file.gguf").write_bytes(b"GGUF")
    library = Library(tmp_path, default="good")
    assert library.names() == ["broken", "file", "good"]
    for name in ("broken", "file"):
        with pytest.raises(CheckpointError):
            library.get(name)
    assert library.get("good").name == "good"


def test_a_model_that_comes_later_is_found_and_one_elsewhere_has_its_name(tmp_path: Path, folder: Path) -> None:
    shelf = tmp_path / "shelf"
    library = Library(shelf, extra={"mine": folder}, default="mine")
    assert library.names() == ["mine"]
    shelf.mkdir()
    shutil.copytree(folder, shelf / "later")
    assert library.names() == ["mine", "later"]
    assert library.get("later").description.digest == library.get("mine").description.digest


def test_a_published_checkpoint_is_a_model_like_others(tmp_path: Path) -> None:
    checkpoint = put_llama(tmp_path / "shelf" / "llama")
    save_tokenizer(checkpoint)
    library = Library(tmp_path / "shelf", default="llama", most_tokens=9)
    model = library.get("llama")
    assert model.description.origin.endswith("computed in float32.")
    assert (model.limit, model.description.computed) == (9, "float32")
    trace = make_trace(model, "the cat", insides=ByteLRU(0, nbytes))
    assert [token.control for token in trace.tokens] == ["<s>"] + [None] * (len(trace.tokens) - 1)
    assert make_trace(model, "the cat", bos=False, insides=ByteLRU(0, nbytes)).tokens == trace.tokens[1:]


def save_tokenizer(folder: Path) -> None:
    """Put a tokenizer of few pieces beside a checkpoint."""
    tokenizer = Tokenizer(models.BPE({"<s>": 0, **{letter: i for i, letter in enumerate("thecat▁", start=1)}}, []))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.add_special_tokens(["<s>"])
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    tokenizer.save(str(folder / "tokenizer.json"))


def test_in_bfloat16_norms_and_angles_stay_float32_and_what_is_read_is_float32() -> None:
    text = "the cat saw the hat"
    exact, rough = (make_trace(Library(dtype=dtype).get("story"), text, insides=ByteLRU(0, nbytes)) for dtype in DTYPES)
    weights = {p.dtype for p in rough.model.transformer.parameters()}
    assert weights == {torch.bfloat16}
    assert rough.model.description.computed == "bfloat16"
    assert rough.model.description.origin == "The numbers are computed in bfloat16."
    assert exact.model.description.origin == ""
    assert rough.model.description.digest != exact.model.description.digest
    assert rough.model.nbytes == exact.model.nbytes / 2
    assert torch.equal(rough.tensor("rope.angle"), exact.tensor("rope.angle"))
    for name in rough.model.tensors:
        ours, theirs = rough.tensor(name), exact.tensor(name)
        assert ours.dtype == theirs.dtype
        finite = theirs.isfinite()
        assert torch.equal(ours.isfinite(), finite)
        assert (ours - theirs)[finite].abs().max() <= 0.05 * theirs[finite].abs().max(), name
    scale = rough.tensor("blocks.0.norm1.scale").double()
    stream = rough.tensor("blocks.0.resid_pre").double()
    eps = rough.model.config.norm_eps
    torch.testing.assert_close(scale, (stream.square().mean(-1) + eps).sqrt(), atol=0, rtol=1e-6)


def test_a_tokenizer_of_more_pieces_than_the_model_has_is_refused(folder: Path) -> None:
    file = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    file["tokenizer"]["words"].append("more")
    (folder / DESCRIPTION).write_text(json.dumps(file), "utf-8")
    with pytest.raises(CheckpointError, match="ids up to 9, and the model has 9 pieces"):
        load_model(folder)


def test_a_device_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoDeviceError, match=r"no device “tpu” here .* only: cpu"):
        check_device("tpu")
    check_device("cpu")


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
