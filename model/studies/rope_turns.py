"""How RoPE turns one query or key: every pair of its dimensions before and after, and one pair at every position.

A pair is two numbers that are turned together like the hand of a dial; pair p turns by θ^(−2p/rotated) radians a
position (Su et al. 2021, eq. 15).
"""

import math
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor

from model.config import Config
from model.errors import OutOfRangeError
from model.ops.op import Op
from model.positions import Rope, rotate
from model.shelf.loaded import LoadedModel
from model.studies.steps import find_step
from model.trace import Trace, as_read

Two = tuple[float, float]
FEWEST_POSITIONS = 32
"""So many positions are followed at least, where the model can read as many."""


@dataclass(frozen=True)
class PairTurn:
    """One pair: its two dimensions, its frequency in radians a position, and how many positions a whole turn takes."""

    pair: int
    dimensions: tuple[int, int]
    frequency: float
    period: float
    angle: float
    before: Two
    after: Two


@dataclass(frozen=True)
class Trail:
    """One pair at every position from 0 on: the angle there, and where the turned hand would point."""

    pair: int
    angles: list[float]
    points: list[Two]


@dataclass(frozen=True)
class RopeTurns:
    """One query or key: each of its pairs at the token's own position, and one pair at all positions."""

    tensor: str
    head: int
    token: int
    pairs: list[PairTurn]
    trail: Trail


def find_rotation(model: LoadedModel, name: str) -> Op:
    """The step of `model` that turns queries and keys into `name`. Raises `UnknownNameError`."""
    return find_step(model, name, noun="rotation", fits=lambda op: op.kind == "rope")


def rope_of(model: LoadedModel, op: Op) -> Rope:
    """The angles by which the rotation `op` of `model` turns."""
    return cast("Rope", model.transformer.get_submodule(op.reads[2].removesuffix(".angle")))


def pair_dimensions(config: Config) -> list[tuple[int, int]]:
    """The two dimensions of each pair: one from each half of those that turn, or neighbours."""
    n_pairs = config.rotated // 2
    if config.rope_pairing == "half":
        return [(pair, pair + n_pairs) for pair in range(n_pairs)]
    return [(2 * pair, 2 * pair + 1) for pair in range(n_pairs)]


def pick_pair(vector: Tensor, dimensions: tuple[int, int]) -> Two:
    """The two numbers of `vector` (d_head) that stand on the `dimensions` of a pair."""
    first, second = dimensions
    return vector[first].item(), vector[second].item()


@torch.inference_mode()
def turn_pairs(trace: Trace, name: str, *, head: int, token: int, pair: int = 0) -> RopeTurns:
    """Study the rotation of the query or key of `token` in the tensor `name` (rot_q, rot_k); one `pair` everywhere.

    Raises:
        UnknownNameError: no rotation writes `name`, as in a model without RoPE.
        EmptyTextError: there are no tokens.
        OutOfRangeError: there is no such head, token or pair.
    """
    op = find_rotation(trace.model, name)
    pairs = pair_dimensions(trace.model.config)
    if not 0 <= pair < len(pairs):
        raise OutOfRangeError("pair", pair, 0, len(pairs) - 1)
    source = op.reads[0] if name == op.name else op.reads[1]  # the main tensor is that of the queries
    before, after = (trace.pick(tensor, token=token, head=head) for tensor in (source, name))  # (d_head)
    frequencies = rope_of(trace.model, op).frequency.tolist()
    angles = trace.select(op.reads[2], token=token).values.tolist()
    return RopeTurns(
        tensor=name,
        head=range(len(trace.tensor(name)))[head],
        token=trace.place(token),
        pairs=[
            PairTurn(
                pair=number,
                dimensions=dims,
                frequency=frequency,
                period=2 * math.pi / frequency,
                angle=angle,
                before=pick_pair(before, dims),
                after=pick_pair(after, dims),
            )
            for number, (dims, frequency, angle) in enumerate(zip(pairs, frequencies, angles, strict=True))
        ],
        trail=_trail(trace, op, before, pair),
    )


def turn_to(model: LoadedModel, op: Op, vector: Tensor, positions: Tensor) -> Tensor:
    """`vector` (d_head) as the rotation `op` turns it at `positions` (place), in the model's dtype: (place, d_head)."""
    vectors = vector.to(model.transformer.w_e.weight).expand(len(positions), -1)
    return as_read(rotate(vectors, rope_of(model, op)(positions.to(model.device)), model.config.rope_pairing))


def _trail(trace: Trace, op: Op, vector: Tensor, pair: int) -> Trail:
    """One pair of `vector` (d_head) turned at every position of the text, and further where the text is short."""
    config = trace.model.config
    positions = torch.arange(min(config.n_ctx, max(len(trace.tokens), FEWEST_POSITIONS)))
    turned = turn_to(trace.model, op, vector, positions)[:, list(pair_dimensions(config)[pair])]  # (position, 2)
    angles = positions * rope_of(trace.model, op).frequency[pair].cpu()
    return Trail(pair, angles.tolist(), [(a, b) for a, b in turned.tolist()])
