"""The files of the page: tagged, and packed as tightly as it goes, once."""

import gzip
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from server.caching import CACHE_CONTROL

FOREVER = "public, max-age=31536000, immutable"
A_WEEK = "public, max-age=604800"
PACKED = (".js", ".css", ".svg", ".json")


class Files(StaticFiles):
    """The files of a folder, each with a tag; one that is asked for with its version (`?v=`) is kept for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with how long it may be kept; packed where it is text and the browser takes that."""
        response = await super().get_response(path, scope)
        versioned = scope["query_string"].startswith(b"v=")
        fonts = path.startswith("vendor/fonts")
        response.headers["Cache-Control"] = FOREVER if versioned else A_WEEK if fonts else CACHE_CONTROL
        return pack_response(response, Headers(scope=scope)) if scope["method"] == "GET" else response


def pack_response(response: Response, asked: Headers) -> Response:
    """The same answer with its file packed, or the answer itself where that is not wanted or not worth it."""
    if not isinstance(response, FileResponse) or response.status_code != HTTPStatus.OK or "range" in asked:
        return response
    if "gzip" not in asked.get("accept-encoding", "") or Path(response.path).suffix not in PACKED:
        return response
    headers = {
        name: value for name, value in response.headers.items() if name not in ("content-length", "accept-ranges")
    }
    body = pack(str(response.path), response.headers["etag"])
    return Response(body, headers={**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"})


@lru_cache(maxsize=512)
def pack(path: str, _etag: str) -> bytes:
    """The file at `path`, packed; made again when its tag is another."""
    return gzip.compress(Path(path).read_bytes(), compresslevel=9, mtime=0)
