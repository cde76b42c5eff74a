"""The curve of an activation: the loaded model's own function at many points, over what one text reaches."""

from dataclasses import dataclass

import torch

from model.studies.steps import find_step
from model.trace import Trace
from model.transformer import ACTIVATIONS

POINTS = 193


@dataclass(frozen=True)
class ActivationCurve:
    """Points (before, after), from the smallest number that any unit of any token has, or 0, to the largest, or 0."""

    tensor: str
    before: list[float]
    after: list[float]


@torch.inference_mode()
def trace_curve(trace: Trace, name: str) -> ActivationCurve:
    """The curve of the activation that writes `name`.

    Raises `UnknownNameError` where no activation does, and `EmptyTextError`.
    """
    op = find_step(trace.model, name, noun="activation", fits=lambda op: op.kind == "activation")
    given = trace.tensor(op.reads[0])  # (token, d_ff)
    low, high = min(0.0, given.min().item()), max(0.0, given.max().item())
    before = torch.cat([torch.linspace(low, high, POINTS), torch.zeros(1)]).sort().values  # ReLU has its corner at 0
    after = ACTIVATIONS[trace.model.config.activation](before)
    return ActivationCurve(op.name, before.tolist(), after.tolist())
