"""Everything that one application is made of, in one place; requests find it on the application."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import Request

from model.memory import ByteLRU
from server.fetches import Fetches
from server.loading import Loader
from server.metrics import Metrics
from server.settings import Settings
from server.traces import Traces
from server.work import Work

if TYPE_CHECKING:
    from server.visits import Answer

NEAREST_BYTES = 1 << 20


@dataclass(frozen=True)
class House:
    """The parts of one application."""

    settings: Settings
    metrics: Metrics
    loader: Loader
    work: Work
    traces: Traces
    fetches: Fetches = field(default_factory=Fetches)
    nearest: "ByteLRU[tuple[str, int, int], Answer]" = field(
        default_factory=lambda: ByteLRU(NEAREST_BYTES, size=lambda answer: len(answer.body))
    )
    """The nearest pieces of those that were asked about."""


def build_house(settings: Settings) -> House:
    """Make the parts, and let the metrics watch them. Nothing is loaded yet."""
    metrics = Metrics()
    traces = Traces(settings, metrics)
    house = House(
        settings=settings,
        metrics=metrics,
        loader=Loader(settings, when_put_away=traces.forget),
        work=Work(workers=settings.workers, queue=settings.queue),
        traces=traces,
    )
    metrics.watch("ready", "1 once the models are loaded.", lambda: house.loader.state == "ready")
    metrics.watch("work_running", "Pieces of work that are being done.", lambda: house.work.running)
    metrics.watch("work_waiting", "Pieces of work that stand in line.", lambda: house.work.waiting)
    metrics.watch("traces", "Traces that are remembered.", lambda: len(house.traces.kept))
    metrics.watch("trace_bytes", "Bytes of the traces that are remembered.", lambda: house.traces.kept.nbytes)
    metrics.watch("inside_bytes", "Bytes of the insides of layers.", lambda: house.traces.insides.nbytes)
    return house


def house_of(request: Request) -> House:
    """The house that answers `request`."""
    house: House = request.app.state.house
    return house
