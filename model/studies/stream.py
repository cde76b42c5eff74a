"""The residual stream as a running sum: what each part adds to it, how long it gets, where it points.

Where parts only add (every norm_place but "post"), the stream after the last layer is x = Σ_c c over its
contributions c: the embedding, then what each attention and each MLP adds. The projection of c on the direction of
x, c · x / ‖x‖, says how much of the length of x comes from c; the projections add up to ‖x‖. Where the sum itself is
normed ("post"), contributions do not add up, and there are lengths and cosines only.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from model.ops.op import Op, Part
from model.studies.steps import handed_on
from model.taps import Run, recording
from model.trace import Tensors, Trace


@dataclass(frozen=True)
class StreamRow:
    """One part, and the stream after it, for one token.

    `added` is the tensor that is added and `norm` its length. `along` is its projection on the direction of the final
    stream, and `start` and `end` where it begins and ends in the running sum (None where parts do not just add).
    `stream` is the tensor of the stream afterwards, `stream_norm` its length, `cosine` that of the angle between it and
    the embedding (None where one of them is 0). `step` is the step that adds.
    """

    step: str
    layer: int | None
    part: Part
    added: str
    norm: float
    along: float | None
    start: float | None
    end: float | None
    stream: str
    stream_norm: float
    cosine: float | None


@dataclass(frozen=True)
class StreamSum:
    """The stream of one token, from its embedding to `final`, of length `total`."""

    rows: list[StreamRow]
    adds_up: bool
    final: str
    total: float


MEASURES = ("norm", "along", "end", "stream_norm", "cosine")


def stream_sum(trace: Trace, *, token: int) -> StreamSum:
    """The running sum of `token` (−1 is the last); all tokens are measured once, in float64, and remembered.

    Raises `OutOfRangeError` and `EmptyTextError`.
    """
    place, final = trace.place(token), list(trace.streams)[-1]
    adds_up = trace.model.config.norm_place != "post"
    measures = trace.remember("stream", lambda: _measure(trace))
    columns = zip(*(measures[name][:, place].tolist() for name in MEASURES), strict=True)
    rows: list[StreamRow] = []
    parts = zip(_parts(trace), _streams(trace), columns, strict=True)
    for part, stream, (norm, along, end, stream_norm, cosine) in parts:
        rows.append(
            StreamRow(
                step=part.name,
                layer=part.layer,
                part=part.part,
                added=_added(part),
                norm=norm,
                along=along if adds_up else None,
                start=(rows[-1].end if rows else 0.0) if adds_up else None,
                end=end if adds_up else None,
                stream=stream,
                stream_norm=stream_norm,
                cosine=None if math.isnan(cosine) else cosine,
            )
        )
    return StreamSum(rows, adds_up, final, float(measures["total"][place]))


def _parts(trace: Trace) -> list[Op]:
    """The operations that put something on the stream, in order."""
    return [op for op in trace.model.ops if op.kind in ("embed", "add")]


def _added(part: Op) -> str:
    """The tensor that an operation puts on the stream."""
    return part.name if part.kind == "embed" else part.reads[1]


def _streams(trace: Trace) -> list[str]:
    """The stream after each of the parts: what the next one reads, which a norm may have changed ("post")."""
    parts = _parts(trace)
    before = handed_on(trace.model)
    read = [before.get(part.reads[0], part.reads[0]) for part in parts[1:]]
    return [*read, list(trace.streams)[-1]]


@torch.inference_mode()
def _measure(trace: Trace) -> Tensors:
    """The measures of every part (part, token), and the length of the final stream, `total` (token)."""
    final = list(trace.streams.values())[-1].double()  # (token, d_model)
    total = final.norm(dim=-1)  # (token)
    there = final / total.clamp(min=torch.finfo(total.dtype).tiny)[:, None]
    start, rows = None, []
    for added, after in _vectors(trace):
        start = added if start is None else start  # the embedding comes first
        norm, along, length = added.norm(dim=-1), (added * there).sum(-1), after.norm(dim=-1)
        rows.append((norm, along, length, (after * start).sum(-1) / (length * start.norm(dim=-1))))
    columns = [torch.stack(column) for column in zip(*rows, strict=True)]
    measures = dict(zip(("norm", "along", "stream_norm", "cosine"), columns, strict=True))
    return {**measures, "end": measures["along"].cumsum(0), "total": total}


def _vectors(trace: Trace) -> Iterator[tuple[Tensor, Tensor]]:
    """For each part, what it adds and the stream afterwards, both (token, d_model) in float64."""
    found = _entrance(trace)
    for part, stream in zip(_parts(trace), _streams(trace), strict=True):
        if _added(part) not in found and part.layer is not None:
            found = _layer(trace, part.layer)
        yield found[_added(part)].double(), {**trace.streams, **found}[stream].double()


def _entrance(trace: Trace) -> Tensors:
    """What is put on the stream before the first layer."""
    transformer = trace.model.transformer
    with recording(Run()) as run:
        transformer.embed_tokens(trace.ids, transformer.places(len(trace.ids)))
    return run.tensors


def _layer(trace: Trace, layer: int) -> Tensors:
    """The stream inside a layer, and what is added to it: (token, d_model) tensors only, nothing of the insides."""
    transformer = trace.model.transformer
    keep = {name for op in trace.model.ops if op.kind in ("add", "norm") for name in (*op.reads, *op.writes)}
    with recording(Run(keep=keep.__contains__)) as run:
        transformer.blocks[layer](trace.streams[f"blocks.{layer}.resid_pre"], transformer.places(len(trace.ids)))
    return run.tensors
