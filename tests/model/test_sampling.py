"""From logits to guesses: the published figures, the whole vocabulary, and the limits."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from model.errors import OutOfRangeError
from model.sampling import least_likely, most_likely, probabilities

CASE = json.loads((Path(__file__).parents[1] / "cases" / "sampling.json").read_text("utf-8"))
LOGITS = torch.tensor([CASE["logits"]])


def softmax(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The reference: a softmax of our own test, in float64."""
    e = np.exp(x - x.max())
    return e / e.sum()


rows = st.lists(st.floats(-50, 50, width=32), min_size=2, max_size=60)


@pytest.mark.parametrize("temperature", CASE["probabilities"])
def test_eight_logits_give_the_published_probabilities(temperature: str) -> None:
    p = probabilities(LOGITS, float(temperature))
    assert p[0].tolist() == pytest.approx(CASE["probabilities"][temperature], abs=5.1e-5)


def test_temperature_zero_is_the_argmax() -> None:
    """must 5"""
    [guesses] = most_likely(LOGITS, top=2, temperature=0)
    assert CASE["vocab"][guesses.top[0].id] == CASE["greedy"]
    assert [candidate.p for candidate in guesses.top] == [1.0, 0.0]


@given(rows, st.floats(1e-3, 100), st.data())
def test_shown_and_rest_together_are_the_whole_vocabulary(
    row: list[float], temperature: float, data: st.DataObject
) -> None:
    """must 2: the softmax runs over all pieces, the rest is one bar, and the sum is 1."""
    top = data.draw(st.integers(1, len(row)))
    [guesses] = most_likely(torch.tensor([row]), top=top, temperature=temperature)
    assert len(guesses.top) + guesses.rest_count == len(row)
    assert math.isclose(sum(candidate.p for candidate in guesses.top) + guesses.rest_p, 1, abs_tol=1e-6)
    reference = np.sort(softmax(np.array(row, dtype=np.float32).astype(np.float64) / temperature))[::-1]
    assert [candidate.p for candidate in guesses.top] == pytest.approx(reference[:top].tolist(), abs=1e-9)


def test_raw_logits_never_change_with_the_temperature() -> None:
    """must 5"""
    [guesses] = most_likely(LOGITS, top=8, temperature=0.3)
    assert [candidate.logit for candidate in guesses.top] == pytest.approx(sorted(CASE["logits"], reverse=True))


@pytest.mark.parametrize("temperature", [-0.1, math.nan, math.inf, 101])
def test_a_temperature_out_of_range_is_refused_with_the_range(temperature: float) -> None:
    with pytest.raises(OutOfRangeError, match="between 0 and 100"):
        probabilities(LOGITS, temperature)


@pytest.mark.parametrize("top", [0, 9])
def test_more_or_fewer_than_the_vocabulary_are_refused_with_the_range(top: int) -> None:
    with pytest.raises(OutOfRangeError, match="between 1 and 8"):
        most_likely(LOGITS, top=top)


@given(rows, st.floats(1e-3, 100), st.data())
def test_the_least_likely_are_the_other_end_of_the_whole_vocabulary(
    row: list[float], temperature: float, data: st.DataObject
) -> None:
    least = data.draw(st.integers(0, len(row)))
    found = least_likely(torch.tensor(row), least=least, temperature=temperature)
    exact = np.array(row, dtype=np.float32).astype(np.float64)
    assert [candidate.logit for candidate in found] == sorted(exact.tolist(), reverse=True)[len(row) - least :]
    p = softmax(exact / temperature)
    assert [candidate.p for candidate in found] == pytest.approx([p[candidate.id] for candidate in found], abs=1e-9)


@pytest.mark.parametrize("least", [-1, 9])
def test_fewer_than_none_or_more_than_the_vocabulary_of_the_least_likely_are_refused(least: int) -> None:
    with pytest.raises(OutOfRangeError, match="between 0 and 8"):
        least_likely(LOGITS[0], least=least)
