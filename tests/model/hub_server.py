"""A model hub on this machine: what the hub's own client asks of the real one, for one small repository."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1, sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LARGE = 10_000


class Hub(ThreadingHTTPServer):
    """Serves the files of `folder` as the repository `hub_id`."""

    def __init__(self, hub_id: str, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub_id = hub_id
        self.files = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.etags = {name: digest(content) for name, content in self.files.items()}
        self.asked: list[str] = []
        self.cuts: list[int] = []
        """After how many bytes the next answers with a large file break off."""

    def tree(self) -> list[dict[str, Any]]:
        """What the repository holds, as the hub says it."""
        entries: list[dict[str, Any]] = []
        for name, content in self.files.items():
            entry = {"type": "file", "path": name, "size": len(content), "oid": self.etags[name]}
            if len(content) > LARGE:
                entry |= {"oid": "0" * 40, "lfs": {"oid": self.etags[name], "size": len(content), "pointerSize": 130}}
            entries.append(entry)
        return entries

    @property
    def url(self) -> str:
        """The address of the hub, for HF_ENDPOINT."""
        return f"http://127.0.0.1:{self.server_port}"


def digest(content: bytes) -> str:
    """The digest by which the hub calls a file: that of git where it is small, SHA-256 where it is large."""
    if len(content) > LARGE:
        return sha256(content).hexdigest()
    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def _answer(self) -> None:
        path, hub = urlsplit(self.path).path, self.server
        hub.asked.append(f"{self.command} {path} {self.headers.get('Range', '')}".strip())
        if path.startswith(f"/api/models/{hub.hub_id}/tree/"):
            self._send(200, json.dumps(hub.tree()).encode(), {"Content-Type": "application/json"})
            return
        if path.startswith(f"/api/models/{hub.hub_id}/revision/"):
            siblings = [{"rfilename": name} for name in hub.files]
            answer = {"id": hub.hub_id, "modelId": hub.hub_id, "sha": COMMIT, "siblings": siblings, "private": False}
            self._send(200, json.dumps(answer).encode(), {"Content-Type": "application/json"})
            return
        name = path.rpartition("/")[2]
        if not path.startswith(f"/{hub.hub_id}/resolve/"):
            self._send(404, b"", {"X-Error-Code": "RepoNotFound"})
        elif name not in hub.files:
            self._send(404, b"", {"X-Error-Code": "EntryNotFound"})
        else:
            headers = {"ETag": f'"{hub.etags[name]}"', "X-Repo-Commit": COMMIT, "Accept-Ranges": "bytes"}
            self._send_file(hub.files[name], headers)

    def _send_file(self, content: bytes, headers: dict[str, str]) -> None:
        wanted = self.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").partition("-")[0]) if wanted else 0
        if wanted:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        self._send(206 if wanted else 200, content[start:], headers)

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            is_cut = len(body) > LARGE and self.server.cuts
            self.wfile.write(body[: self.server.cuts.pop(0)] if is_cut else body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(hub_id: str, folder: Path) -> Iterator[Hub]:
    """A hub that answers."""
    with Hub(hub_id, folder) as hub:
        threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield hub
        hub.shutdown()
