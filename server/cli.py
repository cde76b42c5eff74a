"""The command `lanewise`: binds a socket, serves the page on it, and says where once it really answers.

Nothing heavy is imported before the options are read, so that `--help` and `--version` answer at once.
"""

import errno
import os
import socket
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from server.options import (
    DEFAULT_PORT,
    StartError,
    check_settings,
    parse_options,
    set_environment,
)

if TYPE_CHECKING:
    from fastapi import FastAPI

DEFAULT_PORTS = range(DEFAULT_PORT, DEFAULT_PORT + 50)
STARTUP_FAILURE = 3
WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (bound only when a person asks for it)


class PortError(StartError):
    """No socket could be had where it was asked for."""


class BusyPortError(PortError):
    """Another program listens there already."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve Lanewise until it is interrupted, and return the exit status of the command."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["models"]:
        from server.models_command import run

        return run(given[1:])
    options = parse_options(given)
    try:
        set_environment(options)
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
