"""What each head adds: the parts sum to the whole in every variant, and each is the reference's own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import EmptyTextError, OutOfRangeError
from model.studies.head_contributions import head_contributions
from tests.model.configs import Case, cases
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of


@given(cases())
def test_the_heads_sum_to_attn_out_less_the_bias(case: Case) -> None:
    trace = trace_of(case)
    for layer in range(case.config.n_layers):
        out = trace.tensor(f"blocks.{layer}.attn.out").double().numpy()
        for token in range(len(case.ids)):
            found = head_contributions(trace, layer=layer, token=token)
            assert len(found.heads) == case.config.n_heads
            assert (found.bias is not None) == case.config.out_bias
            parts = [*found.heads, *([found.bias] if found.bias else [])]
            total = np.sum([part.vector.astype(float) for part in parts], axis=0)
            size = sum(np.abs(part.vector).max() for part in parts)
            np.testing.assert_allclose(total, out[token], atol=1e-6 * max(1, size))
            np.testing.assert_allclose(found.out.vector, out[token], atol=1e-6 * max(1, size))
            if found.out.share is not None:
                assert sum(part.share or 0 for part in parts) == pytest.approx(1, abs=1e-9)


@given(cases(), st.data())
def test_a_head_writes_what_its_columns_of_w_o_make_of_its_z(case: Case, data: st.DataObject) -> None:
    layer = data.draw(st.integers(0, case.config.n_layers - 1))
    token = data.draw(st.integers(0, len(case.ids) - 1))
    head = data.draw(st.integers(0, case.config.n_heads - 1))
    tensors, weights = reference_of(case)
    size = case.config.d_head
    columns = weights[f"blocks.{layer}.attn.w_o.weight"][:, head * size : (head + 1) * size]
    wanted = columns @ tensors[f"blocks.{layer}.attn.z"][head, token]
    out = tensors[f"blocks.{layer}.attn.out"][token]
    found = head_contributions(trace_of(case), layer=layer, token=token).heads[head]
    np.testing.assert_allclose(found.vector, wanted, atol=2e-4)
    assert found.norm == pytest.approx(np.linalg.norm(wanted), abs=2e-4)
    if np.linalg.norm(out) > 0.1:
        assert found.share == pytest.approx(wanted @ out / (out @ out), abs=1e-2)


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="layer is 2, but must be between 0 and 1"):
        head_contributions(trace_of(Case(SILU, 0, (1, 2))), layer=2, token=0)
    with pytest.raises(EmptyTextError):
        head_contributions(trace_of(Case(SILU, 0, ())), layer=0, token=-1)
