"""Which step of the walk, or which layer, a study is about."""

from collections.abc import Callable

from model.errors import OutOfRangeError, UnknownNameError
from model.ops.op import Op
from model.shelf.loaded import LoadedModel


def find_step(model: LoadedModel, name: str, *, noun: str, fits: Callable[[Op], bool]) -> Op:
    """The step of `model` that writes the tensor `name`, among those that `fits` takes.

    Raises `UnknownNameError`, which calls what there is none of by the `noun`.
    """
    steps = {written: op for op in model.steps if fits(op) for written in op.writes}
    if name not in steps:
        raise UnknownNameError("tensor", name, list(steps), noun=noun)
    return steps[name]


def step_after(model: LoadedModel, stream: str) -> Op:
    """The step of the walk that leaves the stream as the tensor `stream`, which a layer may only hand on."""
    written = handed_on(model).get(stream, stream)
    return next(op for op in model.ops if written in op.writes)


def handed_on(model: LoadedModel) -> dict[str, str]:
    """By the name that the stream has in each layer, the tensor that it was before."""
    return {op.name: op.reads[0] for op in model.ops if op.kind == "enter"}


def layer_name(model: LoadedModel, layer: int) -> str:
    """What the names of the tensors of `layer` begin with.

    Raises `OutOfRangeError` unless the model has that layer.
    """
    last = model.config.n_layers - 1
    if not 0 <= layer <= last:
        raise OutOfRangeError("layer", layer, 0, last)
    return f"blocks.{layer}"
