"""The stages of sampling against transformers' own warpers, the published figures, and what holds for any logits."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from transformers.generation.logits_process import (
    MinPLogitsWarper,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from model.errors import OutOfRangeError
from model.writing.stages import Columns, Sampling, columns

CASE = json.loads((Path(__file__).parents[1] / "cases" / "sampling.json").read_text("utf-8"))
LOGITS = torch.tensor(CASE["logits"])
VOCABULARY = torch.randn(49_152, generator=torch.Generator().manual_seed(3), dtype=torch.float64) * 3
TEMPERATURES = (0.2, 1.0, 5.0)
"""must 3"""

rows = st.lists(st.floats(-30, 30, width=32), min_size=1, max_size=60)
samplings = st.builds(
    Sampling,
    temperature=st.one_of(st.just(0.0), st.floats(0.01, 50)),
    top_k=st.one_of(st.none(), st.integers(1, 70)),
    top_p=st.one_of(st.just(1.0), st.floats(0.001, 1)),
    min_p=st.one_of(st.just(0.0), st.floats(0, 1)),
)


def by_id(found: Columns, values: Tensor) -> Tensor:
    """Values by rank, put at their ids."""
    return torch.zeros_like(values).scatter(0, found.ids, values)


def kept_ids(found: Columns) -> set[int]:
    return set(found.ids[: found.kept].tolist())


def warped(logits: Tensor, *warpers: object) -> set[int]:
    """What transformers leaves of the vocabulary."""
    scores = logits.double()[None]
    for warper in warpers:
        scores = warper(torch.zeros((1, 1), dtype=torch.long), scores)  # type: ignore[operator]
    return set(torch.isfinite(scores[0]).nonzero()[:, 0].tolist())


@pytest.mark.parametrize("temperature", CASE["probabilities"])
def test_eight_logits_give_the_published_probabilities(temperature: str) -> None:
    found = columns(LOGITS, Sampling(temperature=float(temperature)))
    assert by_id(found, found.q).tolist() == pytest.approx(CASE["probabilities"][temperature], abs=5.1e-5)


def test_the_published_nucleus_of_eight_logits() -> None:
    found = columns(LOGITS, Sampling(top_p=0.9))
    assert [CASE["vocab"][i] for i in found.ids[: found.kept].tolist()] == CASE["top_p_0.9_at_T_1"]["keeps"]
    assert found.stages[2].removed_p == pytest.approx(CASE["top_p_0.9_at_T_1"]["mass_of_the_rest"], abs=5.1e-5)


def test_temperature_zero_keeps_the_argmax_alone() -> None:
    """must 5"""
    found = columns(LOGITS, Sampling(temperature=0))
    assert (CASE["vocab"][int(found.ids[0])], found.kept, found.scaled) == (CASE["greedy"], 1, None)
    assert found.q.tolist() == [1, *[0] * 7]
    assert [found.fate(rank) for rank in (0, 1, 7)] == ["kept", "temperature", "temperature"]


@pytest.mark.parametrize("temperature", TEMPERATURES)
@pytest.mark.parametrize("top_p", [0.1, 0.5, 0.9, 0.99])
def test_the_nucleus_is_that_of_transformers(temperature: float, top_p: float) -> None:
    """must 3"""
    found = columns(VOCABULARY, Sampling(temperature=temperature, top_p=top_p))
    expected = warped(VOCABULARY, TemperatureLogitsWarper(temperature), TopPLogitsWarper(top_p))
    assert kept_ids(found) == expected


@pytest.mark.parametrize("temperature", TEMPERATURES)
@pytest.mark.parametrize(
    ("setting", "warper"),
    [
        (Sampling(top_k=1), TopKLogitsWarper(1)),
        (Sampling(top_k=40), TopKLogitsWarper(40)),
        (Sampling(min_p=0.05), MinPLogitsWarper(0.05)),
        (Sampling(min_p=0.5), MinPLogitsWarper(0.5)),
    ],
)
def test_top_k_and_min_p_are_those_of_transformers(temperature: float, setting: Sampling, warper: object) -> None:
    found = columns(VOCABULARY, Sampling(temperature, setting.top_k, setting.top_p, setting.min_p))
    assert kept_ids(found) == warped(VOCABULARY, TemperatureLogitsWarper(temperature), warper)


@pytest.mark.parametrize("temperature", TEMPERATURES)
def test_all_stages_together_keep_what_each_warper_alone_keeps(temperature: float) -> None:
    """must 5: top-p looks at the whole distribution, not at what top-k has left, where transformers keeps fewer."""
    found = columns(VOCABULARY, Sampling(temperature, top_k=30, top_p=0.6, min_p=0.02))
    heat = TemperatureLogitsWarper(temperature)
    alone = [warped(VOCABULARY, heat, w) for w in (TopKLogitsWarper(30), TopPLogitsWarper(0.6), MinPLogitsWarper(0.02))]
    in_a_row = warped(VOCABULARY, heat, TopKLogitsWarper(30), TopPLogitsWarper(0.6), MinPLogitsWarper(0.02))
    assert kept_ids(found) == set.intersection(*alone)
    assert kept_ids(found) >= in_a_row


@given(rows, samplings)
def test_the_mass_is_conserved_whatever_is_removed(row: list[float], sampling: Sampling) -> None:
    found = columns(torch.tensor(row), sampling)
    removed = sum(stage.removed_p for stage in found.stages)
    assert removed + found.stages[-1].kept_p == pytest.approx(1, abs=1e-9)
    assert sum(stage.removed for stage in found.stages) + found.kept == len(row)
    assert float(found.q.sum()) == pytest.approx(1, abs=1e-9)
    assert (found.q[found.kept :] == 0).all()
    assert found.kept >= 1


@given(rows, samplings)
def test_raw_logits_never_change_and_every_piece_has_its_place(row: list[float], sampling: Sampling) -> None:
    """must 5"""
    given_row = torch.tensor(row)
    found = columns(given_row, sampling)
    assert by_id(found, found.logits).tolist() == given_row.double().tolist()
    assert sorted(found.ids.tolist()) == list(range(len(row)))
    fates = [found.fate(rank) for rank in range(len(row))]
    assert fates.count("kept") == found.kept
    assert [sum(fate == stage.name for fate in fates) for stage in found.stages] == [s.removed for s in found.stages]


@given(rows, st.floats(0.05, 20), st.floats(0.001, 0.999))
def test_the_nucleus_is_the_smallest_set_that_reaches_the_mass(row: list[float], heat: float, top_p: float) -> None:
    found = columns(torch.tensor(row), Sampling(heat, top_p=top_p))
    exact = np.sort(np.exp((np.array(row, np.float32).astype(np.float64) - max(row)) / heat))[::-1]
    mass = np.cumsum(exact / exact.sum())
    assert mass[found.kept - 1] >= top_p - 1e-9
    assert found.kept == 1 or mass[found.kept - 2] < top_p + 1e-9


def test_of_equal_pieces_those_with_the_smaller_ids_stay() -> None:
    found = columns(torch.tensor([1.0, 2.0, 2.0, 2.0, 0.0]), Sampling(top_k=2))
    assert found.ids.tolist() == [1, 2, 3, 0, 4]
    assert kept_ids(found) == {1, 2}


def test_filters_that_are_off_remove_nothing_however_flat_or_sharp_the_row() -> None:
    for row in (torch.zeros(500), torch.linspace(0, 400, 500)):
        assert [stage.removed for stage in columns(row, Sampling(0.2)).stages] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("temperature", value) for value in (-0.1, math.nan, math.inf, 101)),
        *(("top_p", value) for value in (0.0, 1.01, -1.0, math.nan)),
        *(("top_k", value) for value in (0, -3)),
        *(("min_p", value) for value in (2.0, -0.1, math.nan)),
    ],
)
def test_settings_out_of_range_are_refused_with_the_range(name: str, value: float) -> None:
    with pytest.raises(OutOfRangeError, match=f"{name} is .* must be between") as caught:
        Sampling(**{name: value})  # type: ignore[arg-type]
    assert caught.value.parameter == name
