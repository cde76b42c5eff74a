"""A norm whose input is made larger or smaller, or shifted: what it gives out then, and every step on the way there.

LayerNorm (Ba et al. 2016) takes no notice of either. RMSNorm (Zhang & Sennrich 2019) takes no notice of a factor; of a
shift it does, since it takes no mean away. Neither is blind to a factor altogether: ε is not multiplied with the input.
The norm is the loaded one, run again on the changed input; the steps are worked out beside it in the same float32.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.errors import OutOfRangeError
from model.shelf.loaded import LoadedModel
from model.slices import cut
from model.studies.steps import find_step
from model.taps import Run, recording
from model.trace import Trace, as_read
from model.transformer import Norm

Floats = NDArray[np.float32]
StageName = Literal[
    "given", "mean", "centred", "squared", "mean_square", "with_epsilon", "root", "divided", "gain", "gained", "bias",
    "biased",
]  # fmt: skip
KINDS = ("norm", "qk_norm")
LEAST_FACTOR, MOST_FACTOR, MOST_SHIFT = 0.001, 1000.0, 10.0


@dataclass(frozen=True)
class Stage:
    """One step of the arithmetic: `values` has one number for each dimension, or one for all of them."""

    name: StageName
    values: Floats


@dataclass(frozen=True)
class NormScaling:
    """The norm `tensor` of one vector, with the vector times `factor` plus `added` in its place.

    `scale` and `mean` (None for RMSNorm) are the changed vector's, the `usual_…` those of the vector as it is. `usual`
    is what the norm gives out as it is, `out` what it gives out now; `difference` is the largest gap between the two,
    and `largest` the largest number of `usual`. `growth` is by what ε alone lets the normed numbers grow (without the
    bias): √((m + ε) / (m + ε/factor²)) with the mean square m; None where a shift changes more than that. `rounding`
    is the largest gap to the output that is expected from `growth`.
    """

    tensor: str
    token: int
    head: int | None
    norm: Literal["rms", "layer"]
    epsilon: float
    factor: float
    shift: float
    added: float
    usual_mean: float | None
    usual_scale: float
    mean: float | None
    scale: float
    usual: Floats
    out: Floats
    difference: float
    largest: float
    growth: float | None
    rounding: float | None
    stages: list[Stage]


@torch.inference_mode()
def scale_norm(
    trace: Trace, name: str, *, token: int, head: int | None = None, factor: float = 1.0, shift: float = 0.0
) -> NormScaling:
    """Run the norm that writes `name` with its input times `factor`, plus `shift` times its root mean square.

    `head` is needed for the norms of queries and keys (a key head there), and `token` may be −1 for the last.

    Raises:
        UnknownNameError: no norm writes `name`.
        EmptyTextError: there are no tokens.
        NotAnAxisError: `head` is given to a norm of the stream.
        OutOfRangeError: a number is too large or too small.
    """
    op = find_step(trace.model, name, noun="norm", fits=lambda op: op.kind in KINDS)
    _check("factor", factor, LEAST_FACTOR, MOST_FACTOR)
    _check("shift", shift, -MOST_SHIFT, MOST_SHIFT)
    head = 0 if head is None and op.kind == "qk_norm" else head
    source = trace.tensor(op.reads[0])  # (token, d_model), or (head, token, d_head)
    x = trace.pick(op.reads[0], token=token, head=head)  # (d)
    added = shift * math.sqrt(x.double().square().mean().item())
    norm = norm_of(trace.model, op.name)
    given = source * factor + added if shift else source * factor
    with recording(Run()) as run:
        norm(given.to(trace.model.transformer.w_e.weight))  # in the model's own numbers
    changed = {tensor: _pick(trace, tensor, as_read(run.tensors[tensor]), token, head) for tensor in op.writes}
    usual = {tensor: _pick(trace, tensor, trace.tensor(tensor), token, head) for tensor in op.writes}
    at, out, before = op.name.removesuffix(".out"), changed[op.name], usual[op.name]
    growth = growth_of(x, norm, factor, shift)
    return NormScaling(
        tensor=op.name,
        token=trace.place(token),
        head=head,
        norm="rms" if norm.mean is None else "layer",
        epsilon=norm.eps,
        factor=factor,
        shift=shift,
        added=added,
        usual_mean=_one(usual.get(f"{at}.mean")),
        usual_scale=float(usual[f"{at}.scale"]),
        mean=_one(changed.get(f"{at}.mean")),
        scale=float(changed[f"{at}.scale"]),
        usual=before,
        out=out,
        difference=_gap(out, before),
        largest=float(np.abs(before).max()),
        growth=growth,
        rounding=None if growth is None else _gap(out, _grown(norm, before, growth)),
        stages=stages_of(norm, torch.from_numpy(_pick(trace, op.reads[0], given, token, head))),
    )


def norm_of(model: LoadedModel, name: str) -> Norm:
    """The module that writes `name`."""
    return cast("Norm", model.transformer.get_submodule(name.rsplit(".", 1)[0]))


def growth_of(x: Tensor, norm: Norm, factor: float, shift: float) -> float | None:
    """By what the normed `x` (d) grows when it is multiplied by `factor`, as far as ε explains it; None if it does not.

    norm(c·x) = c·x / √(c²m + ε) = norm(x) · √((m + ε) / (m + ε/c²)).
    """
    if shift and norm.mean is None:
        return None
    x = x.double()
    mean_square = (x if norm.mean is None else x - x.mean()).square().mean().item()
    return math.sqrt((mean_square + norm.eps) / (mean_square + norm.eps / factor**2))


def stages_of(norm: Norm, given: Tensor) -> list[Stage]:
    """Every step of `norm` on `given` (d), in the order in which one works it out by hand."""
    made: list[tuple[StageName, Tensor]] = [("given", given)]

    def step(name: StageName, function: Callable[[Tensor], Tensor]) -> Tensor:
        made.append((name, function(made[-1][1])))
        return made[-1][1]

    x = given
    if norm.mean is not None:
        mean = step("mean", lambda x: x.mean(-1))
        x = step("centred", lambda _: given - mean)
    step("squared", lambda _: x.square())
    step("mean_square", lambda squares: squares.mean(-1))
    step("with_epsilon", lambda square: square + norm.eps)
    root = step("root", torch.sqrt)
    y = step("divided", lambda _: x / root)
    if norm.gain is not None:
        gain = step("gain", lambda _: gain_of(norm))
        y = step("gained", lambda _: y * gain)
    if norm.bias is not None:
        bias = step("bias", lambda _: bias_of(norm))
        step("biased", lambda _: y + bias)
    return [Stage(name, np.atleast_1d(values.numpy())) for name, values in made]


def gain_of(norm: Norm) -> Tensor:
    """What `norm` multiplies by (d): its gain, or 1 + its gain; 1 where it has none."""
    if norm.gain is None:
        return torch.ones(())
    gain = as_read(norm.gain.detach())
    return gain + 1 if norm.gain_is_offset else gain


def bias_of(norm: Norm) -> Tensor:
    """What `norm` adds (d): its bias; 0 where it has none."""
    return torch.zeros(()) if norm.bias is None else as_read(norm.bias.detach())


def _grown(norm: Norm, usual: Floats, growth: float) -> NDArray[np.float64]:
    """`usual` (d) as it has to be when what was normed grows: the bias does not."""
    bias = bias_of(norm).numpy().astype(np.float64)
    return np.asarray((usual.astype(np.float64) - bias) * growth + bias)


def _pick(trace: Trace, name: str, tensor: Tensor, token: int, head: int | None) -> Floats:
    """The part of a `tensor` like `name` that belongs to one vector."""
    return cast("Floats", cut(trace.model.tensors[name], tensor, token=token, head=head).values)


def _gap(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    return float(np.abs(a.astype(np.float64) - b).max())


def _one(value: Floats | None) -> float | None:
    return None if value is None else float(value)


def _check(parameter: str, given: float, low: float, high: float) -> None:
    if not low <= given <= high:
        raise OutOfRangeError(parameter, given, low, high)
