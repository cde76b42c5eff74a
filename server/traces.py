"""The traces that are remembered, and how one is made where it is not."""

from functools import partial
from typing import TYPE_CHECKING, Any

from model.memory import ByteLRU
from server.metrics import Metrics
from server.settings import Settings

if TYPE_CHECKING:
    from model.loaded import Description, LoadedModel
    from model.trace import Tensors, Trace

Key = tuple[str, str]


class Traces:
    """Traces by model and text, and the insides of layers, both bounded in bytes."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.kept: ByteLRU[Key, Trace] = ByteLRU(settings.memory, lambda trace: trace.nbytes)
        self.insides: ByteLRU[object, Any] = ByteLRU(settings.insides, count_bytes)

    def get(self, model: "LoadedModel", text: str) -> "Trace | None":
        """The trace of `text`, if it is remembered."""
        trace = self.kept.get(trace_key(model.description, text))
        if trace is not None:
            self.metrics.recalls.inc()
        return trace

    def make(self, model: "LoadedModel", text: str) -> "Trace":
        """Run the model over `text` and remember that. Belongs in a worker.

        Raises:
            model.errors.LanewiseError: the text cannot be taken.
        """
        from model import trace as tracing

        with self.metrics.pass_seconds.time():
            trace = tracing.make_trace(model, text, insides=self.insides)
        self.metrics.passes.inc()
        self.kept.put(trace_key(model.description, text), trace)
        return trace

    def maker(self, model: "LoadedModel", text: str) -> "partial[Trace]":
        """What a worker has to call."""
        return partial(self.make, model, text)


def trace_key(model: "Description", text: str) -> Key:
    """What a trace is remembered by."""
    return model.digest, text


def count_bytes(tensors: "Tensors") -> int:
    """The bytes of the inside of a layer."""
    from model.trace import nbytes

    return nbytes(tensors)
