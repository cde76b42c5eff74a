"""Many people at once: one pass for the same sentence, a line for different ones, no work for those who have left."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
import uvicorn

from model import trace as tracing
from server.parameters import TextQuery
from server.traces import trace_key
from tests.server.shelf import Client


class SlowModel:
    """Stands before the real forward pass: counts, and waits until it is let go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts, self.go_on = list[str](), Event()
        self._make = tracing.make_trace
        monkeypatch.setattr(tracing, "make_trace", self.make_trace)

    def make_trace(self, model: Any, text: str, **more: Any) -> tracing.Trace:
        self.texts.append(text)
        assert self.go_on.wait(20)
        return self._make(model, text, **more)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowModel]:
    model = SlowModel(monkeypatch)
    yield model
    model.go_on.set()


async def until(condition: Any) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 (what is waited for happens in threads)
            await asyncio.sleep(0.005)


async def ask(client: Client, path: str, **query: Any) -> httpx.Response:
    return await client.http.get(path, params=query)


def test_thirty_people_with_the_same_sentence_cost_one_pass(fresh: Client, slow: SlowModel) -> None:
    """Must 29: the same sentence at once is one forward pass, whatever is asked of it."""

    async def class_of_thirty() -> list[httpx.Response]:
        asked = [asyncio.ensure_future(ask(fresh, "/api/trace", text="the cat")) for _ in range(30)]
        asked += [asyncio.ensure_future(ask(fresh, "/api/next", text="the cat")) for _ in range(30)]
        await until(lambda: slow.texts)
        slow.go_on.set()
        return await asyncio.gather(*asked)

    before = fresh.passes()
    answers = fresh.together(class_of_thirty())
    assert [answer.status_code for answer in answers] == [200] * 60
    assert len({answer.content for answer in answers}) == 2
    assert fresh.passes() - before == 1
    assert slow.texts == ["the cat"]


def test_thirty_different_sentences_are_queued_and_each_is_told_its_place(fresh: Client, slow: SlowModel) -> None:
    """Must 29 and 30: thirty different ones are queued; while they wait, each can ask how many are ahead."""
    texts = [f"the {number}" for number in range(30)]

    async def class_of_thirty() -> list[int]:
        asked = [asyncio.ensure_future(ask(fresh, "/api/trace", text=text)) for text in texts]
        await until(lambda: fresh.house.work.waiting == 28)
        places = [(await ask(fresh, "/api/queue", text=text)).json()["ahead"] for text in texts]
        slow.go_on.set()
        assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
        return places

    assert sorted(fresh.together(class_of_thirty())) == [0, 0, *range(2, 30)]
    assert sorted(slow.texts) == sorted(texts)


def test_past_the_limit_the_answer_is_503_with_how_many_are_ahead(shelf: Path, slow: SlowModel) -> None:
    """Must 30: one that cannot be answered names the cause."""

    async def too_many(client: Client) -> httpx.Response:
        await client.house.loader.library()
        asked = [asyncio.ensure_future(ask(client, "/api/trace", text=f"the {number}")) for number in range(5)]
        await until(lambda: client.house.work.waiting == 3)
        turned_away = await ask(client, "/api/trace", text="one more")
        slow.go_on.set()
        assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
        return turned_away

    slow.go_on.set()
    with Client(shelf, queue=3, retry_after=7) as client:
        client.read("/api/trace", text="a")
        slow.go_on.clear()
        answer = client.together(too_many(client))
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "7"
    assert answer.json()["ahead"] == 5
    assert "5 other requests are ahead" in answer.json()["detail"]


def test_a_sentence_that_was_sent_before_is_remembered(fresh: Client) -> None:
    before = fresh.passes()
    for _ in range(3):
        fresh.read("/api/trace", text="the dog")
        fresh.read("/api/tensor", text="the dog", tensor="blocks.0.attn.pattern")
    assert fresh.passes() - before == 1


def test_the_memory_is_bounded(shelf: Path) -> None:
    with Client(shelf, traces=20_000, insides=20_000) as client:
        for number in range(20):
            client.read("/api/tensor", text=f"the {number}", tensor="blocks.0.attn.pattern")
        traces = client.house.traces
        assert 0 < traces.kept.nbytes <= 20_000
        assert traces.insides.nbytes <= 20_000


@contextmanager
def served(client: Client) -> Iterator[str]:
    """A real server on a real socket, in another thread."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(client.app, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def wait_for(condition: Any) -> None:
    ends = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.005)


def test_a_request_whose_sender_has_gone_is_dropped_before_it_starts(shelf: Path, slow: SlowModel) -> None:
    """Must 24 and 30: what is not wanted any more is not computed; leaving is the way to cancel."""
    slow.go_on.set()
    with Client(shelf, workers=1) as client, served(client) as url, httpx.Client(base_url=url) as browser:
        assert browser.get("/api/trace", params={"text": "a"}).status_code == 200
        slow.texts.clear()
        slow.go_on.clear()
        first = threading.Thread(target=browser.get, args=("/api/trace",), kwargs={"params": {"text": "first"}})
        first.start()
        wait_for(lambda: slow.texts == ["first"])
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{url}/api/trace", params={"text": "second"}, timeout=0.3)
        wait_for(lambda: client.house.work.waiting == 0)
        slow.go_on.set()
        first.join()
        assert browser.get("/api/trace", params={"text": "third"}).status_code == 200
    assert slow.texts == ["first", "third"]
    assert client.house.metrics.registry.get_sample_value("lanewise_gone_total") == 1


def test_a_pass_tells_how_many_layers_are_done(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """must 30"""
    with Client(shelf) as client:
        client.read("/api/models")
        told: list[Any] = []
        traces, make = client.house.traces, tracing.make_trace

        def ask_in_between(model: Any, text: str, **more: Any) -> tracing.Trace:
            def progress(done: int, count: int) -> None:
                more["progress"](done, count)
                told.append(next(iter(traces.under_way.values())))

            return make(model, text, **{**more, "progress": progress})

        monkeypatch.setattr(tracing, "make_trace", ask_in_between)
        client.read("/api/trace", text="the cat")
        assert told == [(1, 2), (2, 2)]
        assert client.read("/api/queue", text="the cat")["layers"] is None
        key = trace_key(client.together(described(client)), TextQuery(text="the cat"))
        traces.under_way[key] = (1, 2)
        assert client.read("/api/queue", text="the cat")["layers"] == {"done": 1, "count": 2}


async def described(client: Client) -> Any:
    library = await client.house.loader.library()
    return library.describe(library.default)
