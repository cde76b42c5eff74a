"""`/api/explain`: one answer with all that the page needs, whose operands can be asked in turn."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.anatomy import anatomy, catalogue, sizes
from server.reads.explain import ExplainAnswer
from tests.server.shelf import PIECES, WORDS, Client

TEXT = "the cat saw the hat"
WEIGHTS = sorted({name for op in anatomy(PIECES) for name in op.weights})


def read(client: Client, tensor: str, index: str, **query: Any) -> Any:
    return client.read("/api/explain", text=query.pop("text", TEXT), tensor=tensor, index=index, **query)


@pytest.mark.parametrize("tensor", list(catalogue(PIECES)))
def test_every_tensor_is_explained_and_equal(client: Client, tensor: str) -> None:
    spec, lengths = catalogue(PIECES)[tensor], sizes(PIECES, 5)
    index = ",".join(str(lengths[axis] - 1) for axis in spec.axes)
    found = read(client, tensor, index)
    assert found["agrees"]
    shown = client.read("/api/tensor", text=TEXT, tensor=tensor, index=index)["values"]
    assert found["value"] == pytest.approx(shown, rel=1e-7)  # the same float32, written out in full
    assert found["axes"] == list(spec.axes)
    ExplainAnswer.model_validate(found)


def test_operands_lead_from_a_probability_to_an_id(client: Client) -> None:
    tensor, index, seen = "probs", "4,17", []
    while True:
        found = read(client, tensor, index)
        assert found["agrees"]
        seen.append(tensor)
        node = found["expression"]
        while node["node"] != "operand":
            nodes = [*node.get("parts", []), *(term["node"] for term in node.get("terms", []))]
            # the stream rather than what is added, what is computed rather than what is learned
            node = max(nodes, key=lambda each: (each["node"] != "number", each.get("source") != "weight"))
        if node["source"] != "tensor":
            break
        tensor, index = node["name"], ",".join(map(str, node["index"]))
    assert seen[0] == "probs"
    assert seen[-1] == "embed"
    assert node["name"] == "w_e.weight"
    assert node["by"]["source"] == "id"
    assert read(client, "tokens", str(node["by"]["index"][0]))["value"] == node["by"]["value"]


def test_a_piece_of_the_vocabulary_comes_with_its_text_and_its_bytes(client: Client) -> None:
    node = read(client, "tokens", "1")["expression"]
    assert node["source"] == "id"
    assert {"id": int(node["value"]), "text": " cat", "bytes": b" cat".hex()}.items() <= node["piece"].items()
    row = read(client, "logits", f"4,{node['piece']['id']}")["expression"]["terms"][0]["node"]["parts"][0]
    assert row["piece"] == node["piece"]


def test_as_many_terms_are_listed_as_are_asked_for(client: Client) -> None:
    few, many = (read(client, "logits", "4,17", terms=terms)["expression"] for terms in (1, 64))
    assert (len(few["terms"]), few["rest"]["count"]) == (1, 15)
    assert (len(many["terms"]), many["rest"]) == (16, None)
    assert few["terms"][0] == many["terms"][0]


def test_what_is_hidden_is_null(client: Client) -> None:
    found = read(client, "blocks.0.attn.masked", "0,0,1")
    assert found["value"] is found["result"] is found["expression"]["value"] is None
    assert found["expression"]["node"] == "hidden"
    assert found["difference"] == 0


@pytest.mark.parametrize("weight", WEIGHTS)
def test_every_weight_is_an_end(client: Client, weight: str) -> None:
    index = "0,0" if weight.endswith("weight") else "0"
    found = read(client, weight, index)
    assert found["kind"] == "weight"
    assert found["expression"]["source"] == "weight"
    assert found["value"] == found["result"]


@pytest.mark.parametrize(
    ("query", "status", "parameter", "allowed"),
    [
        ({"tensor": "blocks.0.attn.patern", "index": "0,0,0"}, 404, "tensor", None),
        ({"tensor": "probs", "index": "5,0"}, 422, "index", {"low": 0, "high": 4}),
        ({"tensor": "probs", "index": "0,4097"}, 422, "index", {"low": 0, "high": 4096}),
        ({"tensor": "w_e.weight", "index": "4097,0"}, 422, "index", {"low": 0, "high": 4096}),
        ({"tensor": "probs", "index": "0"}, 422, "index", ["token", "vocab"]),
        ({"tensor": "w_e.weight", "index": "0"}, 422, "index", ["vocab", "d_model"]),
        ({"tensor": "probs", "index": "-1,0"}, 422, "index", None),
        ({"tensor": "probs"}, 422, "index", None),
        ({"index": "0,0"}, 422, "tensor", None),
        ({"tensor": "probs", "index": "0,0", "terms": 0}, 422, "terms", {"low": 1, "high": 64}),
        ({"tensor": "probs", "index": "0,0", "terms": 65}, 422, "terms", {"low": 1, "high": 64}),
    ],
)
def test_what_cannot_be_explained_is_refused_with_what_can(
    client: Client, query: dict[str, Any], status: int, parameter: str, allowed: Any
) -> None:
    problem = client.refusal("/api/explain", text=TEXT, **query)
    assert (problem["status"], problem["parameter"]) == (status, parameter)
    if allowed is not None:
        assert problem["allowed"] == allowed


def test_a_wrong_name_is_answered_with_the_nearest(client: Client) -> None:
    problem = client.refusal("/api/explain", text=TEXT, tensor="blocks.0.attn.patern", index="0,0,0")
    assert problem["allowed"][0] == "blocks.0.attn.pattern"
    assert set(WEIGHTS) <= set(problem["allowed"])


def test_an_empty_text_has_no_tensors(client: Client) -> None:
    assert client.refusal("/api/explain", text="", tensor="probs", index="0,0")["parameter"] == "text"


def test_an_answer_is_remembered_by_its_tag(client: Client) -> None:
    response = client.get("/api/explain", text=TEXT, tensor="probs", index="4,17")
    again = client.get(
        "/api/explain", text=TEXT, tensor="probs", index="4,17", headers={"If-None-Match": response.headers["etag"]}
    )
    assert again.status_code == 304
    other = client.get("/api/explain", text=TEXT, tensor="probs", index="4,17", terms=9)
    assert other.headers["etag"] != response.headers["etag"]


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    tensor=st.sampled_from([*catalogue(PIECES), *WEIGHTS, "nothing"]),
    text=st.sampled_from(["", "the", TEXT, "日本\n"]),
    index=st.lists(st.integers(0, 20), min_size=1, max_size=4).map(lambda given: ",".join(map(str, given))),
    terms=st.integers(1, 64),
)
def test_any_element_is_explained_or_refused(client: Client, **query: Any) -> None:
    response = client.get("/api/explain", **query)
    assert response.status_code in {200, 404, 422}
    if response.status_code == 200:
        found = json.loads(response.content)
        assert found["agrees"]
        ExplainAnswer.model_validate(found)


def test_the_other_kind_of_model_is_explained_too(client: Client) -> None:
    found = client.read("/api/explain", model="words", text="the cat sat", tensor="probs", index=f"2,{len(WORDS) - 1}")
    assert found["agrees"]
    assert found["expression"]["parts"][1]["count"] == len(WORDS)
