"""The files of the page: packed where that is worth it, and the same bytes when they are unpacked."""

import pytest
from starlette.testclient import TestClient

from server.app import create_app
from server.pages import STATIC

client = TestClient(create_app())


@pytest.mark.parametrize("path", ["js/main.js", "css/tokens.css", "vendor/lit.js"])
def test_a_text_is_packed_and_unpacks_to_the_file(path: str) -> None:
    answer = client.get(f"/static/{path}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.content == (STATIC / path).read_bytes()


def test_a_file_is_sent_as_it_is_where_the_browser_does_not_unpack() -> None:
    answer = client.get("/static/js/main.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == (STATIC / "js/main.js").read_bytes()


def test_a_packed_file_that_is_known_is_not_sent_again() -> None:
    first = client.get("/static/js/main.js", headers={"Accept-Encoding": "gzip"})
    known = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["etag"]}
    assert client.get("/static/js/main.js", headers=known).status_code == 304


def test_a_font_is_not_packed_twice() -> None:
    font = next((STATIC / "vendor" / "fonts").glob("*.woff2")).name
    answer = client.get(f"/static/vendor/fonts/{font}", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert "max-age" in answer.headers["cache-control"]
