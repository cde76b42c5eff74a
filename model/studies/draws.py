"""What the next token is drawn from, at one place of a trace: the columns of all stages, one draw, and many draws."""

from dataclasses import dataclass

from model.errors import OutOfRangeError
from model.trace import Trace
from model.writing.dice import Draw, Tally, draw, tally
from model.writing.stages import Columns, Fate, Sampling, columns

BARS = 12


@dataclass(frozen=True)
class Row:
    """One piece of the vocabulary in every column."""

    rank: int
    id: int
    logit: float
    scaled: float | None
    p: float
    mass: float
    fate: Fate
    q: float
    low: float
    high: float
    seen: int


@dataclass(frozen=True)
class DrawStudy:
    """The draw of the token that comes after `token`, whose place in the text is `place`."""

    token: int
    place: int
    columns: Columns
    draw: Draw
    tally: Tally

    def rest_q(self, start: int) -> float:
        """What is drawn with the pieces from the rank `start` on, together."""
        return float(self.columns.q[start:].sum())

    def rows(self, offset: int, limit: int) -> list[Row]:
        """The pieces at `limit` ranks from `offset` on. Raises `OutOfRangeError`."""
        found, total = self.columns, len(self.columns.ids)
        if not 0 <= offset < total:
            raise OutOfRangeError("offset", offset, 0, total - 1)
        part = slice(offset, offset + limit)
        ids, seen = found.ids[part].tolist(), self.tally.seen[part].tolist()
        logits, p, mass, q, high = (x[part].tolist() for x in (found.logits, found.p, found.mass, found.q, found.upto))
        scaled = [None] * len(ids) if found.scaled is None else found.scaled[part].tolist()
        first = float(found.upto[offset - 1]) if offset else 0.0
        low = [first, *high][: len(high)]
        ranks = range(offset, offset + len(ids))
        fates = [found.fate(rank) for rank in ranks]
        return [Row(*row) for row in zip(ranks, ids, logits, scaled, p, mass, fates, q, low, high, seen, strict=True)]


def study_draw(trace: Trace, sampling: Sampling, *, token: int = -1, seed: int = 0, draws: int = 0) -> DrawStudy:
    """Draw what comes after `token`, once and `draws` times. Raises `EmptyTextError` and `OutOfRangeError`."""
    logits = trace.pick("logits", token=token)
    found, at = columns(logits, sampling), trace.place(token)
    place = at + 1
    return DrawStudy(
        token=at,
        place=place,
        columns=found,
        draw=draw(found, seed=seed, place=place),
        tally=tally(found, seed=seed, place=place, count=draws, bars=BARS),
    )
