"""Taps: the named points of a model where a tensor is captured or edited.

A `Tap` does nothing itself. A hook is put on every tap once, when a model is loaded; each run brings its own sink and
its own edits through a ContextVar, so that runs in different threads never meet and need no lock.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from torch import Tensor, nn

Hook = Callable[[Tensor], Tensor]
Edit = Callable[[Tensor, Mapping[str, Tensor]], Tensor]
"""An edit takes a computed tensor and all that was captured before it, and returns what goes on instead."""


class Tap(nn.Module):
    """One named point. Its path in the model is the name of the tensor that passes through it.

    It holds its one hook itself: a pass goes through a hundred taps and more, and the general machinery of PyTorch's
    forward hooks takes four times as long, which would be a tenth of the pass of a small model.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hook: Hook | None = None

    def __call__(self, value: Tensor) -> Tensor:
        """Let `value` through, and let the hook see it and change it."""
        return value if self.hook is None else self.hook(value)


@dataclass(frozen=True)
class Run:
    """What one forward pass brings with it: where tensors go, and which of them are changed on the way."""

    edits: Mapping[str, Edit] = field(default_factory=dict)
    keep: Callable[[str], bool] | None = None
    tensors: dict[str, Tensor] = field(default_factory=dict)

    def pass_through(self, name: str, value: Tensor) -> Tensor:
        """Edit `value` if this run asks for it, keep it if wanted, and return what the model goes on with."""
        edit = self.edits.get(name)
        if edit is not None:
            value = edit(value, self.tensors)
        if self.keep is None or self.keep(name):
            self.tensors[name] = value
        return value


_current: ContextVar[Run | None] = ContextVar("run", default=None)


@contextmanager
def recording(run: Run) -> Iterator[Run]:
    """Let every tap that is passed inside the `with` block report to `run`, in this thread or task only."""
    token = _current.set(run)
    try:
        yield run
    finally:
        _current.reset(token)


def attach_hooks(model: nn.Module) -> list[str]:
    """Put a hook on each tap of `model` and return the taps' names in the order of the modules."""
    taps = {name: module for name, module in model.named_modules() if isinstance(module, Tap)}
    for name, tap in taps.items():
        tap.hook = _reporter(name)
    return list(taps)


def _reporter(name: str) -> Hook:
    def report(value: Tensor) -> Tensor:
        run = _current.get()
        return value if run is None else run.pass_through(name, value)

    return report
