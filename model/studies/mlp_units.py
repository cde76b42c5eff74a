"""What the largest units of an MLP write for one token.

An MLP's output is a sum over its units, each with its own column of W_down: m = Σ_j h_j w_j (+ b), which is how Geva et
al. 2021 ("Transformer Feed-Forward Layers Are Key-Value Memories") read it. A unit is large here by the length of what
it writes, |h_j|·‖w_j‖. What it says of the vocabulary is `frozen_path`.
"""

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor

from model.errors import OutOfRangeError
from model.studies.frozen_path import FrozenNorm, norms_ahead, push_to_logits
from model.studies.steps import find_step
from model.trace import Trace, as_read
from model.transformer import MLP

MOST_UNITS = 64


@dataclass(frozen=True)
class RaisedPiece:
    """A piece of the vocabulary, and what a unit adds to its logit."""

    id: int
    change: float


@dataclass(frozen=True)
class Unit:
    """One unit for one token: its inputs, its hidden number, its column of W_down and what it writes.

    A gated MLP has `gate`, `act` and `up`, another one `pre`; what there is not is None. `column` is ‖w_j‖ and
    `written` |h_j|·‖w_j‖. `raises` are the pieces that gain most, the first one most;
    those that lose are left out.
    """

    unit: int
    gate: float | None
    act: float | None
    up: float | None
    pre: float | None
    hidden: float
    column: float
    written: float
    raises: list[RaisedPiece]


@dataclass(frozen=True)
class MlpUnits:
    """The largest units of `count`, the length of all they write together, of what the others do, and of all of it.

    `total` is the length of `mlp.out`, `bias` that of the bias in it, or None. `norms` are those that what is written
    still passes on the way to the logits.
    """

    tensor: str
    token: int
    count: int
    units: list[Unit]
    listed: float
    rest_count: int
    rest: float
    bias: float | None
    total: float
    norms: list[FrozenNorm]


@torch.inference_mode()
def largest_units(trace: Trace, name: str, *, token: int, top: int = 8, pieces: int = 5) -> MlpUnits:
    """The `top` units that write most into the MLP's output `name` for `token`, with the `pieces` that each raises.

    Fewer of both where there are not so many.

    Raises:
        UnknownNameError: `name` is no output of an MLP.
        EmptyTextError: there are no tokens.
        OutOfRangeError: there is no such token, or `top` is not between 1 and `MOST_UNITS`.
    """
    op = find_step(trace.model, name, noun="output of an MLP", fits=lambda op: op.part == "mlp" and op.short == "down")
    if not 1 <= top <= MOST_UNITS:
        raise OutOfRangeError("top", top, 1, MOST_UNITS)
    at = name.removesuffix(".out")
    mlp = cast("MLP", trace.model.transformer.get_submodule(at))
    hidden, out = (trace.pick(tensor, token=token) for tensor in (op.reads[0], name))
    columns = as_read(mlp.w_down.weight).T  # (d_ff, d_model)
    lengths = columns.norm(dim=1)  # (d_ff)
    written = hidden.abs() * lengths
    order = written.argsort(descending=True, stable=True)
    chosen, others = order[:top], order[top:]
    norms = norms_ahead(trace, name, token)
    logits = push_to_logits(trace, columns[chosen] * hidden[chosen, None], norms)  # (unit, vocab)
    inputs = {
        kind: trace.pick(f"{at}.{kind}", token=token)
        for kind in (("gate", "act", "up") if trace.model.config.gated else ("pre",))
    }
    return MlpUnits(
        tensor=name,
        token=trace.place(token),
        count=len(hidden),
        units=[
            Unit(
                unit=unit,
                **{kind: _at(inputs.get(kind), unit) for kind in ("gate", "act", "up", "pre")},
                hidden=hidden[unit].item(),
                column=lengths[unit].item(),
                written=written[unit].item(),
                raises=_most_raised(row, pieces),
            )
            for unit, row in zip(chosen.tolist(), logits, strict=True)
        ],
        listed=(hidden[chosen] @ columns[chosen]).norm().item(),
        rest_count=len(others),
        rest=(hidden[others] @ columns[others]).norm().item(),
        bias=mlp.w_down.bias.float().norm().item() if trace.model.config.mlp_bias else None,
        total=out.norm().item(),
        norms=norms,
    )


def _most_raised(logits: Tensor, pieces: int) -> list[RaisedPiece]:
    """Up to so many `pieces` that gain most of `logits` (vocab), those that lose left out."""
    best = logits.topk(min(pieces, len(logits)))
    rows = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return [RaisedPiece(*row) for row in rows if row[1] > 0]


def _at(values: Tensor | None, unit: int) -> float | None:
    return None if values is None else values[unit].item()
