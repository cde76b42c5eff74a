"""Entity tags: what an answer depends on, in short, so that it is not made and sent again to one who has it."""

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

HOUSE = Path(__file__).parent.parent
SOURCES = ("model/**/*.py", "server/**/*.py", "templates/*.html")
# The answer may be kept, but is only used after asking whether it still holds: the address does not name the weights.
CACHE_CONTROL = "no-cache"


@cache
def build_digest() -> str:
    """A digest of the program itself, from the sizes and times of its files: other code, other answers."""
    paths = sorted(path for pattern in SOURCES for path in HOUSE.glob(pattern))
    return digest(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in paths)


def digest(parts: Iterable[str]) -> str:
    """A short digest of `parts`, in order."""
    made = blake2b(digest_size=12)
    for part in parts:
        made.update(part.encode(errors="surrogatepass"))
        made.update(b"\0")
    return made.hexdigest()


def make_tag(*parts: str) -> str:
    """A weak entity tag: the same numbers, whether compressed or not."""
    return f'W/"{digest([build_digest(), *parts])}"'


def has_tag(request: Request, tag: str) -> bool:
    """Tell whether the sender of `request` has the answer with this `tag` already."""
    given = request.headers.get("if-none-match", "")
    return tag.removeprefix("W/") in {part.strip().removeprefix("W/") for part in given.split(",")}


def not_modified(tag: str) -> Response:
    """The answer to one who has it already."""
    return Response(status_code=304, headers=tag_headers(tag))


def tag_headers(tag: str) -> dict[str, str]:
    """The headers that go with a `tag`."""
    return {"ETag": tag, "Cache-Control": CACHE_CONTROL}
