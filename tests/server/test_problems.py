"""Bad input: each is answered by a problem that says what was wrong, where, and what is allowed."""

from typing import Any

import pytest

from tests.server.shelf import N_CTX, WORDS, Client

TEXT = "the cat sat"
PATTERN = {"text": TEXT, "tensor": "blocks.0.attn.pattern"}


def test_an_unknown_model_is_answered_with_those_that_there_are(client: Client) -> None:
    for path in ("/api/anatomy", "/api/tokenize", "/api/trace", "/api/tensor", "/api/next", "/api/queue"):
        more = {} if path == "/api/anatomy" else {"text": "a"} | ({"tensor": "x"} if path == "/api/tensor" else {})
        problem = client.refusal(path, model="../story", **more)
        assert (problem["status"], problem["parameter"]) == (404, "model")
        assert problem["allowed"] == ["pieces", "words"]


@pytest.mark.parametrize("tensor", ["blocks.2.attn.q", "blocks.0.attn.nothing", "", "w_e.weight"])
def test_an_unknown_tensor_or_layer_is_answered_with_the_catalogue(client: Client, tensor: str) -> None:
    problem = client.refusal("/api/tensor", text=TEXT, tensor=tensor)
    assert (problem["status"], problem["parameter"]) == (404, "tensor")
    assert "blocks.1.attn.q" in problem["allowed"]


@pytest.mark.parametrize(
    ("path", "query", "parameter", "allowed"),
    [
        ("/api/tensor", {**PATTERN, "head": 4}, "head", {"low": -4, "high": 3}),
        ("/api/tensor", {**PATTERN, "head": -5}, "head", {"low": -4, "high": 3}),
        ("/api/tensor", {**PATTERN, "token": 3}, "token", {"low": -3, "high": 2}),
        ("/api/tensor", {**PATTERN, "index": "0,0,3"}, "index", {"low": -3, "high": 2}),
        ("/api/tensor", {**PATTERN, "index": "0,0"}, "index", ["head", "query", "key"]),
        ("/api/tensor", {**PATTERN, "index": "0,0,0", "head": 1}, "index", ["head", "query", "key"]),
        ("/api/tensor", {**PATTERN, "index": "0;0"}, "index", None),
        ("/api/tensor", {"text": TEXT, "tensor": "embed", "head": 0}, "head", ["token", "d_model"]),
        ("/api/tensor", {**PATTERN, "head": "x"}, "head", {"low": -(2**31), "high": 2**31 - 1}),
        ("/api/tensor", {**PATTERN, "head": "9" * 5000}, "head", {"low": -(2**31), "high": 2**31 - 1}),
        ("/api/tensor", {**PATTERN, "format": "pickle"}, "format", ["json", "f32", "f16", "safetensors"]),
        ("/api/tensor", {**PATTERN, "average": "token"}, "average", ["head"]),
        ("/api/tensor", {"text": TEXT}, "tensor", None),
        ("/api/next", {"text": TEXT, "token": 3}, "token", {"low": -3, "high": 2}),
        ("/api/next", {"text": TEXT, "temperature": -0.1}, "temperature", {"low": 0, "high": 100}),
        ("/api/next", {"text": TEXT, "temperature": "nan"}, "temperature", {"low": 0, "high": 100}),
        ("/api/next", {"text": TEXT, "temperature": "inf"}, "temperature", {"low": 0, "high": 100}),
        ("/api/next", {"text": TEXT, "temperature": "1e999"}, "temperature", {"low": 0, "high": 100}),
        ("/api/next", {"text": TEXT, "top": 0}, "top", {"low": 1, "high": 1000}),
        ("/api/next", {"text": TEXT, "top": 1001}, "top", {"low": 1, "high": 1000}),
        ("/api/next", {"text": ""}, "text", None),
        ("/api/tensor", {"text": "", "tensor": "embed"}, "text", None),
        ("/api/trace", {}, "text", None),
        ("/api/trace", {"text": "a", "txt": "b"}, "txt", ["model", "text", "bos"]),
        ("/api/models", {"model": "pieces"}, "model", []),
        ("/api/trace", {"text": ["a", "b"]}, "text", None),
        ("/api/tokenize", {"text": "the fish", "model": "words"}, "text", list(WORDS)),
    ],
)
def test_a_wrong_parameter_is_named_with_what_is_allowed(
    client: Client, path: str, query: dict[str, Any], parameter: str, allowed: object
) -> None:
    problem = client.refusal(path, **query)
    assert problem["status"] == 422
    assert problem["parameter"] == parameter
    assert problem.get("allowed") == allowed
    assert problem["detail"].endswith(".")
    assert len(problem["detail"]) < 300


def test_a_word_that_is_not_known_is_named_in_the_title_and_the_words_are_quoted(client: Client) -> None:
    problem = client.refusal("/api/trace", text="the bird sat", model="words")
    assert problem["title"] == "This model does not know “bird”"
    assert problem["detail"].endswith("“mat”, “door” and “.”.")
    long = client.refusal("/api/trace", text="b" * 500, model="words")
    assert len(long["title"]) < 100


def test_the_nearest_name_comes_first(client: Client) -> None:
    problem = client.refusal("/api/tensor", text=TEXT, tensor="blocks.1.atn.q")
    assert problem["allowed"][0] == "blocks.1.attn.q"
    assert "“blocks.1.attn.q”" in problem["detail"]


def test_an_address_that_leads_nowhere_is_a_problem_too(client: Client) -> None:
    for path in (
        "/nothing",
        "/api/",
        "/static/nothing.js",
        "/static/../pyproject.toml",
        "/static/%2e%2e/README.md",
        "/a%00b",
    ):
        assert client.refusal(path)["status"] == 404


def test_what_is_wrong_is_repeated_as_it_was_given_and_cut_where_it_is_long(client: Client) -> None:
    problem = client.refusal("/api/tensor", **{**PATTERN, "index": "999999999,0,0"})
    assert "index is 999999999," in problem["detail"]
    assert len(client.refusal("/api/trace", text="a", model="m" * 5000)["detail"]) < 120


def test_other_methods_are_told_to_use_get(client: Client) -> None:
    response = client.together(client.http.post("/api/trace", params={"text": "a"}))
    assert (response.status_code, response.json()["status"]) == (405, 405)
    assert "GET" in response.headers["allow"]


def test_a_mistake_of_ours_shows_nothing_of_itself(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.answers.models_answer", lambda _library: 1 / 0)
    response = client.get("/api/models")
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert "Zero" not in response.text
    assert response.headers["content-security-policy"].startswith("default-src 'none'")


def test_every_kind_of_problem_is_told_about_in_the_reference(client: Client) -> None:
    page = client.get("/docs").text
    problem = client.refusal("/api/next", text="the " * N_CTX * 2)
    assert f'id="{problem["type"].partition("#")[2]}"' in page
