"""The wire forms of a slice of a tensor: JSON, raw numbers with headers, a safetensors file. Made in the workers."""

from typing import TYPE_CHECKING

import orjson

from server.answers import write
from server.parameters import Format, TensorQuery
from server.visits import Answer

if TYPE_CHECKING:
    from model.slices import Slice
    from model.trace import Trace

RAW = "application/octet-stream"


def tensor_answer(trace: "Trace", query: TensorQuery) -> Answer:
    """Cut the slice that is asked for, in the form that is asked for. Raises `model.errors.LanewiseError`."""
    found = trace.select(
        query.tensor,
        head=query.head,
        token=query.token,
        index=read_index(query.index),
        average=query.average,
        side=query.side,
    )
    return slice_answer(found, query.format)


def slice_answer(found: "Slice", form: Format) -> Answer:
    """A slice in one of the forms."""
    if form == "json":
        return write(found.to_json())
    headers = describe_slice(found)
    if form == "safetensors":
        named = {"Content-Disposition": f'attachment; filename="{found.name}.safetensors"'}
        return Answer(found.to_safetensors(), RAW, {**headers, **named})
    sent = {"X-Tensor-Dtype": {"f32": "float32", "f16": "float16"}[form]}
    return Answer(found.to_bytes(form), RAW, {**headers, **sent})


def describe_slice(found: "Slice") -> dict[str, str]:
    """What a raw answer says of itself in its headers."""
    return {
        "X-Tensor-Name": found.name,
        "X-Tensor-Axes": ",".join(found.axes),
        "X-Tensor-Shape": ",".join(map(str, found.values.shape)),
        "X-Tensor-Dtype": str(found.values.dtype),
        "X-Tensor-Range": orjson.dumps(vars(found.range)).decode(),
    }


def read_index(index: str | None) -> tuple[int, ...] | None:
    """The places of one element, from `2,4,3`."""
    return None if index is None else tuple(map(int, index.split(",")))
