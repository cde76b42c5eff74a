"""What attention, the stream and the lens answer beyond tensors: against the tensors of the same trace."""

import math
from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel

from server.reads.head_contributions import HeadContributionsAnswer
from server.reads.lens_grid import LensAnswer
from server.reads.sharpness import SharpnessAnswer
from server.reads.stream import StreamAnswer
from server.reads.value_rows import ValueRowsAnswer
from tests.server.shelf import N_CTX, PIECES, Client

TEXT = "the cat saw the hat"
AT = {"text": TEXT, "layer": 1}


def tensor(client: Client, name: str, **query: object) -> Any:
    return np.array(client.read("/api/tensor", text=TEXT, tensor=name, **query)["values"], dtype=float)


@pytest.mark.parametrize(
    ("path", "schema", "query"),
    [
        ("sharpness", SharpnessAnswer, {"layer": 0, "head": 0}),
        ("value-rows", ValueRowsAnswer, {"layer": 0, "head": 0, "top": 2}),
        ("head-contributions", HeadContributionsAnswer, {"layer": 0}),
        ("stream", StreamAnswer, {}),
        ("lens", LensAnswer, {}),
    ],
)
@pytest.mark.parametrize("model", ["pieces", "words"])
def test_an_answer_is_what_its_schema_says(
    client: Client, path: str, schema: type[BaseModel], query: dict[str, int], model: str
) -> None:
    for text in ("the cat sat", "the"):
        answer = client.get(f"/api/{path}", model=model, text=text, **query)
        assert answer.status_code == 200, answer.text
        schema.model_validate_json(answer.content, strict=True)


def test_the_divided_row_is_the_pattern_and_the_plain_one_is_made_of_the_scores(client: Client) -> None:
    found = client.read("/api/sharpness", **AT, head=2, token=3)
    assert found["divided"]["weights"] == pytest.approx(
        tensor(client, "blocks.1.attn.pattern", head=2, token=3), abs=1e-6
    )
    e = np.exp(tensor(client, "blocks.1.attn.scores", head=2, token=3)[:4])
    assert found["plain"]["weights"] == pytest.approx([*(e / e.sum()), 0], abs=1e-6)
    assert found["divided"]["scores"][4] is None
    assert found["seen"] == 4
    assert found["factor"] == pytest.approx(1 / math.sqrt(PIECES.d_head))


def test_the_rows_of_values_sum_to_z(client: Client) -> None:
    found = client.read("/api/value-rows", **AT, head=3, top=2)
    total = sum(np.array(part["vector"]) for part in (*found["rows"], found["rest"]))
    assert total == pytest.approx(tensor(client, "blocks.1.attn.z", head=3, token=-1), abs=1e-6)
    assert found["rest"]["count"] == 3
    whole = client.read("/api/value-rows", **AT, head=3)
    assert whole["rest"] is None
    assert [row["key"] for row in whole["rows"]] == [0, 1, 2, 3, 4]


def test_the_heads_sum_to_what_attention_adds(client: Client) -> None:
    found = client.read("/api/head-contributions", **AT, token=2)
    assert len(found["heads"]) == PIECES.n_heads
    assert found["bias"] is None
    total = sum(np.array(head["vector"]) for head in found["heads"])
    assert total == pytest.approx(tensor(client, "blocks.1.attn.out", token=2), abs=1e-6)
    assert sum(head["share"] for head in found["heads"]) == pytest.approx(1)


def test_the_stream_adds_up_to_its_length(client: Client) -> None:
    found = client.read("/api/stream", text=TEXT, token=1)
    final = tensor(client, found["final"], token=1)
    assert found["adds_up"] is True
    assert found["total"] == pytest.approx(np.linalg.norm(final), rel=1e-6)
    assert sum(row["along"] for row in found["rows"]) == pytest.approx(found["total"], rel=1e-5)
    for row in found["rows"]:
        assert row["norm"] == pytest.approx(np.linalg.norm(tensor(client, row["added"], token=1)), rel=1e-5)
        assert row["stream_norm"] == pytest.approx(np.linalg.norm(tensor(client, row["stream"], token=1)), rel=1e-5)


def test_the_lens_ends_with_the_models_own_answer(client: Client) -> None:
    """must 9"""
    found, trace = client.read("/api/lens", text=TEXT), client.read("/api/trace", text=TEXT)
    last = found["rows"][-1]
    assert last["id"] == [guess["top"][0]["id"] for guess in trace["guesses"]]
    assert last["p"] == pytest.approx([guess["top"][0]["p"] for guess in trace["guesses"]], abs=1e-6)
    nexts = [guess["next"] for guess in trace["guesses"]]
    assert last["rank"] == [after and after["rank"] for after in nexts]
    assert last["nll"] == pytest.approx([after and after["nll"] for after in nexts[:-1]] + [None], abs=1e-5)
    assert [row["tensor"] for row in found["rows"]] == [row["tensor"] for row in trace["lens"]]
    assert {piece["id"] for piece in found["pieces"]} == {best for row in found["rows"] for best in row["id"]}


def test_a_window_of_the_lens_is_no_larger_than_it_is_asked_to_be(client: Client) -> None:
    found = client.read("/api/lens", text="the" + " the" * (N_CTX - 1), start=40, count=64)
    assert (found["start"], found["count"]) == (40, N_CTX - 40)
    assert all(len(row["p"]) == N_CTX - 40 for row in found["rows"])


@pytest.mark.parametrize(
    ("path", "query", "parameter", "allowed"),
    [
        ("sharpness", {"layer": 2, "head": 0}, "layer", {"low": 0, "high": 1}),
        ("sharpness", {"layer": 0, "head": 4}, "head", {"low": -4, "high": 3}),
        ("sharpness", {"layer": 0, "head": 0, "token": 5}, "token", {"low": -5, "high": 4}),
        ("value-rows", {"layer": 0, "head": 0, "top": 0}, "top", {"low": 1, "high": 1024}),
        ("head-contributions", {"layer": -1}, "layer", {"low": 0, "high": 1}),
        ("stream", {"token": 9}, "token", {"low": -5, "high": 4}),
        ("lens", {"start": 5}, "start", {"low": 0, "high": 4}),
        ("lens", {"count": 0}, "count", {"low": 1, "high": 1024}),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(
    client: Client, path: str, query: dict[str, int], parameter: str, allowed: dict[str, int]
) -> None:
    problem = client.refusal(f"/api/{path}", text=TEXT, **query)
    assert (problem["status"], problem["parameter"], problem["allowed"]) == (422, parameter, allowed)


@pytest.mark.parametrize("path", ["sharpness", "value-rows", "head-contributions", "stream"])
def test_an_empty_text_has_no_token_to_look_at(client: Client, path: str) -> None:
    asked = {
        "sharpness": {"layer": 0, "head": 0},
        "value-rows": {"layer": 0, "head": 0},
        "head-contributions": {"layer": 0},
    }
    assert client.refusal(f"/api/{path}", text="", **asked.get(path, {}))["parameter"] == "text"
