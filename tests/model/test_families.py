"""Configs and weights of published families are read right, or refused with the name and what was expected."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from model.config import Config
from model.errors import CheckpointError
from model.families import FAMILIES, UnsupportedFamilyError, convert_weights, from_hugging_face
from model.families.weights import expected_shapes, published_name
from tests.model.published import PUBLISHED, make_pair, precision

CASES = Path(__file__).parents[1] / "cases" / "published.jsonl"
CHECKPOINTS = {case["name"]: case for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())}
ROPE_FIELDS = (
    "rope_type", "rope_theta", "partial_rotary_factor", "rope_scaling", "rotary_pct", "factor", "low_freq_factor",
    "high_freq_factor", "sliding_attention", "full_attention", "rope_local_base_freq",
)  # fmt: skip


LONGER = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 8192}  # fmt: skip


def published(name: str, **changes: object) -> dict[str, Any]:
    """The `config.json` of a well-known checkpoint, with some fields changed."""
    return {**CHECKPOINTS[name]["config"], **changes}


def tensors_of(config: dict[str, Any]) -> dict[str, Tensor]:
    """Tensors as a checkpoint of `config` has them, without their values."""
    family, shapes = FAMILIES[config["model_type"]], expected_shapes(from_hugging_face(config))
    return {published_name(family, name): torch.empty(shape) for name, shape in shapes.items()}


@pytest.fixture
def small() -> dict[str, Any]:
    """A Llama small enough to make."""
    return published("SmolLM2 135M", hidden_size=8, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1,
                     intermediate_size=12, vocab_size=11)  # fmt: skip


@pytest.mark.parametrize("case", CHECKPOINTS.values(), ids=CHECKPOINTS)
def test_a_well_known_checkpoint_has_as_many_weights_as_published(case: dict[str, Any]) -> None:
    shapes = expected_shapes(from_hugging_face(case["config"]))
    assert sum(map(math.prod, shapes.values())) == case["parameters"]


def test_every_family_is_in_the_parity_test() -> None:
    assert {config["model_type"] for config in PUBLISHED.values()} == set(FAMILIES)


def test_every_row_names_only_fields_of_the_config() -> None:
    for family in FAMILIES.values():
        assert {*family.fields, *family.switches} <= set(Config.model_fields)


@pytest.mark.parametrize("name", ["bert", "LLAMA", "", None, 7, "../gpt2"])
def test_another_family_is_refused_with_the_list(name: object) -> None:
    with pytest.raises(UnsupportedFamilyError) as refusal:
        from_hugging_face({"model_type": name})
    assert repr(name) in str(refusal.value)
    assert all(family in str(refusal.value) for family in FAMILIES)


@pytest.mark.parametrize(
    ("name", "field", "ours", "expected"),
    [
        ("Phi-2", "rope_dims", "rope_dims", 32),
        ("Pythia 160M", "rotary_pct", "rope_dims", 16),
        ("Llama 3 8B", "rope_theta", "rope_theta", 500_000),
        ("Gemma 2B", "hidden_act", "activation", "gelu_tanh"),
        ("Gemma 2B", "hidden_size", "embed_scale", 2048**0.5),
        ("Gemma 2 2B", "layer_types", "window_layers", tuple(range(0, 26, 2))),
        ("Gemma 2 2B", "query_pre_attn_scalar", "attn_scale", 1 / 16),
        ("GPT-2 small", "n_inner", "d_ff", 3072),
        ("GPT-2 small", "tie_word_embeddings", "tied", True),
        ("Gemma 2B", "tie_word_embeddings", "tied", True),
        ("Mistral 7B v0.1", "sliding_window", "window", 4096),
        ("Qwen2.5 0.5B", "use_sliding_window", "window", None),
        ("Llama 2 7B", "head_dim", "d_head", 128),
    ],
)
def test_what_a_config_means(name: str, field: str, ours: str, expected: object) -> None:
    assert getattr(from_hugging_face(published(name)), ours) == expected, field


def test_where_a_config_is_silent_the_family_speaks_and_null_means_none() -> None:
    silent = published("Mistral 7B v0.1")
    del silent["sliding_window"]
    assert from_hugging_face(silent).window == 4096
    assert from_hugging_face({**silent, "sliding_window": None}).window is None


def test_a_window_may_start_at_the_first_layer() -> None:
    config = from_hugging_face(published("Qwen2.5 0.5B", use_sliding_window=True, max_window_layers=0))
    assert config.window_layers == tuple(range(24))


def test_rope_is_read_from_where_new_files_have_it() -> None:
    rope = {"rope_type": "default", "rope_theta": 7.0, "partial_rotary_factor": 0.5}
    config = from_hugging_face(published("Phi-2", rope_parameters=rope))
    assert (config.rope_theta, config.rope_dims) == (7.0, 40)


def test_a_stretch_leaves_fast_pairs_alone_and_slows_the_slow_ones_by_the_factor() -> None:
    config = from_hugging_face(published("Llama 3 8B", rope_scaling=LONGER))
    assert config.rope_stretch is not None
    assert len(config.rope_stretch) == 64
    assert config.rope_stretch[0] == 1
    assert config.rope_stretch[-1] == 8
    assert list(config.rope_stretch) == sorted(config.rope_stretch)
    assert any(1 < factor < 8 for factor in config.rope_stretch)


def test_a_linear_stretch_is_the_same_for_all_pairs() -> None:
    config = from_hugging_face(published("Llama 2 7B", rope_scaling={"type": "linear", "factor": 2.5}))
    assert config.rope_stretch == (2.5,) * 64


def test_older_files_of_gemma_3_say_the_second_theta_beside_the_sizes() -> None:
    older = {"model_type": "gemma3_text", "rope_theta": 1e6, "rope_local_base_freq": 7.0, "sliding_window_pattern": 6,
             "rope_scaling": {"rope_type": "linear", "factor": 8.0}, "head_dim": 256}  # fmt: skip
    fields = {**published("Gemma 2 2B", num_hidden_layers=12), **older}
    config = from_hugging_face(fields)
    assert (config.rope_theta, config.rope_theta_window) == (1e6, 7.0)
    assert config.window_layers == (0, 1, 2, 3, 4, 6, 7, 8, 9, 10)
    assert config.rope_stretch == (8.0,) * 128


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("Llama 3 8B", {"rope_scaling": {"rope_type": "yarn", "factor": 8.0}}, "yarn"),
        ("Llama 3 8B", {"rope_scaling": {"rope_type": "llama3", "factor": 8.0}}, "low_freq_factor"),
        ("Llama 3 8B", {"rope_scaling": {"rope_type": "llama3", "factor": 0}}, "factor is 0"),
        ("Llama 3 8B", {"rope_scaling": {**LONGER, "high_freq_factor": 1.0}}, "must be under high_freq_factor"),
        ("Llama 2 7B", {"rope_scaling": {"type": "linear"}}, "factor is None"),
        ("Llama 2 7B", {"hidden_act": "mish"}, "mish"),
        ("Llama 2 7B", {"num_attention_heads": 33}, "num_attention_heads"),
        ("Llama 2 7B", {"num_key_value_heads": 5}, "n_kv_heads"),
        ("Llama 2 7B", {"hidden_size": -4096}, "hidden_size"),
        ("Llama 2 7B", {"hidden_size": "4096; rm"}, "hidden_size"),
        ("Llama 2 7B", {"num_hidden_layers": 10**9}, "num_hidden_layers"),
        ("Llama 2 7B", {"vocab_size": None}, "vocab_size"),
        ("Llama 2 7B", {"rms_norm_eps": 0}, "rms_norm_eps"),
        ("Llama 2 7B", {"rope_parameters": [1, 2]}, "rope_parameters"),
        ("Llama 2 7B", {"rope_theta": float("nan")}, "rope_theta"),
        ("Llama 2 7B", {"head_dim": float("inf")}, "head_dim"),
        ("Gemma 2B", {"hidden_size": 10**400}, "hidden_size"),
        ("Pythia 160M", {"rotary_pct": float("inf")}, "rotary_pct"),
        ("Pythia 160M", {"rotary_pct": 0}, "rotary_pct"),
        ("Pythia 160M", {"rotary_pct": 1.5}, "rope_dims"),
        ("Gemma 2 2B", {"layer_types": "sliding_attention"}, "layer_types"),
        ("Gemma 2 2B", {"layer_types": ["sliding_attention"] * 27}, "layer_types"),
        ("Gemma 2 2B", {"query_pre_attn_scalar": 0}, "query_pre_attn_scalar"),
        ("Gemma 2B", {"use_bidirectional_attention": True}, "use_bidirectional_attention"),
        ("GPT-2 small", {"scale_attn_by_inverse_layer_idx": True}, "scale_attn_by_inverse_layer_idx"),
        ("OLMo 1B", {"clip_qkv": 8.0}, "clip_qkv"),
    ],
)
def test_a_config_that_we_cannot_compute_is_refused_by_name(name: str, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(CheckpointError, match=words) as refusal:
        from_hugging_face(published(name, **changes))
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).endswith(".")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(ROPE_FIELDS), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=max(300, settings.default.max_examples))
@given(st.sampled_from(list(CHECKPOINTS)), st.data())
def test_any_config_is_read_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    fields = [*CHECKPOINTS[name]["config"], *ROPE_FIELDS, "rope_parameters", "layer_types", "sliding_window"]
    changes = data.draw(st.dictionaries(st.sampled_from(fields), ANYTHING, min_size=1, max_size=3))
    try:
        from_hugging_face(published(name, **changes))
    except CheckpointError as refusal:
        assert str(refusal)[-1] == "."  # noqa: PT017 - whether it is refused at all depends on the case


def test_a_missing_tensor_is_named_with_its_shape(small: dict[str, Any]) -> None:
    tensors = tensors_of(small)
    del tensors["layers.1.mlp.up_proj.weight"]
    with pytest.raises(CheckpointError, match=r"layers\.1\.mlp\.up_proj\.weight is missing; one of shape \[12, 8\]"):
        convert_weights(small, tensors)


def test_a_tensor_of_another_shape_is_named_with_both_shapes(small: dict[str, Any]) -> None:
    tensors = tensors_of(small) | {"layers.0.self_attn.k_proj.weight": torch.empty(8, 8)}
    with pytest.raises(CheckpointError, match=r"k_proj\.weight has the shape \[8, 8\]; \[4, 8\] was expected"):
        convert_weights(small, tensors)


def test_a_joined_tensor_of_another_shape_is_named_as_it_is_stored() -> None:
    config = published("GPT-2 small", n_embd=8, n_layer=1, n_head=2, vocab_size=11, n_positions=5)
    with precision(torch.float32):
        tensors = make_pair("GPT-2").tensors
    with pytest.raises(CheckpointError, match=r"wte\.weight has the shape \[61, 32\]; \[11, 8\] was expected"):
        convert_weights(config, tensors)


def test_a_tensor_that_belongs_to_nothing_is_named(small: dict[str, Any]) -> None:
    with pytest.raises(CheckpointError, match=r"layers\.2\.input_layernorm\.weight belongs to nothing"):
        convert_weights(small, tensors_of(small) | {"layers.2.input_layernorm.weight": torch.empty(8)})


def test_a_tensor_of_whole_numbers_is_refused(small: dict[str, Any]) -> None:
    tensors = tensors_of(small) | {"norm.weight": torch.empty(8, dtype=torch.int8)}
    with pytest.raises(CheckpointError, match=r"norm\.weight is of torch\.int8"):
        convert_weights(small, tensors)


def test_a_tensor_that_is_there_twice_is_refused(small: dict[str, Any]) -> None:
    with pytest.raises(CheckpointError, match="twice"):
        convert_weights(small, tensors_of(small) | {"model.norm.weight": torch.empty(8)})


def test_masks_and_frequencies_of_older_files_are_passed_over(small: dict[str, Any]) -> None:
    older = {"model.layers.0.self_attn.rotary_emb.inv_freq": torch.empty(2)}
    assert set(convert_weights(small, tensors_of(small) | older)) == set(expected_shapes(from_hugging_face(small)))


def test_a_shared_matrix_may_be_there_twice_if_both_are_the_same(small: dict[str, Any]) -> None:
    tensors = {name: torch.zeros_like(tensor) for name, tensor in tensors_of(small).items()}
    convert_weights(small, tensors | {"lm_head.weight": torch.zeros(11, 8)})
    with pytest.raises(CheckpointError, match="one matrix"):
        convert_weights(small, tensors | {"lm_head.weight": torch.ones(11, 8)})


@pytest.mark.parametrize("name", PUBLISHED)
def test_values_are_cut_and_turned_but_never_changed(name: str) -> None:
    with precision(torch.float32):
        pair = make_pair(name)
    state = pair.ours.state_dict()
    theirs = torch.cat([tensor.flatten() for tensor in pair.tensors.values()]).sort().values
    assert torch.equal(torch.cat([tensor.flatten() for tensor in state.values()]).sort().values, theirs)
