"""One request on its way through the house: it finds its model, waits in line, and leaves when its sender has gone."""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import Depends, Request
from starlette.responses import Response

from server.caching import has_tag, make_tag, not_modified, tag_headers
from server.house import House, house_of
from server.parameters import ModelQuery, TextQuery
from server.traces import trace_key
from server.work import BusyError

if TYPE_CHECKING:
    from model.shelf.library import Library
    from model.shelf.loaded import LoadedModel
    from model.trace import Trace

T = TypeVar("T")
Q = TypeVar("Q", bound=ModelQuery)
X = TypeVar("X", bound=TextQuery)


class GoneError(Exception):
    """The sender of the request does not wait for the answer any more."""


@dataclass(frozen=True)
class Answer:
    """What a worker makes: bytes that are ready to be sent, to one or to many."""

    body: bytes
    media_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)

    def response(self, tag: str) -> Response:
        """A response of its own for each who waits."""
        return Response(self.body, media_type=self.media_type, headers={**self.headers, **tag_headers(tag)})


class Visit:
    """One request."""

    def __init__(self, request: Request, house: House) -> None:
        self.request, self.house = request, house
        self._waited = False

    async def library(self) -> "Library":
        """The models, once they are there. Raises `ProblemError` where they cannot be loaded."""
        return await self.house.loader.library()

    async def model(self, query: ModelQuery) -> "LoadedModel":
        """The model that is asked for. Raises `model.errors.UnknownNameError` and `CheckpointError`."""
        library = await self.library()
        name = library.default if query.model is None else query.model
        loaded = library.loaded(name)
        return await self.run(("model", name), partial(library.get, name)) if loaded is None else loaded

    async def trace(self, model: "LoadedModel", query: TextQuery) -> "Trace":
        """The trace of a text: remembered, under way, or made now. Raises `model.errors.LanewiseError`."""
        traces = self.house.traces
        trace = traces.get(model, query)
        if trace is None:
            trace = await self.run(("trace", *trace_key(model.description, query)), traces.maker(model, query))
            self._waited = True
        return trace

    async def answer_of_model(self, query: Q, make: "Callable[[LoadedModel, Q], Answer]") -> Response:
        """Answer from a model alone."""
        model = await self.model(query)
        tag = self._tag(model, query)
        if has_tag(self.request, tag):
            return not_modified(tag)
        answer = await self.run((tag,), partial(make, model, query))
        return answer.response(tag)

    async def answer_of_trace(self, query: X, make: "Callable[[Trace, X], Answer]") -> Response:
        """Answer from a trace."""
        model = await self.model(query)
        tag = self._tag(model, query)
        if has_tag(self.request, tag):
            return not_modified(tag)
        trace = await self.trace(model, query)
        answer = await self.run((tag,), partial(make, trace, query))
        return answer.response(tag)

    async def run(self, key: Hashable, function: Callable[[], T]) -> T:
        """Let a worker do something, unless the sender goes away first.

        Raises:
            GoneError: the sender went away.
            BusyError: the line is full.
            Exception: whatever `function` raises.
        """
        result = asyncio.ensure_future(self.house.work.run(key, function, goes_on=self._waited))
        gone = asyncio.ensure_future(wait_until_gone(self.request))
        try:
            await asyncio.wait({result, gone}, return_when=asyncio.FIRST_COMPLETED)
            if result.done():
                return result.result()
        except BusyError:
            self.house.metrics.turned_away.inc()
            raise
        finally:
            result.cancel()
            gone.cancel()
        self.house.metrics.gone.inc()
        raise GoneError

    def _tag(self, model: "LoadedModel", query: ModelQuery) -> str:
        asked = query.model_dump_json(exclude={"model"})
        return make_tag(self.request.url.path, model.description.digest, asked)


async def wait_until_gone(request: Request) -> None:
    """Return when the sender of `request` has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def open_visit(request: Request) -> Visit:
    """Begin a visit."""
    return Visit(request, house_of(request))


VisitDependency = Annotated[Visit, Depends(open_visit)]
