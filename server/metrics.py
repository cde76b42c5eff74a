"""What the server counts about itself, for Prometheus. Each application has a registry of its own."""

from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NO_ROUTE = "none"


class Metrics:
    """The counters and gauges of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "lanewise_requests_total", "Answers, by route and status.", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "lanewise_request_seconds", "How long an answer took, by route.", ["route"], registry=self.registry
        )
        self.passes = Counter("lanewise_passes_total", "Forward passes over a whole text.", registry=self.registry)
        self.recalls = Counter("lanewise_recalls_total", "Requests whose trace was remembered.", registry=self.registry)
        self.pass_seconds = Histogram(
            "lanewise_pass_seconds", "How long a forward pass over a whole text took.", registry=self.registry
        )
        self.turned_away = Counter(
            "lanewise_turned_away_total", "Requests for which the line was full.", registry=self.registry
        )
        self.gone = Counter("lanewise_gone_total", "Requests whose sender went away.", registry=self.registry)
        self.written = Counter("lanewise_written_tokens_total", "Tokens that were written.", registry=self.registry)
        self.writing = Gauge("lanewise_writing", "Texts that are being written.", registry=self.registry)

    def watch(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a gauge that is read when somebody asks."""
        Gauge(f"lanewise_{name}", meaning, registry=self.registry).set_function(read)

    def response(self) -> Response:
        """All of it in the text format of Prometheus."""
        headers = {"Cache-Control": "no-store", "Content-Type": CONTENT_TYPE_LATEST}
        return Response(generate_latest(self.registry), headers=headers)


class Measured:
    """Counts and times every answer by the path of its route, which is a closed list; never by what was asked."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and look at what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = "none"

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        with self.metrics.seconds.time() as timer:
            try:
                await self.app(scope, receive, send_counted)
            finally:
                route = getattr(scope.get("route"), "path", NO_ROUTE)  # known only after routing
                timer.labels(route)
                self.metrics.requests.labels(route, status).inc()
