"""What a browser is told to refuse, by which names the server is called, and that nothing leaves the machine."""

import socket
from pathlib import Path

import pytest

from server.security import content_policy, hash_source, host_name
from tests.server.shelf import Client

EVERYWHERE = ["/docs", "/about", "/api/models", "/api/nothing", "/api/trace?text=a", "/static/css/docs.css", "/healthz"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_has_the_strict_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in policy
    assert "//" not in policy.replace("data:", "")
    for directive in ("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "connect-src 'self'"):
        assert directive in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in headers


def test_the_only_inline_text_that_may_pass_is_the_import_map(client: Client) -> None:
    imports = Path("static/vendor/importmap.json").read_text(encoding="utf-8")
    policy = client.get("/docs").headers["content-security-policy"]
    assert policy.count("'sha256-") == 1
    assert hash_source(imports) not in policy  # it is sent without the white space
    assert content_policy(script=hash_source("x")) != content_policy()


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "", "[::2]", "127.0.0.1.nip.io"]
)
def test_a_server_on_loopback_answers_to_no_foreign_name(client: Client, host: str) -> None:
    response = client.get("/api/models", headers={"Host": host})
    assert response.status_code == 421
    assert response.json()["allowed"] == ["127.0.0.1", "[::1]", "localhost"]


@pytest.mark.parametrize("host", ["localhost", "localhost:9000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_a_server_on_loopback_answers_to_its_own_names(client: Client, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


def test_more_names_can_be_set(shelf: Path) -> None:
    with Client(shelf, hosts="lanewise.school, other.school") as client:
        assert client.get("/healthz", headers={"Host": "lanewise.school"}).status_code == 200
        assert client.get("/healthz", headers={"Host": "third.school"}).status_code == 421


def test_a_name_is_read_without_its_port() -> None:
    assert [host_name(host) for host in ("a:1", "[::1]:1", "[::1]", "a", " A ")] == ["a", "[::1]", "[::1]", "a", "a"]


def test_no_request_leaves_the_machine(fresh: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Must 31: the server opens no connection, and asks for no name."""

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("the server wants to go out")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for path in [*EVERYWHERE, "/metrics", "/openapi.json", "/api/next?text=a", "/api/tensor?text=a&tensor=logits"]:
        assert fresh.get(path).status_code in {200, 404}


@pytest.mark.parametrize("path", ["/docs", "/about"])
def test_the_pages_load_nothing_from_elsewhere(client: Client, path: str) -> None:
    """Must 31: no third-party request of any kind."""
    page = client.get(path).text
    for attribute in ("src=", "<link", "action=", "@import"):
        for place in page.split(attribute)[1:]:
            assert "//" not in place.partition(">")[0], place[:80]
    assert "<style" not in page
    assert " style=" not in page
