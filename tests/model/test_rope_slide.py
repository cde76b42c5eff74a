"""Rotations, pair by pair and place by place, against products of complex numbers in float64."""

import cmath
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.config import Config
from model.errors import OutOfRangeError, UnknownNameError
from model.studies.rope_slide import slide
from model.studies.rope_turns import turn_pairs
from tests.model.configs import N_CTX, Case, cases
from tests.model.reference import turn
from tests.model.test_properties import SILU
from tests.model.traced import reference_of, trace_of

QUERY, KEY = "blocks.0.attn.rot_q", "blocks.0.attn.rot_k"
CASE = Case(SILU, 0, (1, 2, 3, 1, 2))
rope_cases = cases().filter(lambda case: case.config.position == "rope")


def angles_at(config: Config, position: int) -> np.ndarray:
    rotated = config.rope_dims or config.d_head
    theta, stretch = config.rope_theta, config.rope_stretch
    if config.rope_theta_window is not None and config.window_of(0) is not None:  # what is studied is the first layer
        theta, stretch = config.rope_theta_window, None
    slower = stretch or [1.0] * (rotated // 2)
    return np.array([[position * theta ** (-2 * p / rotated) / slower[p] for p in range(rotated // 2)]])


def score_at(case: Case, head: int, query: tuple[int, int], key: tuple[int, int]) -> float:
    """The score of a query token and a key token, each at a position of its own, in float64."""
    tensors, _ = reference_of(case)
    config, kv_head = case.config, head * case.config.n_kv_heads // case.config.n_heads
    turned = [
        turn(tensors[f"blocks.0.attn.{name}"][at, token][None, None], angles_at(config, position), config.rope_pairing)
        for name, at, (token, position) in zip(names_before(config), (head, kv_head), (query, key), strict=True)
    ]
    return float(turned[0].ravel() @ turned[1].ravel())


def names_before(config: Config) -> tuple[str, str]:
    return ("q_norm.out", "k_norm.out") if config.qk_norm else ("q", "k")


@given(rope_cases, st.data())
def test_the_score_stays_where_both_slide_and_moves_as_float64_says_where_one_does(
    case: Case, data: st.DataObject
) -> None:
    head = data.draw(st.integers(0, case.config.n_heads - 1))
    query, key = (data.draw(st.integers(0, len(case.ids) - 1)) for _ in range(2))
    low, high = -min(query, key), N_CTX - 1 - max(query, key)
    shift = data.draw(st.integers(low, high))
    found = slide(trace_of(case), QUERY, head=head, query=query, key=key, shift=shift)
    tolerance = 2e-5 * (1 + found.magnitude)
    assert (found.shifts[0], found.shifts[-1], len(found.shifts)) == (low, high, high - low + 1)
    assert found.largest <= tolerance
    assert found.score == pytest.approx(score_at(case, head, (query, query), (key, key)), abs=tolerance)
    at = found.shifts.index(shift)
    assert found.together[at] == pytest.approx(found.score, abs=tolerance)
    assert found.difference == pytest.approx(abs(found.together[at] - found.score), abs=1e-9)
    expected = score_at(case, head, (query, query + shift), (key, key))
    assert found.alone[at] == pytest.approx(expected, abs=tolerance)


@given(rope_cases, st.data())
def test_the_pairs_and_what_does_not_turn_sum_to_the_score(case: Case, data: st.DataObject) -> None:
    head = data.draw(st.integers(0, case.config.n_heads - 1))
    shift = data.draw(st.integers(0, N_CTX - len(case.ids)))
    found = slide(trace_of(case), QUERY, head=head, query=-1, key=0, shift=shift)
    total = sum(pair.term for pair in found.pairs) + (found.kept or 0)
    assert total == pytest.approx(found.score, abs=2e-5 * (1 + found.magnitude))
    assert (found.kept is None) == (case.config.rotated == case.config.d_head)
    for pair in found.pairs:
        assert pair.term == pytest.approx(float(np.dot(pair.query, pair.key)), abs=1e-5 * (1 + found.magnitude))


@given(rope_cases, st.sampled_from([QUERY, KEY]), st.data())
def test_every_pair_is_turned_by_its_angle(case: Case, name: str, data: st.DataObject) -> None:
    config, trace = case.config, trace_of(case)
    head = data.draw(st.integers(0, len(trace.tensor(name)) - 1))
    token = data.draw(st.integers(0, len(case.ids) - 1))
    chosen = data.draw(st.integers(0, config.rotated // 2 - 1))
    found = turn_pairs(trace, name, head=head, token=token, pair=chosen)
    vector = trace.select(name, head=head, token=token).values
    assert sorted(sum((pair.dimensions for pair in found.pairs), ())) == list(range(config.rotated))
    for pair in found.pairs:
        frequency = angles_at(config, 1)[0, pair.pair]
        assert pair.frequency == pytest.approx(frequency)
        assert pair.period == pytest.approx(2 * math.pi / frequency)
        assert pair.angle == pytest.approx(token * frequency, rel=1e-6)
        turned = complex(*pair.before) * cmath.exp(1j * token * frequency)
        assert complex(*pair.after) == pytest.approx(turned, abs=1e-5)
        assert pair.after == tuple(vector[list(pair.dimensions)])
    trail, start = found.trail, complex(*found.pairs[chosen].before)
    assert len(trail.angles) == len(trail.points) == N_CTX
    for position, point in enumerate(trail.points):
        angle = position * found.pairs[chosen].frequency
        assert trail.angles[position] == pytest.approx(angle, rel=1e-5)
        assert complex(*point) == pytest.approx(start * cmath.exp(1j * angle), abs=1e-4)
    assert trail.points[token] == pytest.approx(found.pairs[chosen].after, abs=1e-6)


def test_sliding_one_alone_moves_the_score() -> None:
    found = slide(trace_of(CASE), QUERY, head=0, query=3, key=1)
    assert max(abs(score - found.score) for score in found.alone) > 0.05
    assert found.alone[found.shifts.index(0)] == pytest.approx(found.score)


def test_what_cannot_be_studied_is_refused() -> None:
    trace = trace_of(CASE)
    with pytest.raises(UnknownNameError, match="There is no rotation"):
        slide(trace, "blocks.0.attn.q", head=0, query=0, key=0)
    no_rope = Case(SILU.model_copy(update={"position": "learned"}), 0, (1,))
    with pytest.raises(UnknownNameError):
        turn_pairs(trace_of(no_rope), QUERY, head=0, token=0)
    wrong = ({"head": 4}, {"query": 5}, {"key": 5}, {"shift": -2}, {"shift": SILU.n_ctx})
    for given_ in wrong:
        with pytest.raises(OutOfRangeError):
            slide(trace, QUERY, **{"head": 0, "query": 3, "key": 1, **given_})
    for given_ in ({"head": 2}, {"token": 5}, {"pair": 2}):
        with pytest.raises(OutOfRangeError):
            turn_pairs(trace, KEY, **{"head": 0, "token": 0, **given_})
