"""A package index on this machine with one small wheel, and the offer that it is."""

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zipfile import ZipFile

from model.fetching import Offer

CONTENT = bytes(range(256)) * 4000
PACKAGE, VERSION, MEMBER = "lanewise-test-model", "1.0", "lanewise_test_model/tiny.gguf"
WHEEL = "lanewise_test_model-1.0-py3-none-any.whl"


def make_wheel(content: bytes = CONTENT) -> bytes:
    """A wheel with `content` in it."""
    about = "lanewise_test_model-1.0.dist-info"
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr(MEMBER, content)
        archive.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {VERSION}\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return buffer.getvalue()


def make_offer() -> Offer:
    """What is offered: the wheel's one file."""
    return Offer(
        name="tiny",
        title="Tiny",
        licence="MIT",
        parameters=1,
        package=PACKAGE,
        version=VERSION,
        wheel_bytes=len(make_wheel()),
        member=MEMBER,
        nbytes=len(CONTENT),
        sha256=sha256(CONTENT).hexdigest(),
    )


class Index(ThreadingHTTPServer):
    """Serves the wheel; `cut` bytes of it where it is to break off, after `delay` is set where it is to wait."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.wheel = make_wheel()
        self.cut: int | None = None
        self.delay: threading.Event | None = None
        self.asked = threading.Event()

    @property
    def url(self) -> str:
        """The address for pip."""
        return f"http://127.0.0.1:{self.server_port}/simple"


class _Handler(BaseHTTPRequestHandler):
    server: Index

    def do_GET(self) -> None:
        if not self.path.endswith(".whl"):
            self._answer(f'<!DOCTYPE html><a href="/{WHEEL}">{WHEEL}</a>'.encode(), "text/html")
            return
        self.server.asked.set()
        self._answer(self.server.wheel, "application/octet-stream")

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        is_wheel = kind != "text/html"
        self.wfile.write(body[: self.server.cut] if is_wheel else body)
        if is_wheel and self.server.delay is not None:
            self.server.delay.wait(30)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving() -> Iterator[Index]:
    """An index that answers."""
    with Index() as index:
        threading.Thread(target=index.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield index
        index.shutdown()
