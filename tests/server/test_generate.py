"""/api/generate: a stream of events, which stops when nobody reads it, and lets others have their turn."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from model.writing.generation import Generation
from server.reads.generate import EndEvent, WrittenEvent
from tests.server.shelf import N_CTX, PIECES, Client
from tests.server.test_crowd import served, wait_for

TEXT = "the cat saw the hat"
EACH = 2 * PIECES.n_layers * PIECES.n_kv_heads * PIECES.d_head * 4


def read_events(body: str) -> list[tuple[str, Any]]:
    """The names and the data of a stream of events, as the standard has it."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in body.split("\n\n") if block]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


def generate(client: Client, **query: Any) -> list[tuple[str, Any]]:
    response = client.get("/api/generate", **{"text": TEXT, **query})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/event-stream")
    return read_events(response.text)


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Semaphore]:
    """Each token is written only when the test lets it."""
    allowed, step = threading.Semaphore(0), Generation.step

    def wait_and_step(self: Generation) -> Any:
        assert allowed.acquire(timeout=20)
        return step(self)

    monkeypatch.setattr(Generation, "step", wait_and_step)
    yield allowed
    allowed.release(1000)


def test_each_token_is_an_event_and_the_end_says_why(client: Client) -> None:
    *tokens, (name, end) = generate(client, limit=6, seed=2)
    assert all(WrittenEvent.model_validate(token) for _, token in tokens)
    assert EndEvent.model_validate(end)
    assert [each for each, _ in tokens] == ["token"] * len(tokens)
    assert (name, end["written"]) == ("end", len(tokens))
    assert end["text"] == TEXT + "".join(token["added"] for _, token in tokens)
    assert [token["place"] for _, token in tokens] == list(range(5, 5 + len(tokens)))
    assert [token["cache_bytes"] for _, token in tokens][:3] == [6 * EACH, 7 * EACH, 8 * EACH]
    count = client.read("/api/tokenize", text=end["text"])["count"]
    assert end["count"] == count
    assert end["same"] == (end["shared"] == count == 5 + len(tokens))


def test_the_first_token_is_the_draw_of_the_columns(client: Client) -> None:
    query = {"temperature": 0.3, "top_k": 50, "top_p": 0.8, "min_p": 0.01, "seed": 9}
    _, token = generate(client, limit=1, **query)[0]
    found = client.read("/api/sample", text=TEXT, **query)
    for name, value in found["throw"].items():
        assert token[name] == (pytest.approx(value) if isinstance(value, float) else value), name
    assert token["kept"] == found["kept"]
    assert [each["id"] for each in token["alternatives"]] == [row["id"] for row in found["rows"][:5]]


def test_greedy_is_the_best_each_time(client: Client) -> None:
    *tokens, (_, end) = generate(client, model="words", text="the cat", limit=3, temperature=0)
    text = "the cat"
    for _, token in tokens:
        best = client.read("/api/next", model="words", text=text, top=1)["candidates"][0]
        assert token["id"] == best["id"]
        text = f"{text} {best['text']}"
    assert end["text"] == text


def test_a_full_context_is_the_end(client: Client) -> None:
    *tokens, (_, end) = generate(client, model="words", text="the cat", limit=1000)
    assert (len(tokens), end["reason"]) == (6, "context")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"limit": 0}, "limit"),
        ({"temperature": "nan"}, "temperature"),
        ({"top_k": 0}, "top_k"),
        ({"top_p": 2}, "top_p"),
        ({"min_p": 2}, "min_p"),
        ({"seed": -1}, "seed"),
        ({"text": ""}, "text"),
        ({"text": "a" * 3 + " a" * N_CTX}, "text"),
    ],
)
def test_what_is_wrong_is_refused_before_anything_is_written(
    client: Client, query: dict[str, Any], parameter: str
) -> None:
    assert client.refusal("/api/generate", **{"text": TEXT, **query})["parameter"] == parameter


def test_leaving_stops_the_writing_within_one_token(shelf: Path, step_by_step: threading.Semaphore) -> None:
    with Client(shelf, workers=1) as client, served(client) as url:
        step_by_step.release(2)
        with httpx.stream("GET", f"{url}/api/generate", params={"text": TEXT, "limit": 40, "seed": 2}) as stream:
            lines = stream.iter_lines()
            while "event: token" not in next(lines):
                pass
            wait_for(lambda: metric(client, "lanewise_written_tokens_total") == 2)
        step_by_step.release()  # the token that was begun when the reader left
        wait_for(lambda: metric(client, "lanewise_writing") == 0)
        step_by_step.release(100)
        wait_for(lambda: client.house.work.running == client.house.work.waiting == 0)
        assert metric(client, "lanewise_written_tokens_total") <= 3


def test_between_two_tokens_others_get_their_turn(shelf: Path, step_by_step: threading.Semaphore) -> None:
    """One worker, one long text that is being written, and somebody who wants to know something else."""
    with Client(shelf, workers=1) as client, served(client) as url:
        with httpx.stream("GET", f"{url}/api/generate", params={"text": TEXT, "limit": 40}, timeout=20) as stream:
            wait_for(lambda: client.house.work.running == 1)
            answers: list[int] = []
            other = threading.Thread(target=lambda: answers.append(httpx.get(f"{url}/api/trace?text=a").status_code))
            other.start()
            wait_for(lambda: client.house.work.waiting == 1)
            step_by_step.release(3)  # a trace takes two turns or three: its model, the pass, the answer
            other.join(20)
            assert answers == [200]
            assert metric(client, "lanewise_written_tokens_total") <= 3
            assert stream.status_code == 200
        step_by_step.release(1000)


def test_a_piece_by_hand_goes_behind_a_token(client: Client) -> None:
    best = client.read("/api/next", text=TEXT, token=1, top=1)["candidates"][0]
    found = client.read("/api/continue", text=TEXT, token=1, id=best["id"])
    if best["text"] is None:
        assert (found["text"], found["obstacle"]) == (None, "not-text")
    else:
        assert (found["text"], found["obstacle"]) == ("the cat" + best["text"], None)
    words = client.read("/api/continue", model="words", text="the cat sat", token=1, id=2)
    assert words == {"text": "the cat dog", "obstacle": None, "count": 3, "same": True}


def test_a_piece_that_is_no_text_is_not_put_there(client: Client) -> None:
    assert client.read("/api/continue", text=TEXT, id=4096)["obstacle"] == "unused"
    assert client.read("/api/continue", text="é", token=0, id=4096)["text"] is None
    assert client.refusal("/api/continue", text=TEXT, id=4097)["allowed"] == {"low": 0, "high": 4096}
    assert client.refusal("/api/continue", text="", id=1)["parameter"] == "text"


def metric(client: Client, name: str) -> float:
    value = client.house.metrics.registry.get_sample_value(name)
    assert value is not None
    return value
