"""Where a study looks: the layer it is asked for, checked, and the step after which the stream is what it looks at."""

from model.errors import OutOfRangeError
from model.ops.op import Op
from model.trace import Trace


def layer_name(trace: Trace, layer: int) -> str:
    """What the names of the tensors of `layer` begin with.

    Raises `OutOfRangeError` unless the model has that layer.
    """
    last = trace.model.config.n_layers - 1
    if not 0 <= layer <= last:
        raise OutOfRangeError("layer", layer, 0, last)
    return f"blocks.{layer}"


def step_after(trace: Trace, stream: str) -> Op:
    """The step of the walk that leaves the stream as the tensor `stream`, which a layer may only hand on."""
    ops = trace.model.ops
    entered = {op.name: op.reads[0] for op in ops if op.kind == "enter"}
    return next(op for op in ops if entered.get(stream, stream) in op.writes)
