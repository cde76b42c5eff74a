"""What units write and what it says, the curve of the activation: against float64, for every variant."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.config import Config
from model.errors import OutOfRangeError, UnknownNameError
from model.studies.activation_curve import POINTS, trace_curve
from model.studies.frozen_path import norms_ahead, push_to_logits
from model.studies.mlp_units import largest_units
from tests.model.configs import Case, cases
from tests.model.reference import ACTIVATIONS
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of

OUT = "blocks.0.mlp.out"


def without_biases_of_the_way(case: Case) -> Case:
    """The same case, with no bias that belongs to nobody."""
    config = case.config.model_copy(update={"norm_bias": False, "unembed_bias": False})
    return Case(config, case.seed, case.ids)


@given(cases().map(without_biases_of_the_way))
def test_all_that_was_ever_added_to_the_stream_sums_to_the_logits(case: Case) -> None:
    """Which holds where each norm on the way is passed, with its true scale, and no other."""
    trace, config = trace_of(case), case.config
    added = ["embed", *(["pos_embed"] if config.position in ("learned", "sinusoidal") else [])]
    added += [f"blocks.{i}.{part}.out" for i in range(config.n_layers) for part in ("attn", "mlp")]
    for token in range(len(case.ids)):
        parts = [
            push_to_logits(trace, trace.tensor(name)[token].double().float(), norms_ahead(trace, name, token))
            for name in added
        ]
        logits = trace.tensor("logits_raw" if config.logit_softcap else "logits")[token]
        size = 1 + max(float(part.abs().max()) for part in parts)
        np.testing.assert_allclose(sum(part.double() for part in parts), logits.double(), atol=1e-4 * size)


@given(cases(), st.integers(1, 5), st.data())
def test_the_units_that_write_most_are_listed_with_what_they_write(case: Case, top: int, data: st.DataObject) -> None:
    trace, token = trace_of(case), data.draw(st.integers(0, len(case.ids) - 1))
    found = largest_units(trace, OUT, token=token, top=top, pieces=3)
    tensors, weights = reference_of(case)
    hidden, matrix = tensors["blocks.0.mlp.hidden"][token], weights["blocks.0.mlp.w_down.weight"]
    written = np.abs(hidden) * np.linalg.norm(matrix, axis=0)
    assert found.count == case.config.d_ff
    assert len(found.units) == min(top, found.count) == found.count - found.rest_count
    best = np.sort(written)[::-1][: len(found.units)]
    np.testing.assert_allclose([unit.written for unit in found.units], best, rtol=1e-3, atol=1e-5)
    names = ("gate", "act", "up") if case.config.gated else ("pre",)
    for unit in found.units:
        for name in ("gate", "act", "up", "pre", "hidden"):
            if name in names or name == "hidden":
                value = tensors[f"blocks.0.mlp.{name}"][token, unit.unit]
                assert getattr(unit, name) == pytest.approx(value, rel=1e-3, abs=1e-5)
            else:
                assert getattr(unit, name) is None
    chosen = [unit.unit for unit in found.units]
    rest = [unit for unit in range(found.count) if unit not in chosen]
    size = 1e-4 * (1 + written.sum())
    assert found.listed == pytest.approx(np.linalg.norm(matrix[:, chosen] @ hidden[chosen]), abs=size)
    assert found.rest == pytest.approx(np.linalg.norm(matrix[:, rest] @ hidden[rest]), abs=size)
    assert found.total == pytest.approx(np.linalg.norm(tensors[OUT][token]), abs=size)
    assert (found.bias is None) == (not case.config.mlp_bias)


@given(cases())
def test_a_unit_raises_the_pieces_that_float64_says(case: Case) -> None:
    """For the last layer of a model whose norms are before the parts, so that the final norm alone is on the way."""
    config = case.config.model_copy(update={"norm_place": "pre", "n_layers": 1, "window_layers": None})
    case = Case(config, case.seed, case.ids)
    found = largest_units(trace_of(case), OUT, token=-1, top=2, pieces=3)
    tensors, weights = reference_of(case)
    for unit in found.units:
        column = weights["blocks.0.mlp.w_down.weight"][:, unit.unit] * tensors["blocks.0.mlp.hidden"][-1, unit.unit]
        logits = weights["w_e.weight" if config.tied else "w_u.weight"] @ through_final_norm(
            config, column, tensors, weights
        )
        expected = np.sort(logits[logits > 0])[::-1][:3]
        size = 1e-4 * (1 + np.abs(logits).max())
        np.testing.assert_allclose([piece.change for piece in unit.raises], expected, atol=size)
        np.testing.assert_allclose(logits[[piece.id for piece in unit.raises]], expected, atol=size)


def through_final_norm(
    config: Config, vector: np.ndarray, tensors: dict[str, np.ndarray], weights: dict[str, np.ndarray]
) -> np.ndarray:
    if not config.norm_final:
        return vector
    vector = vector - vector.mean() if config.norm == "layer" else vector
    gain = weights["norm_final.gain"] + config.norm_gain_offset if config.norm_gain else 1.0
    return np.asarray(vector / tensors["norm_final.scale"][-1] * gain)


@given(cases())
def test_the_curve_is_the_models_activation_over_all_that_the_text_reaches(case: Case) -> None:
    config, trace = case.config, trace_of(case)
    before, after = ("gate", "act") if config.gated else ("pre", "hidden")
    found = trace_curve(trace, f"blocks.0.mlp.{after}")
    given_numbers = trace.tensor(f"blocks.0.mlp.{before}")
    assert len(found.before) == len(found.after) == POINTS + 1
    assert 0 in found.before
    assert found.before[0] == pytest.approx(min(0, given_numbers.min().item()))
    assert found.before[-1] == pytest.approx(max(0, given_numbers.max().item()))
    np.testing.assert_allclose(found.after, ACTIVATIONS[config.activation](np.array(found.before)), atol=1e-5)


def test_an_untouched_direction_passes_no_norm_of_a_part() -> None:
    """norm1 and norm2 make copies for a part to read; what was added stays on the stream beside them."""
    trace = trace_of(Case(SILU, 0, (1, 2)))
    assert [norm.tensor for norm in norms_ahead(trace, OUT, -1)] == ["norm_final.out"]
    post = trace_of(Case(SILU.model_copy(update={"norm_place": "post", "norm_final": False}), 0, (1, 2)))
    passed = [norm.tensor for norm in norms_ahead(post, OUT, -1)]
    assert passed == ["blocks.0.norm2_post.out", "blocks.1.norm1_post.out", "blocks.1.norm2_post.out"]
    sandwich = trace_of(Case(SILU.model_copy(update={"norm_place": "sandwich"}), 0, (1, 2)))
    passed = [norm.tensor for norm in norms_ahead(sandwich, OUT, -1)]
    assert passed == ["blocks.0.norm2_branch.out", "norm_final.out"]
    assert torch.isfinite(push_to_logits(sandwich, torch.ones(SILU.d_model), norms_ahead(sandwich, OUT, 0))).all()


def test_what_cannot_be_studied_is_refused() -> None:
    trace = trace_of(Case(SILU, 0, (1, 2)))
    with pytest.raises(UnknownNameError, match="There is no output of an MLP"):
        largest_units(trace, "blocks.0.mlp.up", token=0)
    with pytest.raises(UnknownNameError, match="There is no activation"):
        trace_curve(trace, OUT)
    for wrong in ({"token": 2}, {"token": 0, "top": 0}, {"token": 0, "top": 65}):
        with pytest.raises(OutOfRangeError):
            largest_units(trace, OUT, **wrong)
