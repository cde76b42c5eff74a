"""The dice: the published generator, the inverse of the running sum, draws that come out as often as they should."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.errors import OutOfRangeError
from model.writing.dice import MAX_SEED, draw, ranks_of, tally, throw_dice
from model.writing.stages import Sampling, columns

WORD = 2**64 - 1
MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> list[int]:
    """The reference: Philox4x64-10 as the paper has it (Salmon et al. 2011, figure 2 and section 3.3)."""
    x, k = list(counter), list(key)
    for _ in range(10):
        high_0, low_0 = divmod(MULTIPLIERS[0] * x[0], 2**64)
        high_1, low_1 = divmod(MULTIPLIERS[1] * x[2], 2**64)
        x = [high_1 ^ x[1] ^ k[0], low_1, high_0 ^ x[3] ^ k[1], low_0]
        k = [(part + step) & WORD for part, step in zip(k, WEYL, strict=True)]
    return x


def test_the_reference_gives_the_published_answer() -> None:
    """Known-answer test of the authors' own library, Random123: philox4x64-10 of zeros."""
    known = [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B]
    assert philox((0, 0, 0, 0), (0, 0)) == known


@given(st.integers(0, MAX_SEED), st.integers(0, 100_000))
def test_dice_are_those_of_the_published_generator(seed: int, place: int) -> None:
    # numpy counts before it draws, so that the first block has the counter 1
    words = philox((1, place, 0, 0), (seed, 0)) + philox((2, place, 0, 0), (seed, 0))
    assert throw_dice(seed, place, 8).tolist() == [(word >> 11) / 2**53 for word in words]


@given(st.integers(0, MAX_SEED), st.integers(0, 1000), st.integers(1, 50))
def test_more_dice_begin_with_the_same_ones(seed: int, place: int, count: int) -> None:
    dice = throw_dice(seed, place, count)
    assert dice[0] == throw_dice(seed, place)[0]
    assert ((dice >= 0) & (dice < 1)).all()


@given(
    st.lists(st.floats(-10, 10, width=32), min_size=1, max_size=30),
    st.floats(0, 1, exclude_max=True),
    st.floats(0.1, 1),
)
def test_a_dice_falls_on_the_piece_whose_stretch_holds_it(row: list[float], dice: float, top_p: float) -> None:
    found = columns(torch.tensor(row), Sampling(top_p=top_p))
    rank = int(ranks_of(found, np.array([dice]))[0])
    edges = [0.0, *np.cumsum(found.q.numpy()).tolist()]
    assert rank < found.kept
    assert edges[rank] <= dice
    assert dice < edges[rank + 1] or rank == found.kept - 1


def test_a_draw_says_where_the_dice_fell() -> None:
    found = columns(torch.tensor([1.0, 3.0, 2.0]), Sampling())
    drawn = draw(found, seed=5, place=2)
    assert drawn.dice == throw_dice(5, 2)[0]
    assert drawn.low <= drawn.dice < drawn.high
    assert drawn.high - drawn.low == pytest.approx(float(found.q[drawn.rank]))


def test_at_temperature_zero_no_dice_are_thrown() -> None:
    drawn = draw(columns(torch.tensor([1.0, 3.0, 2.0]), Sampling(temperature=0)), seed=5, place=2)
    assert (drawn.dice, drawn.rank) == (None, 0)


def test_many_draws_come_out_as_often_as_they_should() -> None:
    found = columns(torch.linspace(0, 4, 40), Sampling(top_k=30))
    counted = tally(found, seed=1, place=0, count=10_000, bars=8)
    assert int(counted.seen.sum()) == 10_000
    assert sum(bar.seen for bar in counted.bars) + counted.rest.seen == 10_000
    assert sum(bar.expected for bar in counted.bars) + counted.rest.expected == pytest.approx(10_000)
    assert (len(counted.bars), counted.rest_count) == (8, 22)
    for bar in (*counted.bars, counted.rest):
        assert bar.spread == pytest.approx(np.sqrt(10_000 * bar.q * (1 - bar.q)))
        assert abs(bar.seen - bar.expected) < 4 * bar.spread


@pytest.mark.parametrize(("seed", "count", "name"), [(-1, 1, "seed"), (2**32, 1, "seed"), (0, 10_001, "draws")])
def test_what_is_out_of_range_is_refused_with_the_range(seed: int, count: int, name: str) -> None:
    with pytest.raises(OutOfRangeError, match=f"{name} is .* between 0 and"):
        throw_dice(seed, 0, count)
