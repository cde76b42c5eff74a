"""One row of scores through the softmax, with the factor and without: against plain numpy, and against the model."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import OutOfRangeError
from model.studies.sharpness import Row, sharpness
from tests.model.configs import Case, cases
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of


def check(row: Row, weights: np.ndarray) -> None:
    """Compare a row with weights that were made without it."""
    seen = weights[weights > 0]
    assert row.weights == pytest.approx(weights, abs=1e-5)
    assert sum(row.weights) == pytest.approx(1, abs=1e-12)
    assert row.entropy == pytest.approx(-(seen * np.log(seen)).sum(), abs=2e-4)
    assert row.evenly == pytest.approx(math.exp(row.entropy))
    assert row.largest == pytest.approx(weights.max(), abs=1e-5)
    assert row.weights[row.key] == row.largest


@given(cases(), st.data())
def test_both_rows_are_those_of_a_second_implementation(case: Case, data: st.DataObject) -> None:
    config = case.config
    layer = data.draw(st.integers(0, config.n_layers - 1))
    head = data.draw(st.integers(0, config.n_heads - 1))
    token = data.draw(st.integers(0, len(case.ids) - 1))
    tensors, _ = reference_of(case)
    at = f"blocks.{layer}.attn"
    plain = tensors[f"{at}.scores"][head, token]
    if config.attn_softcap:
        plain = config.attn_softcap * np.tanh(plain / config.attn_softcap)
    plain = np.where(np.isinf(tensors[f"{at}.masked"][head, token]), -np.inf, plain)
    e = np.exp(plain - plain.max())
    found = sharpness(trace_of(case), layer=layer, head=head, token=token)
    check(found.divided, tensors[f"{at}.pattern"][head, token])
    check(found.plain, e / e.sum())
    assert found.factor == config.score_scale
    assert [score is None for score in found.plain.scores] == list(np.isinf(plain))
    assert found.plain.spread == pytest.approx(plain[np.isfinite(plain)].std(), abs=1e-4)
    assert found.seen == np.isfinite(plain).sum()
    assert 0 <= found.divided.entropy <= found.most + 1e-9


@given(cases())
def test_the_divided_row_is_the_models_own(case: Case) -> None:
    trace = trace_of(case)
    found = sharpness(trace, layer=0, head=0, token=-1)
    assert found.divided.weights == pytest.approx(trace.tensor("blocks.0.attn.pattern")[0, -1].tolist(), abs=1e-6)


@given(cases())
def test_a_factor_below_1_never_makes_a_row_sharper(case: Case) -> None:
    """Scaled by less than 1, every ratio of two weights comes closer to 1. A soft cap comes after the factor."""
    found = sharpness(trace_of(case), layer=0, head=0, token=-1)
    if found.factor <= 1 and found.cap is None:
        assert found.divided.entropy >= found.plain.entropy - 1e-9
        assert found.divided.largest <= found.plain.largest + 1e-9


def test_what_is_not_there_is_refused_with_the_range() -> None:
    trace = trace_of(Case(SILU, 0, (1, 2, 3)))
    for wrong in ({"layer": 2}, {"head": 4}, {"token": 3}, {"layer": -1}):
        with pytest.raises(OutOfRangeError):
            sharpness(trace, **{"layer": 0, "head": 0, "token": 0, **wrong})
