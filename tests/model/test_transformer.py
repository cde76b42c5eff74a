"""Every tensor of the transformer equals that of a second implementation, in numpy and float64, for every variant."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.anatomy import catalogue
from model.config import Config
from model.positions import rotate, sinusoids
from model.shelf.library import Library
from model.transformer import ACTIVATIONS, Norm
from tests.model import reference
from tests.model.configs import Case, capture, cases, make_model

NORMS = json.loads((Path(__file__).parents[1] / "cases" / "norms.json").read_text(encoding="utf-8"))
SMALL = Config(vocab_size=9, d_model=8, n_layers=2, n_heads=4, n_kv_heads=2, d_head=4, d_ff=12, n_ctx=32)


def differences(case: Case, dtype: torch.dtype) -> dict[str, float]:
    """The largest difference of each tensor from the reference's, against the largest number in the tensor."""
    model = case.model(dtype)
    ours = capture(model, case.tensor())
    weights = {name: weight.numpy() for name, weight in model.state_dict().items()}
    theirs = reference.forward(case.config, weights, case.ids)
    assert {*ours, "tokens"} == set(theirs)
    return {name: apart(tensor.numpy(), theirs[name]) for name, tensor in ours.items()}


def apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    assert ours.shape == theirs.shape
    hidden = np.isneginf(theirs)
    assert np.array_equal(np.isneginf(ours), hidden)
    gap = np.abs(np.where(hidden, 0, ours) - np.where(hidden, 0, theirs)).max()
    return float(gap / max(1.0, np.abs(np.where(hidden, 0, theirs)).max()))


@given(cases())
def test_every_tensor_is_that_of_a_second_implementation(case: Case) -> None:
    worst = differences(case, torch.float64)
    assert max(worst.values()) <= 1e-10, worst


@given(cases())
def test_in_float32_rounding_stays_small(case: Case) -> None:
    worst = differences(case, torch.float32)
    assert max(worst.values()) <= 1e-4, worst


@given(cases())
def test_the_second_implementation_makes_what_the_catalogue_lists(case: Case) -> None:
    weights = {name: weight.numpy() for name, weight in case.model().state_dict().items()}
    assert set(reference.forward(case.config, weights, case.ids)) == set(catalogue(case.config))


@pytest.mark.parametrize("name", ["toy", "story"])
def test_the_bundled_models_give_the_numbers_of_the_second_implementation(name: str) -> None:
    model = Library().get(name)
    ids = [token.id for text in model.description.file.examples[:1] for token in model.tokenizer.encode(text)]
    weights = {key: weight.numpy() for key, weight in model.transformer.state_dict().items()}
    theirs = reference.forward(model.config, weights, ids)
    ours = capture(model.transformer, torch.tensor(ids))
    worst = {key: apart(tensor.numpy(), theirs[key]) for key, tensor in ours.items()}
    assert max(worst.values()) <= 1e-4, worst


def test_a_layernorm_row_is_as_worked_out_by_hand() -> None:
    """The figures of cases/norms.json: mean 0.2925, std 0.468 = √(variance + ε)."""
    row, norm = NORMS["layernorm_row"], Norm(SMALL.model_copy(update={"norm": "layer", "norm_bias": True}), 4)
    out = norm(torch.tensor(row["in"]))
    assert out.detach().numpy().round(2).tolist() == pytest.approx(row["out"])


def test_norms_are_those_of_torch() -> None:
    """must 7: LayerNorm divides by √(variance + ε); RMSNorm is another norm."""
    x = torch.randn(5, 8, generator=torch.Generator().manual_seed(0))
    layer = Norm(SMALL.model_copy(update={"norm": "layer", "norm_bias": True}), 8)
    assert torch.allclose(layer(x), torch.nn.functional.layer_norm(x, (8,), eps=SMALL.norm_eps), atol=1e-6)
    assert torch.allclose(Norm(SMALL, 8)(x), torch.nn.functional.rms_norm(x, (8,), eps=SMALL.norm_eps), atol=1e-6)


@pytest.mark.parametrize("factor", [0.01, 3.0, 1000.0])
def test_scaling_the_input_of_a_norm_changes_nothing(factor: float) -> None:
    x = torch.randn(5, 8, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    norm = Norm(SMALL.model_copy(update={"norm_eps": 1e-12}), 8).double()
    assert torch.allclose(norm(x), norm(factor * x), atol=1e-6)


def test_the_two_forms_of_gelu_differ_and_gelu_tanh_is_gpt2s() -> None:
    """must 7"""
    x = torch.tensor([-2.0, -0.5, 0.5, 2.0])
    tanh = 0.5 * x * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)))
    assert torch.allclose(ACTIVATIONS["gelu_tanh"](x), tanh)
    assert not torch.allclose(ACTIVATIONS["gelu"](x), tanh, atol=1e-5)


def turn_by(angle: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return angle.cos(), angle.sin()


@given(st.integers(0, 500), st.integers(0, 500), st.integers(1, 500), st.sampled_from(["half", "interleaved"]))
def test_the_score_of_turned_vectors_depends_on_their_distance_only(i: int, j: int, shift: int, pairing: str) -> None:
    generator = torch.Generator().manual_seed(i)
    q, k = torch.randn(2, 1, 1, 8, generator=generator, dtype=torch.float64)
    frequency = 10_000.0 ** -(torch.arange(0, 8, 2, dtype=torch.float64) / 8)

    def score(at: int, to: int) -> float:
        turned = (rotate(x, turn_by(torch.tensor([[place]]) * frequency), pairing) for x, place in ((q, at), (k, to)))
        return sum(a * b for a, b in zip(*(x.flatten().tolist() for x in turned), strict=True))

    assert score(i, j) == pytest.approx(score(i + shift, j + shift), abs=1e-9)


@given(st.sampled_from(["half", "interleaved"]), st.integers(1, 4))
def test_turning_keeps_the_length_and_what_is_not_turned(pairing: str, pairs: int) -> None:
    x = torch.randn(2, 3, 8, generator=torch.Generator().manual_seed(pairs), dtype=torch.float64)
    turned = rotate(x, turn_by(torch.arange(3 * pairs, dtype=torch.float64).reshape(3, pairs)), pairing)
    assert torch.allclose(turned.norm(dim=-1), x.norm(dim=-1))
    assert torch.equal(turned[..., 2 * pairs :], x[..., 2 * pairs :])
    assert torch.equal(turned[:, 0, 0], x[:, 0, 0]), "the first pair of position 0 turns by 0"


def test_sinusoids_are_those_of_the_paper() -> None:
    assert np.allclose(sinusoids(torch.arange(50), 7).numpy(), reference.sinusoids(50, 7), atol=1e-5)


def test_without_positions_and_mask_the_order_of_tokens_is_not_seen() -> None:
    """The shuffle experiment of cases/norms.json, on the model: shuffle then attend is attend then shuffle."""
    ids, order = torch.tensor([1, 5, 2, 7]), torch.tensor([3, 0, 2, 1])
    for position, is_blind in (("none", True), ("learned", False), ("sinusoidal", False), ("rope", False)):
        model = make_model(SMALL.model_copy(update={"position": position, "causal": False}), dtype=torch.float64)
        with torch.inference_mode():
            assert torch.allclose(model(ids)[order], model(ids[order]), atol=1e-12) == is_blind, position


def test_query_heads_read_the_key_head_of_their_group() -> None:
    """Query heads 0 and 1 share key head 0; 2 and 3 share key head 1 (repeat, not tile)."""
    model, ids = make_model(SMALL), torch.tensor([1, 2, 3])
    before = capture(model, ids)["blocks.0.attn.scores"]
    with torch.no_grad():
        model.blocks[0].attn.w_k.weight[:4] += 1.0  # key head 0
    after = capture(model, ids)["blocks.0.attn.scores"]
    changed = [bool((before[head] != after[head]).any()) for head in range(4)]
    assert changed == [True, True, False, False]


def test_a_model_has_no_dropout_and_no_state_between_passes() -> None:
    """must 15"""
    model, ids = make_model(SMALL).train(), torch.tensor([1, 2, 3])
    with torch.inference_mode():
        assert torch.equal(model(ids), model.eval()(ids))
