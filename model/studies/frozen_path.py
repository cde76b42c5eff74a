"""What a vector that is added to the stream does to the logits, if nothing after it changed its mind.

Everything between the stream and the logits is linear but for the norms; with each norm's scale held at what it was in
this pass, they are linear too, and the logits are a sum over all that was ever added (Elhage et al. 2021, "A
Mathematical Framework for Transformer Circuits": direct logit attribution). Biases of norms and of the logits belong to
nobody and stay out.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from model.studies.norm_scaling import gain_of, norm_of
from model.trace import Trace, as_read

ON_THE_STREAM = ("norm1_branch", "norm2_branch", "norm1_post", "norm2_post", "norm_final")
"""The norms whose result goes on; the others make a copy for a part to read."""


@dataclass(frozen=True)
class FrozenNorm:
    """A norm on the way: the tensor that it writes, and what it divided this token by."""

    tensor: str
    scale: float


def norms_ahead(trace: Trace, name: str, token: int) -> list[FrozenNorm]:
    """The norms that what `name` holds for `token` still passes on the stream. Raises `OutOfRangeError`."""
    found = []
    for op in trace.model.ops:
        if name not in op.reads:
            continue
        if op.kind in ("add", "enter"):
            name = op.name
        elif op.kind == "norm" and op.name.split(".")[-2] in ON_THE_STREAM:
            name = op.name
            scale = trace.select(f"{name.removesuffix('.out')}.scale", token=token).values
            found.append(FrozenNorm(name, float(scale)))
    return found


@torch.inference_mode()
def push_to_logits(trace: Trace, vectors: Tensor, norms: list[FrozenNorm]) -> Tensor:
    """What `vectors` (…, d_model) add to the logits (…, vocab), before a soft cap, through the frozen `norms`."""
    for frozen in norms:
        norm = norm_of(trace.model, frozen.tensor)
        if norm.mean is not None:
            vectors = vectors - vectors.mean(-1, keepdim=True)
        vectors = vectors / frozen.scale * gain_of(norm)
    transformer = trace.model.transformer
    table = transformer.w_e.weight if transformer.w_u is None else transformer.w_u.weight  # (vocab, d_model)
    return as_read(vectors.to(table) @ table.T)
