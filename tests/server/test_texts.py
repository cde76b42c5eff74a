"""Every text that breaks tools of this kind, through every address that takes a text."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.shelf import Client

LINES = (Path(__file__).parents[1] / "cases" / "texts.jsonl").read_text(encoding="utf-8").splitlines()
TEXTS = [json.loads(line)["text"] for line in LINES]
each_text = pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))


def joined(tokens: list[dict[str, Any]]) -> bytes:
    return bytes.fromhex("".join(token["bytes"] for token in tokens))


@each_text
def test_the_model_gets_the_text_byte_for_byte(client: Client, text: str) -> None:
    """Must 16: no trim, no collapsed spaces; the tokens joined are the text."""
    tokenized = client.read("/api/tokenize", text=text)
    assert joined(tokenized["tokens"]) == text.encode()
    if tokenized["count"] > tokenized["limit"]:
        assert client.refusal("/api/trace", text=text)["count"] == tokenized["count"]
        return
    trace = client.read("/api/trace", text=text)
    assert trace["text"] == text
    assert joined(trace["tokens"]) == text.encode()


@each_text
def test_a_piece_of_a_character_shows_its_bytes(client: Client, text: str) -> None:
    """Must 18: never U+FFFD; tokens that only together make a character are numbered."""
    for token in client.read("/api/tokenize", text=text)["tokens"]:
        assert (token["text"] is None) == (token["part"] is not None)
        if token["text"] is not None:
            assert token["text"] == text[token["start"] : token["end"]]


@each_text
def test_what_may_come_next_is_answered_or_refused_in_a_sentence(client: Client, text: str) -> None:
    response = client.get("/api/next", text=text)
    assert response.status_code == 200 or response.json()["detail"]
    assert response.status_code in {200, 422}


@each_text
def test_every_shape_is_the_one_that_the_trace_tells(client: Client, text: str) -> None:
    response = client.get("/api/trace", text=text)
    if response.status_code == 422 or not text:
        return
    for tensor in response.json()["tensors"]:
        sent = client.get("/api/tensor", text=text, tensor=tensor["name"], format="f32")
        assert sent.headers["x-tensor-shape"] == ",".join(map(str, tensor["shape"]))
        assert sent.headers["x-tensor-axes"] == ",".join(tensor["axes"])


@each_text
def test_a_closed_list_of_words_takes_the_text_or_says_where_it_cannot(client: Client, text: str) -> None:
    for path in ("/api/tokenize", "/api/trace", "/api/next"):
        response = client.get(path, model="words", text=text)
        if response.status_code != 200:
            problem = response.json()
            assert problem["status"] == 422
            assert text == "" or problem["start"] < problem["end"] <= len(text)


def test_one_token_attends_to_itself_alone(client: Client) -> None:
    answer = client.read("/api/tensor", text="x", tensor="blocks.0.attn.pattern", head=0)
    assert answer["values"] == [[1]]


@pytest.mark.parametrize(
    ("raw", "said", "start"),
    [
        ("text=ab%ED%A0%80c", "U+D800", 2),
        ("text=%C3%A9%ED%BF%BF", "U+DFFF", 1),
        ("text=ab%FF", "0xFF", 2),
        ("text=%E6%97", "0xE6", 0),
        ("text=%C0%80", "0xC0", 0),
        ("text=%F4%90%80%80", "0xF4", 0),
    ],
)
def test_what_is_no_text_is_refused_by_name(client: Client, raw: str, said: str, start: int) -> None:
    """Must 16: what cannot be kept exactly is refused, and the refusal says which character and why."""
    for path in ("/api/tokenize", "/api/trace", "/api/next", "/api/tensor", "/api/queue"):
        problem = client.refusal(f"{path}?{raw}")
        assert said in problem["detail"]
        assert (problem["parameter"], problem["start"]) == ("text", start)


def test_a_plus_is_a_space_and_a_percent_sign_stands_for_itself(client: Client) -> None:
    assert client.read("/api/trace?text=a+b%2B")["text"] == "a b+"
    assert client.read("/api/trace?text=100%")["text"] == "100%"
