"""What is not sent twice, and what is sent small."""

import gzip
from pathlib import Path

import pytest

from tests.server.shelf import Client

ANSWERS = [
    ("/api/models", {}),
    ("/api/anatomy", {}),
    ("/api/tokenize", {"text": "the cat"}),
    ("/api/trace", {"text": "the cat"}),
    ("/api/tensor", {"text": "the cat", "tensor": "embed"}),
    ("/api/next", {"text": "the cat"}),
    ("/docs", {}),
]


@pytest.mark.parametrize(("path", "query"), ANSWERS)
def test_who_has_the_answer_is_told_so(client: Client, path: str, query: dict[str, str]) -> None:
    first = client.get(path, **query)
    tag = first.headers["etag"]
    again = client.get(path, **query, headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    assert "no-cache" in again.headers["cache-control"]
    assert client.get(path, **query, headers={"If-None-Match": '"other"'}).content == first.content


def test_a_known_answer_costs_no_pass_on_any_server(client: Client, fresh: Client) -> None:
    """The tag depends on the question and the model alone, so that any worker on any machine knows it."""
    tag = client.get("/api/trace", text="the cat").headers["etag"]
    assert fresh.get("/api/trace", text="the cat", headers={"If-None-Match": tag}).status_code == 304
    assert fresh.passes() == 0


def test_another_question_has_another_tag(client: Client) -> None:
    queries = [{}, {"temperature": 2}, {"token": 0}, {"top": 5}, {"text": "the dog"}, {"model": "words"}]
    tags = {client.get("/api/next", **{"text": "the cat", **query}).headers["etag"] for query in queries}
    assert len(tags) == len(queries)


def test_the_model_is_part_of_the_tag_by_what_it_is_and_not_by_its_name(client: Client) -> None:
    unnamed, named = (
        client.get("/api/trace", text="a", **query).headers["etag"] for query in ({}, {"model": "pieces"})
    )
    assert unnamed == named


def test_problems_are_not_kept(client: Client) -> None:
    assert client.get("/api/trace").headers["cache-control"] == "no-store"


def test_text_is_compressed_and_numbers_are_not(client: Client) -> None:
    """Raw activations shrink by a tenth; that is not worth the time."""
    for path, query, encoding in [
        ("/api/trace", {"text": "the cat"}, "gzip"),
        ("/docs", {}, "gzip"),
        ("/static/vendor/lit.js", {}, "gzip"),
        ("/api/tensor", {"text": "the cat", "tensor": "logits", "format": "f32"}, None),
        ("/api/tensor", {"text": "the cat", "tensor": "logits", "format": "safetensors"}, None),
    ]:
        answer = client.get(path, **query, headers={"Accept-Encoding": "gzip"})
        assert answer.headers.get("content-encoding") == encoding, path


def test_the_first_answer_for_sixteen_tokens_is_small(client: Client) -> None:
    body = client.get("/api/trace", text="the cat" + " the cat" * 7).content
    assert len(gzip.compress(body, 1)) <= 30_000


def test_files_carry_a_tag_and_those_asked_for_by_version_are_kept_for_good(client: Client) -> None:
    plain, versioned, font = (
        client.get(f"/static/{path}")
        for path in (
            "css/docs.css",
            "css/docs.css?v=1",
            f"vendor/fonts/{next(Path('static/vendor/fonts').glob('*.woff2')).name}",
        )
    )
    assert plain.headers["etag"]
    assert plain.headers["cache-control"] == "no-cache"
    assert "immutable" in versioned.headers["cache-control"]
    assert font.headers["content-type"] == "font/woff2"
    again = client.get("/static/css/docs.css", headers={"If-None-Match": plain.headers["etag"]})
    assert again.status_code == 304
