"""The logit lens as a grid: its last row is the model's answer, and each cell is that of a second implementation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import OutOfRangeError
from model.studies.lens_grid import lens_grid
from tests.model import reference
from tests.model.configs import Case, cases
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of


def lens_of(case: Case, stream: reference.Array) -> reference.Array:
    """The probabilities (token, vocab) if the model stopped at `stream` (token, d_model)."""
    weights = {name: weight.numpy() for name, weight in case.model().state_dict().items()}
    model = reference.Forward(case.config, weights)
    x = model.norm("norm_final", stream) if case.config.norm_final else stream
    logits = x @ model.weights["w_e.weight" if case.config.tied else "w_u.weight"].T
    if case.config.unembed_bias:
        logits = logits + model.weights["b_u"]
    if case.config.logit_softcap:
        logits = case.config.logit_softcap * np.tanh(logits / case.config.logit_softcap)
    return reference.softmax(logits)


@given(cases())
def test_every_cell_is_that_of_a_second_implementation(case: Case) -> None:
    trace = trace_of(case)
    tensors, _ = reference_of(case)
    found = lens_grid(trace)
    assert [row.tensor for row in found.rows] == list(trace.streams)
    assert found.most == pytest.approx(np.log(case.config.vocab_size))
    for row in found.rows:
        p = lens_of(case, tensors[row.tensor])
        ours = [float(p[token, after]) for token, after in enumerate(case.ids[1:])]
        assert row.p == pytest.approx(p.max(-1), abs=1e-4)
        assert [float(p[token, best]) for token, best in enumerate(row.id)] == pytest.approx(p.max(-1), abs=1e-4)
        assert row.entropy == pytest.approx(-(p * np.log(p)).sum(-1), abs=1e-3)
        assert row.nll[:-1] == pytest.approx([-np.log(each) for each in ours], abs=1e-2)
        assert row.rank[-1] is row.nll[-1] is None


@given(cases())
def test_the_last_row_is_the_models_own_answer(case: Case) -> None:
    """must 9"""
    trace = trace_of(case)
    last, p = lens_grid(trace).rows[-1], trace.tensor("probs")
    assert last.p == pytest.approx(p.max(-1).values.tolist(), abs=1e-6)
    for token, position in enumerate(trace.positions):
        assert p[token, last.id[token]] == pytest.approx(p[token].max().item(), abs=1e-6)
        if position.next is not None:
            assert last.nll[token] == pytest.approx(position.next.nll, abs=1e-4)
            rank = last.rank[token]
            assert rank is not None
            assert p[token].sort(descending=True).values[rank - 1] == pytest.approx(position.next.p, abs=1e-6)


@given(cases(), st.integers(0, 6), st.integers(1, 8))
def test_a_window_is_the_part_of_the_whole_that_it_says(case: Case, start: int, count: int) -> None:
    trace, n_tokens = trace_of(case), len(case.ids)
    if start >= n_tokens:
        with pytest.raises(OutOfRangeError):
            lens_grid(trace, start=start, count=count)
        return
    whole, part = lens_grid(trace), lens_grid(trace, start=start, count=count)
    assert (part.start, part.count) == (start, min(count, n_tokens - start))
    for row, all_of_it in zip(part.rows, whole.rows, strict=True):
        assert row.p == pytest.approx(all_of_it.p[start : start + count], abs=1e-6)
        assert row.rank[:-1] == all_of_it.rank[start : start + count][:-1]
        assert (row.rank[-1] is None) == (start + part.count == n_tokens)


@given(cases())
def test_each_row_leads_to_a_step_of_the_walk(case: Case) -> None:
    trace = trace_of(case)
    shown = {op.name for op in trace.model.steps}
    rows = lens_grid(trace).rows
    assert {row.step for row in rows} <= shown
    assert [row.layer for row in rows] == [None, *range(case.config.n_layers)]


def test_an_empty_text_has_a_grid_of_no_rows() -> None:
    assert lens_grid(trace_of(Case(SILU, 0, ()))).rows == []
