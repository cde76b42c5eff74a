"""The score of a query and a key as they slide along the text: together, it stays; one alone, it moves.

RoPE turns both by their positions, and the turns of a product of two cancel but for the distance: (R_i q)·(R_j k) =
q·(R_{j−i} k) (Su et al. 2021, section 3.2.2). Here both are really turned at every place, by the model's own rotation
in float32, so that a last digit may differ, and how much it does is said.
"""

from dataclasses import dataclass

import torch

from model.errors import OutOfRangeError
from model.studies.rope_turns import Two, find_rotation, pair_dimensions, pick_pair, turn_to
from model.trace import Trace

REACH = 40
"""At most so many places in each direction."""


@dataclass(frozen=True)
class PairTerm:
    """What one pair of dimensions brings to the score, with both ends turned at the chosen places."""

    pair: int
    query: Two
    key: Two
    term: float


@dataclass(frozen=True)
class RopeSlide:
    """The score of `query` and `key` (positions) in a head, after each of `shifts` places.

    `together` is the score when both slide, `alone` when only the query does. `score` is the tensor's element. The
    `pairs` are those at `shift`, where both have slid; `kept` is what the dimensions bring that do not turn, or None.
    `difference` is the gap between the score at `shift` and `score`, `largest` the largest such gap of all, and
    `magnitude` the sum of the sizes of all terms, against which rounding is measured.
    """

    tensor: str
    head: int
    kv_head: int
    query: int
    key: int
    shift: int
    score: float
    shifts: list[int]
    together: list[float]
    alone: list[float]
    difference: float
    largest: float
    magnitude: float
    pairs: list[PairTerm]
    kept: float | None


@torch.inference_mode()
def slide(trace: Trace, name: str, *, head: int, query: int, key: int, shift: int = 0) -> RopeSlide:
    """Slide the query and the key of two tokens, which the step that writes `name` (rot_q or rot_k) turns.

    Raises:
        UnknownNameError: no rotation writes `name`, as in a model without RoPE.
        EmptyTextError: there are no tokens.
        OutOfRangeError: there is no such head or token, or no such place at `shift`.
    """
    op = find_rotation(trace.model, name)
    config = trace.model.config
    query, key = trace.place(query, "query"), trace.place(key, "key")
    q = trace.pick(op.reads[0], head=head, token=query)  # (d_head)
    head = range(config.n_heads)[head]
    kv_head = head // config.head_group
    k = trace.pick(op.reads[1], head=kv_head, token=key)  # (d_head)
    low, high = max(-query, -key, -REACH), min(config.n_ctx - 1 - max(query, key), REACH)
    if not low <= shift <= high:
        raise OutOfRangeError("shift", shift, low, high)
    shifts = torch.arange(low, high + 1)
    turned_q, turned_k = (
        turn_to(trace.model, op, vector, position + shifts) for vector, position in ((q, query), (k, key))
    )  # (shift, d_head)
    together = (turned_q * turned_k).sum(-1)  # (shift)
    alone = (turned_q * turned_k[-low]).sum(-1)
    score = float(trace.select(_scores_of(name), index=(head, query, key)).values)
    gaps = (together.double() - score).abs()
    here = shift - low
    terms = turned_q[here] * turned_k[here]
    return RopeSlide(
        tensor=op.name,
        head=head,
        kv_head=kv_head,
        query=query,
        key=key,
        shift=shift,
        score=score,
        shifts=shifts.tolist(),
        together=together.tolist(),
        alone=alone.tolist(),
        difference=gaps[here].item(),
        largest=gaps.max().item(),
        magnitude=terms.abs().sum().item(),
        pairs=[
            PairTerm(
                pair, pick_pair(turned_q[here], dims), pick_pair(turned_k[here], dims), sum(pick_pair(terms, dims))
            )
            for pair, dims in enumerate(pair_dimensions(config))
        ],
        kept=terms[config.rotated :].sum().item() if config.rotated < config.d_head else None,
    )


def _scores_of(name: str) -> str:
    """The scores that the rotated queries or keys `name` go into."""
    return f"{name.rsplit('.', 1)[0]}.scores"
