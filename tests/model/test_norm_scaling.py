"""A norm of a larger, smaller or shifted vector, against float64 and against the published row of LayerNorm."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.errors import NotAnAxisError, OutOfRangeError, UnknownNameError
from model.studies.norm_scaling import NormScaling, growth_of, scale_norm, stages_of
from model.trace import Trace
from model.transformer import Norm
from tests.model.configs import Case, cases
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of

NORMS = json.loads((Path(__file__).parents[1] / "cases" / "norms.json").read_text("utf-8"))


def norm_names(trace: Trace) -> list[str]:
    return [op.name for op in trace.model.steps if op.kind in ("norm", "qk_norm")]


def heads_of(trace: Trace, name: str) -> int | None:
    """How many heads the norm that writes `name` has; None where it is one of the stream."""
    axes = trace.model.tensors[name].axes
    return trace.sizes[axes[0]] if len(axes) == 3 else None


def norm_in_numpy(config: Any, x: np.ndarray, gain: np.ndarray, bias: np.ndarray) -> np.ndarray:
    x = x - x.mean() if config.norm == "layer" else x
    return x / np.sqrt((x**2).mean() + config.norm_eps) * gain + bias


def draw_norm(case: Case, data: st.DataObject, **changes: float) -> tuple[Trace, NormScaling] | None:
    """Any norm of the case, at any token and head; None where the case has no norm."""
    trace = trace_of(case)
    names = norm_names(trace)
    if not names:
        return None
    name = data.draw(st.sampled_from(names))
    heads = heads_of(trace, name)
    head = None if heads is None else data.draw(st.integers(0, heads - 1))
    token = data.draw(st.integers(0, len(case.ids) - 1))
    return trace, scale_norm(trace, name, token=token, head=head, **changes)


@given(cases(), st.sampled_from([0.1, 0.5, 1.0, 4.0, 10.0]), st.sampled_from([0.0, -1.5, 2.0]), st.data())
def test_the_loaded_norm_gives_out_what_float64_does(
    case: Case, factor: float, shift: float, data: st.DataObject
) -> None:
    drawn = draw_norm(case, data, factor=factor, shift=shift)
    if drawn is None:
        return
    trace, found = drawn
    tensors, weights = reference_of(case)
    at = found.tensor.removesuffix(".out")
    source = next(op.reads[0] for op in trace.model.steps if op.name == found.tensor)
    x = tensors[source][(found.token,) if found.head is None else (found.head, found.token)]
    gain = weights[f"{at}.gain"] + case.config.norm_gain_offset if case.config.norm_gain else np.ones(len(x))
    bias = weights.get(f"{at}.bias", np.zeros(len(x)))
    changed = factor * x + shift * np.sqrt((x**2).mean())
    np.testing.assert_allclose(found.out, norm_in_numpy(case.config, changed, gain, bias), rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(found.usual, norm_in_numpy(case.config, x, gain, bias), rtol=1e-3, atol=1e-4)
    assert found.difference == pytest.approx(np.abs(found.out.astype(float) - found.usual).max())


@given(cases(), st.sampled_from([0.1, 0.31, 2.0, 10.0]), st.data())
def test_a_factor_changes_nothing_but_what_epsilon_explains(case: Case, factor: float, data: st.DataObject) -> None:
    drawn = draw_norm(case, data, factor=factor)
    if drawn is not None:
        _, found = drawn
        assert found.growth is not None
        assert found.rounding == pytest.approx(0, abs=2e-5 * max(1, found.largest))
        assert (found.growth >= 1) == (factor >= 1)


@given(cases(), st.sampled_from([-2.0, 0.5, 3.0]), st.data())
def test_layernorm_takes_no_notice_of_a_shift_and_rmsnorm_does(case: Case, shift: float, data: st.DataObject) -> None:
    drawn = draw_norm(case, data, shift=shift)
    if drawn is None:
        return
    _, found = drawn
    if case.config.norm == "layer":
        assert found.growth == pytest.approx(1)
        assert found.difference == pytest.approx(0, abs=1e-3 * max(1, found.largest))
    else:
        assert (found.growth, found.rounding) == (None, None)


@given(cases(), st.data())
def test_the_steps_by_hand_end_at_the_captured_tensor(case: Case, data: st.DataObject) -> None:
    drawn = draw_norm(case, data)
    if drawn is not None:
        trace, found = drawn
        captured = trace.select(found.tensor, token=found.token, head=found.head).values
        np.testing.assert_allclose(found.stages[-1].values, captured, rtol=1e-6, atol=1e-7)
        np.testing.assert_array_equal(found.usual, captured)
        assert found.difference == 0


def test_rmsnorm_does_notice_a_shift() -> None:
    trace = trace_of(Case(SILU, 0, (1, 2, 3)))
    assert scale_norm(trace, "blocks.0.norm1.out", token=0, shift=1.0).difference > 0.1


def test_the_published_row_of_layernorm_comes_out() -> None:
    row = NORMS["layernorm_row"]
    norm = Norm(SILU.model_copy(update={"norm": "layer", "norm_bias": True}), 4).requires_grad_(requires_grad=False)
    stages = {stage.name: stage.values for stage in stages_of(norm, torch.tensor(row["in"]))}
    assert stages["mean"].item() == pytest.approx(row["mean"], abs=5e-5)
    assert stages["mean_square"].item() == pytest.approx(row["variance"], abs=5e-4)
    assert stages["root"].item() == pytest.approx(row["std"], abs=5e-4)
    np.testing.assert_allclose(stages["biased"], row["out"], atol=5e-3)


def test_what_epsilon_does_to_a_tiny_vector_is_said() -> None:
    """Of numbers as small as √ε, half of the square is ε: a hundred times as large, they come out √2 times as large."""
    norm = Norm(SILU.model_copy(update={"norm_eps": 1e-4}), 4)
    assert growth_of(torch.full((4,), 0.01), norm, 100.0, 0.0) == pytest.approx(2**0.5, rel=1e-3)


def test_what_cannot_be_studied_is_refused() -> None:
    trace = trace_of(Case(SILU, 0, (1, 2)))
    with pytest.raises(UnknownNameError, match=r"There is no norm “blocks\.0\.attn\.q” here"):
        scale_norm(trace, "blocks.0.attn.q", token=0)
    with pytest.raises(NotAnAxisError):
        scale_norm(trace, "norm_final.out", token=0, head=0)
    for wrong in ({"token": 2}, {"token": 0, "factor": 0.0}, {"token": 0, "shift": 11.0}):
        with pytest.raises(OutOfRangeError):
            scale_norm(trace, "norm_final.out", **wrong)
