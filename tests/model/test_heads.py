"""Head scores: patterns whose scores are known, and what the bundled model has learned."""

import pytest
import torch

from model.heads import first_score, induction_score, previous_score, score_heads
from model.shelf.library import Library


def shifted(n: int, back: int) -> torch.Tensor:
    """A pattern in which every query looks `back` tokens back, and the first ones at the first token."""
    pattern = torch.zeros(1, n, n)
    for query in range(n):
        pattern[0, query, max(0, query - back)] = 1
    return pattern


def test_a_head_that_looks_one_back_has_the_previous_score_one() -> None:
    assert previous_score(shifted(10, 1)).item() == 1
    assert previous_score(shifted(10, 3)).item() == pytest.approx(
        1 / 9
    )  # only the second token's first is its previous


def test_a_head_that_looks_at_the_first_token_has_the_first_score_one() -> None:
    assert first_score(shifted(10, 10)).item() == 1


def test_a_head_that_looks_behind_its_earlier_twin_has_the_induction_score_one() -> None:
    assert induction_score(shifted(20, 9)).item() == 1
    assert induction_score(shifted(20, 10)).item() == 0


def test_every_head_of_a_model_is_scored_between_zero_and_one() -> None:
    model = Library().get("story")
    scores = score_heads(model.transformer, torch.arange(40), repeats=1, length=16)
    assert len(scores) == model.config.n_layers * model.config.n_heads
    for score in scores:
        assert all(0 <= value <= 1 for value in (score.previous, score.first, score.induction))
