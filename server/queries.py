"""The query of a request, read strictly: what is not UTF-8 is refused by name, and never becomes U+FFFD.

Nothing is trimmed and nothing is replaced: the text that the model gets is the text that was typed, byte for byte.
"""

from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from server.problems import ProblemError, make_problem, problem_response

CHECKED = "/api/"


class StrictQuery:
    """Refuses, before anything else reads it, a query of the API that is too long or not made of text."""

    def __init__(self, app: ASGIApp, *, limit: int) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer with what is wrong."""
        app: ASGIApp = self.app
        if scope["type"] == "http" and scope["path"].startswith(CHECKED):
            try:
                check_query(scope["query_string"], limit=self.limit)
            except ProblemError as error:
                app = problem_response(error.problem)
        await app(scope, receive, send)


def check_query(query: bytes, *, limit: int) -> None:
    """Look at every parameter of a raw `query`, of at most `limit` bytes.

    Raises:
        ProblemError: it is too long, a parameter comes twice, or something in it is not UTF-8.
    """
    if len(query) > limit:
        detail = f"The query has {len(query)} bytes; at most {limit} are taken."
        raise ProblemError(make_problem("parameter", detail, status=414))
    seen = set()
    for pair in filter(None, query.split(b"&")):
        name, _, value = (unquote_to_bytes(part) for part in pair.replace(b"+", b" ").partition(b"="))
        label = name.decode(errors="backslashreplace")
        check_text(name, parameter=label)
        check_text(value, parameter=label)
        if name in seen:
            raise ProblemError(make_problem("parameter", f"“{label}” is given more than once.", parameter=label))
        seen.add(name)


def refuse_parameters(request: Request) -> None:
    """Let nobody give a parameter to an address that takes none.

    Raises:
        ProblemError: there is one.
    """
    for parameter in request.query_params:
        detail = f"There is no parameter “{parameter}” here; this address takes none."
        raise ProblemError(make_problem("parameter", detail, parameter=parameter, allowed=[]))


def check_text(value: bytes, *, parameter: str) -> None:
    """Tell whether `value` is UTF-8.

    Raises:
        ProblemError: it is not; the lone surrogate, or the byte, is named with its place.
    """
    try:
        value.decode()
    except UnicodeDecodeError as error:
        start = len(value[: error.start].decode())  # places are counted in characters, as a reader counts them
        what = name_offence(value[error.start :], place=start + 1)
        detail = f"In “{parameter}”, {what}."
        problem = make_problem("text", detail, parameter=parameter, start=start, end=start + 1)
        raise ProblemError(problem) from None


def name_offence(rest: bytes, *, place: int) -> str:
    """Say what is wrong with the first bytes of `rest`, which stand where the character number `place` should."""
    try:
        found = rest[:3].decode(errors="surrogatepass")
    except UnicodeDecodeError:
        return f"the byte 0x{rest[0]:02X} where character {place} should be is not UTF-8"
    return f"character {place} (U+{ord(found):04X}) is a lone surrogate: half of a character, with no bytes of its own"
