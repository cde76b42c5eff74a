"""What an operation and a tensor are, as data."""

from dataclasses import dataclass
from typing import Literal

Scale = Literal["signed", "positive", "weight", "angle", "id"]
"""How values are to be drawn: around zero, from zero up, from 0 to 1, as an angle, or not as a quantity."""

Part = Literal["embed", "attention", "mlp", "head"]


@dataclass(frozen=True)
class TensorSpec:
    """One named tensor: its axes in order, how its values are drawn, and what it means in a few words."""

    name: str
    axes: tuple[str, ...]
    scale: Scale
    meaning: str


@dataclass(frozen=True)
class Op:
    """One operation of the forward pass.

    `name` is the name of the main tensor that it writes, which is the last of `outputs`. `weights` are names in the
    model's state dict. `shown` is False for what is no step of the walk (a stream that goes on unchanged into the
    next layer).
    """

    kind: str
    layer: int | None
    part: Part
    short: str
    title: str
    sentence: str
    formula: str
    code: str
    reads: tuple[str, ...]
    outputs: tuple[TensorSpec, ...]
    weights: tuple[str, ...] = ()
    shown: bool = True

    @property
    def name(self) -> str:
        """The name of the main tensor that this operation writes."""
        return self.outputs[-1].name

    @property
    def writes(self) -> tuple[str, ...]:
        """The names of all tensors that this operation writes."""
        return tuple(spec.name for spec in self.outputs)
