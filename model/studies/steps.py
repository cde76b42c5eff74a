"""Which step of the walk a study is about, found by the name of a tensor that it writes."""

from collections.abc import Callable

from model.errors import UnknownNameError
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
