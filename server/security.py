"""What a browser is told to refuse, and by which names a server on the loopback interface lets itself be called."""

from base64 import b64encode
from collections.abc import Collection
from hashlib import sha256
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.problems import make_problem, problem_response

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_policy(*, script: str = "") -> str:
    """The Content-Security-Policy: our own files and nothing else, and the one inline text whose hash is `script`."""
    scripts = " ".join(filter(None, ["'self'", script]))
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def hash_source(text: str) -> str:
    """The source expression that lets in an inline import map of exactly this `text`."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


class Guard:
    """Adds the headers to every answer, and answers no request that comes in under a foreign name.

    A hostile page can make its own name point at this machine (DNS rebinding); its requests still carry that name.
    """

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, LOCAL_NAMES.union(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message))
            await send(message)

        app: ASGIApp = self.app
        host = host_name(Headers(scope=scope).get("host", ""))
        if is_loopback(scope) and host not in self.hosts:
            app = problem_response(make_problem("host", f"This server is not {host!r}.", allowed=sorted(self.hosts)))
        await app(scope, receive, send_guarded)


def add_headers(headers: MutableHeaders) -> None:
    """Add what is not there yet."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Content-Security-Policy", content_policy())


def host_name(header: str) -> str:
    """The name in a Host header, without the port."""
    name = header.strip().lower()
    return name.partition("]")[0] + "]" if name.startswith("[") else name.partition(":")[0]


def is_loopback(scope: Scope) -> bool:
    """Tell whether the request came in on the loopback interface."""
    address = (scope.get("server") or ("", None))[0]
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
