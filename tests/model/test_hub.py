"""The hub's own client against a hub on this machine: what is fetched is checked, kept, and needs no network again."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import huggingface_hub.file_download
import pytest

from model.checkpoints import open_checkpoint
from model.families import UnsupportedFamilyError
from model.fetching import FetchError
from model.fetching.hub import fetch_from_hub, find_on_hub
from model.fetching.ids import is_hub_id
from tests.model.hub_server import Hub, serving
from tests.model.little_llama import CONFIG, WEIGHTS, put_llama

ROOT = Path(__file__).parents[2]
NAME = "org/little"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub with one small model, and a cache of the test's own."""
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(huggingface_hub.constants, "HF_XET_CACHE", str(tmp_path / "xet"))
    folder = put_llama(tmp_path / "served")
    (folder / "pytorch_model.bin").write_bytes(b"not wanted")
    (folder / "README.md").write_text("# Little", "utf-8")
    with serving(NAME, folder) as made:
        monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", made.url)
        url = f"{made.url}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
        monkeypatch.setattr(huggingface_hub.constants, "HUGGINGFACE_CO_URL_TEMPLATE", url)
        yield made


def test_a_model_is_fetched_by_its_id_and_is_there_without_a_network_afterwards(hub: Hub) -> None:
    folder = find_on_hub(NAME)
    assert {path.name for path in folder.iterdir()} == {CONFIG, WEIGHTS}  # no pickle, no page about it
    checkpoint = open_checkpoint(folder)
    assert checkpoint.card.title == "little"
    assert checkpoint.weights()
    hub.asked.clear()
    assert find_on_hub(NAME) == folder
    assert hub.asked == []


def test_a_file_that_is_not_what_the_hub_says_is_thrown_away(hub: Hub) -> None:
    right, hub.etags[WEIGHTS] = hub.etags[WEIGHTS], "f" * 64
    with pytest.raises(FetchError, match=rf"{WEIGHTS} is not what the hub says: .* It was thrown away"):
        find_on_hub(NAME)
    hub.etags[WEIGHTS] = right
    assert open_checkpoint(find_on_hub(NAME)).weights()


def test_a_small_file_is_checked_as_well(hub: Hub) -> None:
    hub.etags[CONFIG] = "f" * 40
    with pytest.raises(FetchError, match=rf"{CONFIG} is not what the hub says"):
        find_on_hub(NAME)


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the client try again at once, and write down what is small here."""
    monkeypatch.setattr(huggingface_hub.file_download.time, "sleep", lambda _: None)
    monkeypatch.setattr(huggingface_hub.constants, "DOWNLOAD_CHUNK_SIZE", 1000)


@pytest.mark.usefixtures("patience")
def test_a_line_that_breaks_is_taken_up_where_it_broke(hub: Hub) -> None:
    hub.cuts = [5000, 7000]
    assert open_checkpoint(find_on_hub(NAME)).weights()
    assert [line.partition("bytes=")[2] for line in hub.asked if "bytes=" in line] == ["5000-", "12000-"]


@pytest.mark.usefixtures("patience")
def test_a_fetch_that_fails_leaves_nothing_half_written_and_the_next_one_goes_on(hub: Hub, tmp_path: Path) -> None:
    hub.cuts = [5000, *[0] * 9]
    with pytest.raises(FetchError, match=r"could not be fetched: .* the same command fetches the rest\.$"):
        find_on_hub(NAME)
    assert not list((tmp_path / "cache").rglob("*.incomplete"))
    hub.cuts, hub.asked = [], []
    assert open_checkpoint(find_on_hub(NAME)).weights()
    assert not [line for line in hub.asked if line.startswith("GET") and CONFIG in line]


def test_a_family_that_is_not_read_is_refused_before_its_weights_are_fetched(hub: Hub) -> None:
    config = {**json.loads(hub.files[CONFIG]), "model_type": "mamba"}
    hub.files[CONFIG] = json.dumps(config).encode()
    with pytest.raises(UnsupportedFamilyError, match="mamba"):
        find_on_hub(NAME)
    assert not [line for line in hub.asked if WEIGHTS in line]


@pytest.mark.usefixtures("hub")
def test_a_model_that_is_not_there_is_refused_in_a_sentence() -> None:
    with pytest.raises(FetchError, match=r"There is no model org/other on the hub, or only those who are logged in"):
        fetch_from_hub("org/other")


def test_a_repository_without_a_config_is_no_model(hub: Hub) -> None:
    del hub.files[CONFIG]
    with pytest.raises(FetchError, match=r"org/little has no config\.json"):
        find_on_hub(NAME)


@pytest.mark.usefixtures("hub")
def test_without_a_network_the_sentence_says_that_it_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(FetchError, match=r"The hub cannot be reached, and org/little is not in its cache"):
        find_on_hub(NAME)


def test_the_command_fetches_from_the_hub_that_the_environment_names(tmp_path: Path, hub: Hub) -> None:
    environment = {**os.environ, "HF_ENDPOINT": hub.url, "HF_HUB_OFFLINE": "0", "HF_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "server.cli", "models", "get", NAME]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("Open it with: lanewise --model org/little\n")
    assert "100%" in done.stderr  # the client's own bar


@pytest.mark.parametrize("text", ["smollm2", "../x", "org/../x", "a/b/c", "", "org/", "/x", "org/na me", "a--b/c"])
def test_what_is_no_id_is_not_taken_for_one(text: str) -> None:
    assert not is_hub_id(text)
