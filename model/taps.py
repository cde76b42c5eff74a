"""Taps: the named points of a model where a tensor is captured or edited.

A `Tap` does nothing itself. Hooks are registered on all taps once, when a model is loaded; each run brings its own
sink and its own edits through a ContextVar, so that runs in different threads never meet and need no lock.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from torch import Tensor, nn

Edit = Callable[[Tensor, Mapping[str, Tensor]], Tensor]
"""An edit takes a computed tensor and all that was captured before it, and returns what goes on instead."""


class Tap(nn.Identity):
    """One named point. Its path in the model is the name of the tensor that passes through it."""


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
    """Register one hook on each tap of `model` and return the taps' names in the order of the modules."""
    names = []
    for name, module in model.named_modules():
        if isinstance(module, Tap):
            module.register_forward_hook(_reporter(name))
            names.append(name)
    return names


def _reporter(name: str) -> Callable[[nn.Module, tuple[Tensor, ...], Tensor], Tensor | None]:
    def report(_tap: nn.Module, _inputs: tuple[Tensor, ...], value: Tensor) -> Tensor | None:
        run = _current.get()
        return None if run is None else run.pass_through(name, value)

    return report
