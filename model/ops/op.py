"""What an operation and a tensor are, as data."""

from dataclasses import dataclass
from typing import Literal

from model.config import Config

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


def variable(name: str) -> str:
    """What a line of code calls the tensor `name`: `blocks.0.attn.q` is `q`, and `blocks.0.attn.out` is `attn_out`."""
    parts = name.split(".")
    if parts[0] == "blocks":
        parts = parts[2:]
    if parts[0] in ("attn", "mlp") and parts[1] != "out":
        parts = parts[1:]
    return "_".join(parts)


def repeated(config: Config, name: str) -> str:
    """What a line of code calls the keys or values `name`, each repeated for all query heads that it serves."""
    times = f".repeat_interleave({config.head_group}, dim=-3)" if config.head_group > 1 else ""
    return variable(name) + times


def letter(name: str) -> str:
    """What a formula calls the tensor `name` that a part reads: y for a normed copy, x for the stream itself."""
    return "y" if name.endswith(("norm1.out", "norm2.out", "norm_final.out")) else "x"


def rows(*formulas: str) -> str:
    """Formulas one below the other; one long line would not fit on the page."""
    return r"\begin{gathered} " + r" \\[0.4em] ".join(formulas) + r" \end{gathered}"
