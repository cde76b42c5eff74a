"""The command `lanewise`: binds a socket, serves the page on it, and says where once it really answers.

Nothing heavy is imported before the options are read, so that `--help` and `--version` answer at once.
"""

import argparse
import errno
import os
import socket
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

DEFAULT_PORT = 8000
DEFAULT_PORTS = range(DEFAULT_PORT, DEFAULT_PORT + 50)
MODEL_VARIABLE, HOSTS_VARIABLE = "LANEWISE_DEFAULT_MODEL", "LANEWISE_HOSTS"
STARTUP_FAILURE = 3
BUNDLED_MODELS = Path(__file__).parent.parent / "model" / "bundled"
WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (bound only when a person asks for it)


class StartError(Exception):
    """The server cannot start; the message says why, in a sentence."""


class PortError(StartError):
    """No socket could be had where it was asked for."""


class BusyPortError(PortError):
    """Another program listens there already."""


class SettingsError(StartError):
    """An option or a variable asks for what cannot be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve Lanewise until it is interrupted, and return the exit status of the command."""
    options = parse_options(arguments)
    set_environment(options)
    try:
        check_settings()
        listener = open_socket(options.host, options.port)
    except StartError as error:
        print(f"lanewise: {error}", file=sys.stderr)
        return 1
    ended = threading.Event()
    announcer = threading.Thread(
        target=announce, args=(url_of(listener),), kwargs={"ended": ended, "browse": options.browser}, daemon=True
    )
    announcer.start()
    try:
        return serve(listener, reload=options.reload)
    except KeyboardInterrupt:
        return 0
    finally:
        ended.set()
        listener.close()


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line.

    Raises:
        SystemExit: an option is wrong, or only help or the version was asked for.
    """
    parser = argparse.ArgumentParser(
        prog="lanewise", description="Watch a sentence go through a real transformer, in your browser."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument(
        "--port", type=port_number, help=f"port to listen on (default: {DEFAULT_PORT}, or the next that is free)"
    )
    parser.add_argument("--model", help="name of the model that the page starts with")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open the page")
    parser.add_argument("--reload", action="store_true", help="start again when the code changes")
    parser.add_argument("--version", action="version", version=f"lanewise {version('lanewise')}")
    return parser.parse_args(arguments)


def set_environment(options: argparse.Namespace) -> None:
    """Hand the options to the application as variables: with --reload it is made in another process."""
    if options.model is not None:
        os.environ[MODEL_VARIABLE] = options.model
    # The name that the server was told to listen on is one that it may be called by.
    os.environ[HOSTS_VARIABLE] = f"{os.environ.get(HOSTS_VARIABLE, '')} {options.host}".strip()


def check_settings() -> None:
    """Look at the settings before a server, or a process of --reload, stumbles over them.

    Raises:
        SettingsError: a variable has no meaning, names a model that is not there, or a folder without any.
    """
    from pydantic import ValidationError

    from server.settings import PREFIX, Settings

    try:
        settings = Settings.from_environment()
    except ValidationError as error:
        wrong = (f"{PREFIX}{'.'.join(map(str, part['loc'])).upper()}: {part['msg']}" for part in error.errors())
        raise SettingsError("; ".join(wrong)) from error
    # By file name: to ask the library itself would be to wait for torch.
    folder = settings.models or BUNDLED_MODELS
    names = sorted(path.parent.name for path in folder.glob("*/model.json"))
    if not names:
        raise SettingsError(f"there is no model in {folder}; each is a folder of its own there, with a model.json.")
    if settings.default_model is not None and settings.default_model not in names:
        raise SettingsError(f"there is no model {settings.default_model!r}; there are: {', '.join(names)}.")


def port_number(text: str) -> int:
    """Read a port.

    Raises:
        argparse.ArgumentTypeError: it is not a whole number from 0 to 65535.
    """
    if not (text.isascii() and text.isdecimal()) or int(text) not in range(65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a port is a whole number from 0 to 65535")
    return int(text)


def open_socket(host: str, port: int | None) -> socket.socket:
    """Listen on the port that was asked for, and on no other; without one, on the first free of the default ports.

    Raises:
        PortError: the port is busy or forbidden, or the host is not an address of this machine.
    """
    if port is not None:
        return listen(host, port)
    for candidate in DEFAULT_PORTS:
        try:
            listener = listen(host, candidate)
        except BusyPortError:
            continue
        if candidate != DEFAULT_PORT:
            print(f"Port {DEFAULT_PORT} is busy; using {candidate}.", flush=True)
        return listener
    raise PortError(f"every port from {DEFAULT_PORTS.start} to {DEFAULT_PORTS[-1]} is busy; choose one with --port.")


def listen(host: str, port: int) -> socket.socket:
    """Bind and listen, so that the port is ours before anybody is told of it.

    Raises:
        BusyPortError: another program listens there.
        PortError: the system refuses for another reason.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.create_server((address[0], port), family=family, backlog=2048)
    except socket.gaierror as error:
        raise PortError(f"{host!r} is not an address that is known here.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BusyPortError(f"port {port} of {host} is busy; choose another with --port.") from error
        raise PortError(f"port {port} of {host} cannot be used: {os.strerror(error.errno or 0)}.") from error
    # Connections inherit it. Without it a small answer waits 40 ms for the other side's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def url_of(listener: socket.socket) -> str:
    """Return the address of the page, as a browser on this machine reaches it."""
    host, port = listener.getsockname()[:2]
    host = WILDCARDS.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def announce(url: str, *, ended: threading.Event, browse: bool) -> None:
    """Say the address once the server answers, and open it: from a thread, since opening may block the event loop."""
    while not answers(f"{url}healthz"):
        if ended.wait(timeout=0.05):
            return
    print(f"Lanewise is at {url} (Ctrl+C ends it)", flush=True)
    if browse:
        webbrowser.open(url)


def answers(url: str) -> bool:
    """Tell whether a GET of `url` succeeds."""
    # No proxy, whatever the environment says: the server is on this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5):
            return True
    except (OSError, urllib.error.URLError):
        return False


def serve(listener: socket.socket, *, reload: bool) -> int:
    """Run the server on a socket that already listens, and return the exit status."""
    import uvicorn
    from uvicorn.supervisors import ChangeReload

    here = Path(__file__).parent
    config = uvicorn.Config(
        "server.cli:make_app",
        factory=True,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=262_144,  # a long text is refused by the application, with its count
        reload=reload,
        reload_dirs=[str(here), str(here.parent / "model"), str(here.parent / "templates")] if reload else None,
    )
    server = uvicorn.Server(config)
    if reload:
        ChangeReload(config, target=server.run, sockets=[listener]).run()
        return 0
    server.run(sockets=[listener])
    return 0 if server.started else STARTUP_FAILURE


def make_app() -> "FastAPI":
    """Make the application from the environment: in this process, or in the one that --reload starts."""
    from server.app import create_app
    from server.settings import Settings

    return create_app(settings=Settings.from_environment())


if __name__ == "__main__":
    sys.exit(main())
