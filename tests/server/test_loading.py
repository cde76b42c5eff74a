"""The server answers while the models are being loaded, and says so when they cannot be."""

import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from server import loading
from tests.server.shelf import Client, fill_shelf


def test_health_is_told_while_the_models_are_loading(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, open_library = Event(), loading.open_library

    def open_slowly(*given: object) -> object:
        assert go_on.wait(20)
        return open_library(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(loading, "open_library", open_slowly)
    with Client(shelf) as client:
        client.house.loader.start()
        assert client.read("/healthz")["state"] == "loading"
        assert "lanewise_ready 0.0" in client.get("/metrics").text
        go_on.set()
        client.read("/api/next", text="a")  # waits until they are there
        assert client.read("/healthz") | {"state": "ready", "ready": True} == client.read("/healthz")


def test_models_that_cannot_be_loaded_are_a_problem_with_a_cause(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fill_shelf(tmp_path)
    weights = tmp_path / "pieces" / "weights.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    with Client(tmp_path) as client:
        problem = client.refusal("/api/trace", text="a")
        assert problem["status"] == 503
        assert "weights.safetensors" in problem["detail"]
        health = client.get("/healthz")
        assert (health.status_code, health.json()["state"]) == (503, "failed")
    assert "could not be loaded" in caplog.text


def test_another_model_that_is_broken_leaves_the_default_one_alone(tmp_path: Path) -> None:
    fill_shelf(tmp_path)
    weights = tmp_path / "words" / "weights.safetensors"
    weights.write_bytes(weights.read_bytes()[:-4])
    with Client(tmp_path) as client:
        client.read("/api/trace", text="a")
        assert client.refusal("/api/trace", model="words", text="the cat")["status"] == 503
        client.read("/api/trace", text="a")


def test_making_an_application_imports_no_torch() -> None:
    """Nothing heavy stands between the command and its first answer."""
    program = "import sys; from server.app import create_app; create_app(); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
