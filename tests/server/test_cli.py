"""The command line: it answers at once, keeps its word about ports, and says its address only when that is true."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server import cli, options

ROOT = Path(cli.__file__).parents[1]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give back the variables that the command sets."""
    monkeypatch.setenv(options.HOSTS_VARIABLE, "")
    monkeypatch.setenv(options.MODEL_VARIABLE, "story")


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.fixture
def health(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server that has not started yet: /healthz answers 503 until its `status` is set to 200."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(self.server.status)  # type: ignore[attr-defined]
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Health) as server:
        server.status, server.opened = 503, list[str]()  # type: ignore[attr-defined]
        server.url = f"http://127.0.0.1:{server.server_port}/"  # type: ignore[attr-defined]
        monkeypatch.setattr(cli.webbrowser, "open", server.opened.append)  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_help_and_version_answer_without_loading_anything_heavy(option: str) -> None:
    script = f"""
import sys
from server.cli import main
try:
    main([{option!r}])
finally:
    print([name for name in ("torch", "numpy", "fastapi", "uvicorn", "pydantic") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"lanewise {version('lanewise')}\n"


def test_the_readme_shows_the_help_that_the_command_gives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--help"])
    assert capsys.readouterr().out.strip() in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["-1", "65536", "http", "", "8_0", "1.5", "٣²", "٣"])
def test_a_port_that_is_none_is_refused_with_the_range(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main([f"--port={text}"])
    assert "a whole number from 0 to 65535" in capsys.readouterr().err


def test_a_busy_default_port_moves_on_and_says_so(
    busy_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "DEFAULT_PORT", busy_port)
    monkeypatch.setattr(cli, "DEFAULT_PORTS", range(busy_port, min(busy_port + 50, 65536)))
    with cli.open_socket("127.0.0.1", None) as listener:
        chosen = listener.getsockname()[1]
    assert chosen > busy_port
    assert capsys.readouterr().out == f"Port {busy_port} is busy; using {chosen}.\n"


def test_no_free_default_port_is_an_error_that_says_what_to_do(busy_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "DEFAULT_PORTS", range(busy_port, busy_port + 1))
    with pytest.raises(cli.PortError, match=r"every port .* is busy; choose one with --port"):
        cli.open_socket("127.0.0.1", None)


def test_a_port_that_was_asked_for_is_never_changed(busy_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--no-browser", "--port", str(busy_port)]) == 1
    said = capsys.readouterr()
    assert said.err == f"lanewise: port {busy_port} of 127.0.0.1 is busy; choose another with --port.\n"
    assert not said.out


def test_a_host_that_is_not_ours_is_an_error_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--host", "192.0.2.1", "--port", "0"]) == 1
    assert "lanewise: port 0 of 192.0.2.1 cannot be used: " in capsys.readouterr().err


def test_a_host_that_is_no_address_is_an_error_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--host", "not a host", "--port", "0"]) == 1
    assert capsys.readouterr().err == "lanewise: 'not a host' is not an address that is known here.\n"


@pytest.mark.parametrize("name", ["nope", "../toy", ""])
def test_a_model_that_is_not_there_is_refused_with_those_that_are(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--model", name, "--port", "0"]) == 1
    assert capsys.readouterr().err == f"lanewise: there is no model {name!r}; there are: story, toy.\n"


def test_a_setting_without_meaning_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANEWISE_WORKERS", "900")
    assert cli.main(["--port", "0"]) == 1
    assert capsys.readouterr().err.startswith("lanewise: LANEWISE_WORKERS: Input should be less than or equal to 64")


def test_a_folder_without_models_is_refused_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANEWISE_MODELS", str(tmp_path))
    monkeypatch.setattr(cli, "serve", lambda *_, **__: pytest.fail("It was served."))
    assert cli.main(["--no-browser", "--port=0"]) == 1
    assert f"there is no model in {tmp_path}" in capsys.readouterr().err


def test_the_address_of_a_wildcard_is_one_that_a_browser_can_open() -> None:
    with cli.open_socket("0.0.0.0", 0) as listener:
        assert cli.url_of(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"


def test_the_address_of_an_ipv6_host_stands_in_brackets() -> None:
    listener: Any = SimpleNamespace(getsockname=lambda: ("::1", 8000, 0, 0))
    assert cli.url_of(listener) == "http://[::1]:8000/"


def test_the_address_is_said_and_opened_once_the_server_answers(
    health: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    announcer = threading.Thread(
        target=cli.announce, args=(health.url,), kwargs={"ended": threading.Event(), "browse": True}
    )
    announcer.start()
    time.sleep(0.2)
    assert not capsys.readouterr().out
    health.status = 200
    announcer.join(timeout=10)
    assert health.url in capsys.readouterr().out
    assert health.opened == [health.url]


def test_no_browser_is_opened_where_none_is_wanted(health: Any) -> None:
    health.status = 200
    cli.announce(health.url, ended=threading.Event(), browse=False)
    assert not health.opened


def test_a_server_that_ends_before_it_answers_is_not_announced(health: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ended = threading.Event()
    ended.set()
    cli.announce(health.url, ended=ended, browse=True)
    assert not capsys.readouterr().out
    assert not health.opened


def test_model_and_host_reach_the_process_that_makes_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(options.HOSTS_VARIABLE, "classroom.example")
    monkeypatch.setattr(cli, "serve", lambda listener, *, reload: 0)
    monkeypatch.setattr(cli, "announce", lambda *_, **__: None)
    assert cli.main(["--model", "toy", "--host", "127.0.0.2", "--port", "0"]) == 0
    assert os.environ[options.MODEL_VARIABLE] == "toy"
    assert os.environ[options.HOSTS_VARIABLE] == "classroom.example 127.0.0.2"


@pytest.mark.parametrize("extra", [[], ["--reload"]], ids=["plain", "reload"])
def test_the_command_serves_says_where_and_ends_in_peace(extra: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    command = [sys.executable, "-m", "server.cli", "--no-browser", "--port", "0", *extra]
    with log.open("wb") as output:
        running = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
    try:
        url = said_url(running, log)
        with urllib.request.urlopen(f"{url}healthz", timeout=30) as answer:
            assert answer.status == 200
    finally:
        running.send_signal(signal.SIGINT)
        status = running.wait(timeout=30)
    assert status == 0, log.read_text(encoding="utf-8")
    assert "Traceback" not in log.read_text(encoding="utf-8")


def said_url(running: "subprocess.Popen[bytes]", log: Path) -> str:
    """Wait for the address on the command's output."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and running.poll() is None:
        if said := re.search(r"http://\S+", log.read_text(encoding="utf-8")):
            return said.group()
        time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8"))


def test_small_answers_are_sent_at_once() -> None:
    with cli.listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
