"""Weight times value, token by token: the rows sum to z in every variant, however few are listed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import OutOfRangeError
from model.studies.value_rows import value_rows
from tests.model.configs import Case, cases
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of


@given(cases(), st.integers(1, 8), st.data())
def test_the_rows_and_the_rest_sum_to_z(case: Case, top: int, data: st.DataObject) -> None:
    trace, n_tokens = trace_of(case), len(case.ids)
    layer = data.draw(st.integers(0, case.config.n_layers - 1))
    head = data.draw(st.integers(0, case.config.n_heads - 1))
    token = data.draw(st.integers(0, n_tokens - 1))
    found = value_rows(trace, layer=layer, head=head, token=token, top=top)
    parts = [*found.rows, *([found.rest] if found.rest else [])]
    z = trace.tensor(f"blocks.{layer}.attn.z")[head, token].numpy()
    np.testing.assert_allclose(found.z, z, atol=1e-5)
    np.testing.assert_allclose(sum(part.vector.astype(float) for part in parts), z, atol=1e-5)
    assert sum(part.weight for part in parts) == pytest.approx(1, abs=1e-6)
    assert len(found.rows) == min(top, n_tokens)
    assert len(found.rows) + (found.rest.count if found.rest else 0) == n_tokens
    assert [row.key for row in found.rows] == sorted(row.key for row in found.rows)


@given(cases(), st.data())
def test_a_row_is_weight_times_value_of_the_head_that_serves_it(case: Case, data: st.DataObject) -> None:
    head = data.draw(st.integers(0, case.config.n_heads - 1))
    tensors, _ = reference_of(case)
    weights = tensors["blocks.0.attn.pattern"][head, -1]
    values = tensors["blocks.0.attn.v"][head * case.config.n_kv_heads // case.config.n_heads]
    found = value_rows(trace_of(case), layer=0, head=head, token=-1, top=3)
    for row in found.rows:
        assert row.weight == pytest.approx(weights[row.key], abs=1e-5)
        assert row.value_norm == pytest.approx(np.linalg.norm(values[row.key]), abs=1e-4)
        np.testing.assert_allclose(row.vector, weights[row.key] * values[row.key], atol=1e-4)
        assert row.norm == pytest.approx(np.linalg.norm(weights[row.key] * values[row.key]), abs=1e-4)
    unlisted = [weight for key, weight in enumerate(weights) if key not in {row.key for row in found.rows}]
    assert max(unlisted, default=0) <= min(row.weight for row in found.rows) + 1e-5


def test_at_least_one_row_is_asked_for() -> None:
    with pytest.raises(OutOfRangeError):
        value_rows(trace_of(Case(SILU, 0, (1, 2))), layer=0, head=0, token=0, top=0)
