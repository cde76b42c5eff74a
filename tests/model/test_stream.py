"""The stream as a running sum: contributions sum to its length where parts add, and say nothing of sums elsewhere."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from model.errors import EmptyTextError, OutOfRangeError
from model.studies.stream import stream_sum
from tests.model.configs import Case, cases
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of

Vector = NDArray[np.float64]


def final_of(case: Case, tensors: dict[str, NDArray[np.float64]]) -> Vector:
    """The stream (token, d_model) after the last layer."""
    last = f"blocks.{case.config.n_layers - 1}"
    return tensors[f"{last}.norm2_post.out" if case.config.norm_place == "post" else f"{last}.resid_post"]


def added_of(case: Case, tensors: dict[str, NDArray[np.float64]], token: int) -> list[Vector]:
    """What is put on the stream at `token`, from the meaning of the config's fields."""
    branch = case.config.norm_place in ("branch", "sandwich")
    names = ["embed"] + ["pos_embed"] * (case.config.position in ("learned", "sinusoidal"))
    for layer in range(case.config.n_layers):
        for part, norm in (("attn", "norm1"), ("mlp", "norm2")):
            names.append(f"blocks.{layer}.{norm}_branch.out" if branch else f"blocks.{layer}.{part}.out")
    return [tensors[name][token] for name in names]


@given(cases(), st.data())
def test_the_contributions_are_those_of_a_second_implementation(case: Case, data: st.DataObject) -> None:
    token = data.draw(st.integers(0, len(case.ids) - 1))
    tensors, _ = reference_of(case)
    added, final = added_of(case, tensors, token), final_of(case, tensors)[token]
    found = stream_sum(trace_of(case), token=token)
    assert found.adds_up == (case.config.norm_place != "post")
    assert [row.norm for row in found.rows] == pytest.approx([np.linalg.norm(v) for v in added], abs=1e-3)
    assert found.total == pytest.approx(np.linalg.norm(final), abs=1e-3)
    for row in found.rows:
        stream, start = tensors[row.stream][token], tensors["embed"][token]
        assert row.stream_norm == pytest.approx(np.linalg.norm(stream), abs=1e-3)
        cosine = stream @ start / (np.linalg.norm(stream) * np.linalg.norm(start))
        assert row.cosine == pytest.approx(cosine, abs=1e-3)


@given(cases())
def test_the_projections_sum_to_the_length_of_the_final_stream(case: Case) -> None:
    trace = trace_of(case)
    for token in range(len(case.ids)):
        found = stream_sum(trace, token=token)
        rows = found.rows
        if not found.adds_up:
            assert all(row.along is row.start is row.end is None for row in rows)
            continue
        size = sum(row.norm for row in rows)
        assert math.fsum(row.along or 0 for row in rows) == pytest.approx(found.total, abs=1e-6 * size)
        assert rows[-1].end == pytest.approx(found.total, abs=1e-6 * size)
        assert [row.start for row in rows] == [0.0, *(row.end for row in rows[:-1])]
        for row in rows:
            assert row.end == pytest.approx((row.start or 0) + (row.along or 0), abs=1e-9 * size)


@given(cases())
def test_every_row_leads_to_a_step_that_writes_what_it_says(case: Case) -> None:
    trace = trace_of(case)
    steps = {op.name: op for op in trace.model.steps}
    rows = stream_sum(trace, token=-1).rows
    assert rows[0].cosine == pytest.approx(1)
    assert rows[0].stream == "embed"
    assert rows[-1].stream == list(trace.streams)[-1]
    for row in rows:
        assert row.added in (*steps[row.step].reads, *steps[row.step].writes)


def test_a_token_that_is_not_there_is_refused() -> None:
    with pytest.raises(OutOfRangeError):
        stream_sum(trace_of(Case(SILU, 0, (1, 2))), token=2)
    with pytest.raises(EmptyTextError):
        stream_sum(trace_of(Case(SILU, 0, ())), token=-1)
