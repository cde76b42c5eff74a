"""Merges, other vocabularies, prices, nearest pieces and parts of weights over HTTP."""

import json
import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch

from model.shelf.library import Library
from tests.server.shelf import Client

SENTENCE = "the cat saw the hat"
CASES = json.loads((Path(__file__).parents[1] / "cases" / "tokenizers.json").read_text(encoding="utf-8"))["ids"]


def table(shelf: Path) -> torch.Tensor:
    return Library(shelf, default="pieces").get("pieces").transformer.w_e.weight.detach()


def test_the_seams_of_the_last_stage_are_those_between_the_tokens(client: Client) -> None:
    answer = client.read("/api/merges", text=SENTENCE)
    tokens = client.read("/api/tokenize", text=SENTENCE)["tokens"]
    merging = answer["merging"]
    open_ones = [i for i, stage in enumerate(merging["seams"], start=1) if stage is None]
    edges = [0, *open_ones, len(SENTENCE)]
    content = bytes.fromhex(merging["content"])
    assert [content[a:b].hex() for a, b in pairwise(edges)] == [token["bytes"] for token in tokens]
    assert merging["stages"][-1]["count"] == len(tokens)
    assert answer["kind"] == "bytes"
    assert [stage["made"]["id"] for stage in merging["stages"]] == sorted({s["made"]["id"] for s in merging["stages"]})


def test_part_of_a_character_has_bytes_and_no_text(client: Client) -> None:
    stages = client.read("/api/merges", text="日")["merging"]["stages"]
    assert [stage["joined"][0]["text"] for stage in stages] == [None] * len(stages)


def test_whole_words_are_not_merged_and_the_answer_says_so(client: Client) -> None:
    answer = client.read("/api/merges", model="words", text="the cat")
    assert (answer["kind"], answer["merging"]) == ("words", None)


def test_a_text_over_the_limit_is_not_merged(client: Client) -> None:
    problem = client.refusal("/api/merges", text="the " * 60)
    assert (problem["parameter"], problem["limit"]) == ("text", 48)


@pytest.mark.parametrize("text", list(CASES["gpt2"]))
def test_other_vocabularies_give_their_published_ids(client: Client, text: str) -> None:
    own, *others = client.read("/api/vocabularies", text=text)["cuts"]
    assert {each["name"]: [token["id"] for token in each["tokens"]] for each in others} == {
        name: ids[text] for name, ids in CASES.items()
    }
    assert own["tokens"] == client.read("/api/tokenize", text=text)["tokens"]
    for each in (own, *others):
        assert each["characters_per_token"] == len(text) / len(each["tokens"])


def test_a_text_that_the_model_refuses_is_cut_by_the_others(client: Client) -> None:
    own, *others = client.read("/api/vocabularies", model="words", text="Hello world!")["cuts"]
    assert (own["count"], own["tokens"]) == (None, [])
    assert "“Hello”" in own["refusal"]
    assert [each["count"] for each in others] == [3, 3, 3]


def test_the_price_list_counts_what_the_vocabularies_cut(client: Client) -> None:
    answer = client.read("/api/price")
    for language in answer["languages"]:
        cuts = client.read("/api/vocabularies", text=language["text"])["cuts"]
        assert language["counts"] == [each["count"] for each in cuts]
    assert answer["languages"][0]["times"] == [1, 1, 1, 1]


def test_the_nearest_pieces_have_the_cosines_of_their_rows(client: Client, shelf: Path) -> None:
    answer = client.read("/api/nearest", id=262, top=3)
    rows = torch.nn.functional.normalize(table(shelf).double(), dim=-1)
    cosine = rows @ rows[262]
    assert [each["id"] for each in answer["nearest"]] == cosine.topk(4).indices.tolist()[1:]
    assert [each["cosine"] for each in answer["nearest"]] == pytest.approx(cosine.topk(4).values.tolist()[1:], abs=1e-6)
    assert answer["compared"] == 4096


def test_nearest_pieces_are_looked_for_once(fresh: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fresh.read("/api/nearest", id=300)
    monkeypatch.setattr("model.studies.nearest.cosines", lambda *_: pytest.fail("compared again"))
    assert fresh.read("/api/nearest", id=300) == first


def test_a_piece_that_does_not_exist_is_refused_with_the_range(client: Client) -> None:
    problem = client.refusal("/api/nearest", id=4097)
    assert problem["allowed"] == {"low": 0, "high": 4096}


@pytest.mark.parametrize(
    ("query", "picks", "axes"),
    [
        ({"row": "262"}, (262, slice(None)), ["d_model"]),
        ({"row": "262", "col": "3"}, (262, 3), []),
        ({"row": "261:264,9", "col": "0:2"}, ([261, 262, 263, 9], slice(2)), ["vocab", "d_model"]),
        ({"col": "15"}, (slice(None), 15), ["vocab"]),
    ],
)
def test_a_part_of_a_weight_is_read_as_json_and_as_bytes(
    client: Client, shelf: Path, query: dict[str, str], picks: tuple[Any, Any], axes: list[str]
) -> None:
    right = table(shelf)[picks]
    answer = client.read("/api/weight", weight="w_e.weight", **query)
    assert torch.equal(torch.tensor(answer["values"]), right)
    assert (answer["shape"], answer["axes"], answer["whole"]) == (list(right.shape), axes, [4097, 16])
    raw = client.get("/api/weight", weight="w_e.weight", format="f32", **query)
    assert struct.unpack(f"<{right.numel()}f", raw.content) == tuple(right.flatten().tolist())
    assert raw.headers["x-tensor-shape"] == ",".join(map(str, right.shape))


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"weight": "w_x.weight"}, "weight"),
        ({"weight": "w_e.weight", "row": "4097"}, "row"),
        ({"weight": "w_e.weight", "row": "5:5"}, "row"),
        ({"weight": "w_e.weight", "row": "0:4097,0:4097,0:4097,0:4097"}, "row"),
        ({"weight": "w_e.weight", "row": "-1"}, "row"),
        ({"weight": "norm_final.gain", "col": "0"}, "col"),
    ],
)
def test_what_a_weight_does_not_have_is_refused_by_name(client: Client, query: dict[str, str], parameter: str) -> None:
    problem = client.refusal("/api/weight", **query)
    assert problem["parameter"] == parameter
    assert problem["status"] in {404, 422}


def test_the_about_page_names_where_the_ranks_come_from_and_its_licence(client: Client) -> None:
    page = client.get("/about").text
    assert "js-tiktoken 1.0.21" in page
    assert "Copyright (c) 2022 OpenAI" in page
