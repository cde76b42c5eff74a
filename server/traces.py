"""The traces that are remembered, and how one is made where it is not."""

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from model.memory import ByteLRU
from server.metrics import Metrics
from server.parameters import TextQuery
from server.settings import Settings

if TYPE_CHECKING:
    from model.passes import Prefixes
    from model.shelf.loaded import Description, LoadedModel
    from model.trace import Tensors, Trace

Key = tuple[str, str, bool | None]


class Traces:
    """Traces by model and text, and the insides of layers, both bounded in bytes."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.kept: ByteLRU[Key, Trace] = ByteLRU(settings.traces, lambda trace: trace.nbytes)
        self.insides: ByteLRU[Any, Any] = ByteLRU(settings.insides, count_bytes)
        self.under_way: dict[Key, tuple[int, int]] = {}
        """Of each pass that is under way, how many layers of how many are done."""
        self._prefix_bytes = int(settings.prefixes)

    def get(self, model: "LoadedModel", query: TextQuery) -> "Trace | None":
        """The trace of a text, if it is remembered."""
        trace = self.kept.get(trace_key(model.description, query))
        if trace is not None:
            self.metrics.recalls.inc()
        return trace

    def make(self, model: "LoadedModel", query: TextQuery) -> "Trace":
        """Run the model over a text and remember that. Belongs in a worker.

        Raises:
            model.errors.LanewiseError: the text cannot be taken.
        """
        from model import trace as tracing
        from model.passes import LONG
        from model.runtime import return_memory

        key = trace_key(model.description, query)
        progress = partial(self._go_on, key)
        try:
            with self.metrics.pass_seconds.time():
                trace = tracing.make_trace(
                    model, query.text, bos=query.bos, insides=self.insides, prefixes=self._prefixes, progress=progress
                )
        finally:
            self.under_way.pop(key, None)
        self.metrics.passes.inc()
        self.kept.put(key, trace)
        if len(trace.tokens) >= LONG:
            return_memory()  # that of older traces, which had to go
        return trace

    def maker(self, model: "LoadedModel", query: TextQuery) -> "partial[Trace]":
        """What a worker has to call."""
        return partial(self.make, model, query)

    def forget(self, model: "LoadedModel") -> None:
        """Let go of everything that was made with a model that is put away."""
        digest = model.description.digest
        self.kept.forget_where(lambda key: key[0] == digest)
        self.insides.forget_where(lambda key: key[0][0] == digest)
        self._prefixes.forget(digest)

    def _go_on(self, key: Key, done: int, count: int) -> None:
        self.under_way[key] = done, count

    @cached_property
    def _prefixes(self) -> "Prefixes":
        from model.passes import Prefixes

        return Prefixes(self._prefix_bytes)


def trace_key(model: "Description", query: TextQuery) -> Key:
    """What a trace is remembered by."""
    return model.digest, query.text, query.bos


def count_bytes(tensors: "Tensors") -> int:
    """The bytes of the inside of a layer."""
    from model.trace import nbytes

    return nbytes(tensors)
