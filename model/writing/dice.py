"""The dice: which piece is drawn, so that everybody who has the seed draws the same one.

There is no hidden state. The number for the token at a place of the text follows from the seed and the place alone, by
a counter-based generator, Philox4x64-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"): taking a
token back and drawing again gives the same token, and so does a link.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.errors import OutOfRangeError
from model.writing.stages import Columns

MAX_SEED = 2**32 - 1
MAX_DRAWS = 10_000


@dataclass(frozen=True)
class Draw:
    """One draw: the dice, None where the best piece is taken, and the rank it fell on with its stretch of 0…1."""

    dice: float | None
    rank: int
    low: float
    high: float


@dataclass(frozen=True)
class Bar:
    """How often a piece was drawn, and how often it should be: the mean of a binomial and its standard deviation."""

    rank: int
    q: float
    expected: float
    spread: float
    seen: int


@dataclass(frozen=True)
class Tally:
    """Many draws: the likeliest pieces each by itself, and all others as one."""

    count: int
    bars: tuple[Bar, ...]
    rest_count: int
    rest: Bar
    seen: Tensor
    """(rank) how often each piece was drawn."""


def throw_dice(seed: int, place: int, count: int = 1) -> NDArray[np.float64]:
    """`count` numbers of [0, 1) for the token at `place` (from 0); the first is the one that a text is written with.

    The key of the generator is `seed`, its counter begins at (0, `place`, 0, 0), and the upper 53 bits of each of its
    words are the number. Raises `OutOfRangeError` unless 0 ≤ `seed` ≤ `MAX_SEED` and 0 ≤ `count` ≤ `MAX_DRAWS`.
    """
    if not 0 <= seed <= MAX_SEED:
        raise OutOfRangeError("seed", seed, 0, MAX_SEED)
    if not 0 <= count <= MAX_DRAWS:
        raise OutOfRangeError("draws", count, 0, MAX_DRAWS)
    words = np.random.Philox(key=seed, counter=np.array([0, place, 0, 0], dtype=np.uint64)).random_raw(count)
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53


def ranks_of(columns: Columns, dice: NDArray[np.float64]) -> Tensor:
    """The ranks (draw) that `dice` (draw) fall on: the inverse of the running sum of what is kept."""
    found = torch.searchsorted(columns.upto, torch.from_numpy(dice), right=True)
    return found.clamp(max=columns.kept - 1)  # the sum of the kept may end a rounding below 1


def draw(columns: Columns, *, seed: int, place: int) -> Draw:
    """Draw the token at `place`. Raises `OutOfRangeError`."""
    if columns.sampling.is_greedy:
        return Draw(None, 0, 0.0, 1.0)
    dice = throw_dice(seed, place)
    rank = int(ranks_of(columns, dice)[0])
    low = float(columns.upto[rank - 1]) if rank else 0.0
    return Draw(float(dice[0]), rank, low, float(columns.upto[rank]))


def tally(columns: Columns, *, seed: int, place: int, count: int, bars: int) -> Tally:
    """Draw the token at `place` `count` times, and list the `bars` likeliest pieces. Raises `OutOfRangeError`."""
    seen = torch.bincount(ranks_of(columns, throw_dice(seed, place, count)), minlength=len(columns.q))
    shown = min(bars, columns.kept)
    listed = tuple(_bar(rank, float(columns.q[rank]), count, int(seen[rank])) for rank in range(shown))
    rest = _bar(shown, float(columns.q[shown : columns.kept].sum()), count, int(seen[shown:].sum()))
    return Tally(count, listed, columns.kept - shown, rest, seen)


def _bar(rank: int, q: float, count: int, seen: int) -> Bar:
    return Bar(rank, q, count * q, (count * q * max(0.0, 1 - q)) ** 0.5, seen)
