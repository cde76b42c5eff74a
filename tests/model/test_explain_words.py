"""What an explanation says around the arithmetic: terms, notes, pieces, shapes, code, symbols, refusals."""

import json
from typing import Any

import pytest
import torch

from model.config import Config
from model.errors import EmptyTextError, NotAnAxisError, OutOfRangeError, UnknownNameError
from model.explain import explain
from model.explain.listing import operands_of
from model.trace import Trace
from tests.model.configs import capture, make_model
from tests.model.explained import SIZES, answer, listed, read_random, reading_of, trace_of

Json = dict[str, Any]
CAT, BY = "the cat sat", "the cat sat by"


def answer_of(trace: Trace, name: str, *index: int, terms: int = 8) -> Json:
    return listed(explain(trace, name, index), terms)


def test_places_in_formulas_count_from_1_and_indices_from_0() -> None:
    found = answer(read_random(), "blocks.0.attn.q", 2, 3, 1, terms=1)
    (term,) = found["expression"]["terms"]
    weight, x = term["node"]["parts"]
    assert term["label"] == f"number {term['at'] + 1}"
    assert weight["index"] == [2 * 4 + 1, term["at"]]
    assert weight["symbol"] == f"W_Q[10,{term['at'] + 1}]"
    assert weight["note"] == "row 10: number 2 of head 3"
    assert x["symbol"] == f"y_{{4,{term['at'] + 1}}}"
    assert (x["name"], x["token"]) == ("blocks.0.norm1.out", 3)


def test_a_softmax_takes_its_rows_largest_away_and_hidden_scores_count_for_nothing() -> None:
    found = answer_of(trace_of("toy", BY), "blocks.0.attn.pattern", 1, 2, 1)
    above, below = found["expression"]["parts"]
    assert [term["label"] for term in below["terms"] if term["value"] == 0] == ["token 4"]
    largest = above["parts"][0]["parts"][1]
    assert largest["node"] == "largest"
    row = trace_of("toy", BY).tensor("blocks.0.attn.masked")[1, 2]
    assert (largest["at"], largest["value"]) == (int(row.argmax()), float(row.max()))
    hidden = next(term for term in below["terms"] if term["value"] == 0)
    assert hidden["node"]["parts"][0]["parts"][0]["value"] is None


@pytest.mark.parametrize(
    ("fields", "query", "key", "reason"),
    [
        ({}, 1, 3, "Token 4 comes after token 2, and no token may look at a later one."),
        (
            {"window": 2},
            4,
            2,
            "Token 3 stands 2 places before token 5; in this layer's window a token sees at most 1 away.",
        ),
        (
            {"window": 1},
            4,
            3,
            "Token 4 stands 1 place before token 5; in this layer's window a token sees itself alone.",
        ),
        (
            {"window": 2, "causal": False},
            1,
            4,
            "Token 5 stands 3 places after token 2; in this layer's window a token sees at most 1 away.",
        ),
    ],
)
def test_what_the_mask_hides_has_a_reason(fields: Json, query: int, key: int, reason: str) -> None:
    found = answer(read_random(**fields), "blocks.0.attn.masked", 0, query, key)
    assert found["expression"] == {"node": "hidden", "reason": reason, "value": None}
    assert (found["value"], found["result"], found["difference"], found["agrees"]) == (None, None, 0.0, True)


def test_a_layer_without_the_window_sees_past_it() -> None:
    read = read_random(window=2, window_layers=(1,))
    assert answer(read, "blocks.0.attn.masked", 0, 4, 2)["expression"]["node"] == "operand"
    assert answer(read, "blocks.1.attn.masked", 0, 4, 2)["expression"]["node"] == "hidden"


def test_shared_keys_say_which_query_heads_they_serve() -> None:
    found = answer(read_random(), "blocks.0.attn.scores", 3, 4, 2)
    keys = [each for each in operands_of(found["expression"]) if each["name"].endswith("rot_k")]
    assert {each["index"][0] for each in keys} == {1}
    assert {each["note"] for each in keys} == {"head 2 of keys and values serves query heads 3 to 4"}


@pytest.mark.parametrize(
    ("pairing", "i", "partner", "pair"), [("half", 1, 3, 1), ("half", 2, 0, 0), ("interleaved", 2, 3, 1)]
)
def test_a_turned_number_names_its_partner(pairing: str, i: int, partner: int, pair: int) -> None:
    found = answer(read_random(rope_pairing=pairing), "blocks.0.attn.rot_q", 0, 3, i)
    own, angle, other, _ = operands_of(found["expression"])
    assert (own["index"][-1], other["index"][-1], angle["index"]) == (i, partner, [3, pair])
    assert other["note"] == f"the partner of number {i + 1} in pair {pair + 1}"


def test_numbers_that_do_not_turn_say_so() -> None:
    found = answer(read_random(rope_dims=2), "blocks.0.attn.rot_q", 0, 3, 2)
    assert found["expression"]["note"] == "only the first 2 of 4 numbers are turned; this one stays"


def test_an_embedding_is_selected_by_the_tokens_id() -> None:
    found = answer(read_random(), "embed", 3, 1)["expression"]
    assert (found["name"], found["index"], found["source"], found["piece"]) == (
        "w_e.weight",
        [4, 1],
        "weight",
        {"id": 4},
    )
    assert found["note"] == "the table that makes the logits too"
    assert (found["by"]["source"], found["by"]["value"], found["by"]["token"]) == ("id", 4.0, 3)


def test_logits_say_where_their_table_is_from() -> None:
    tied, own = (
        next(operands_of(answer(read_random(tied=tied), "logits", 4, 2)["expression"])) for tied in (True, False)
    )
    assert (tied["name"], tied["note"]) == ("w_e.weight", "the embedding's own table, used a second time")
    assert own["name"] == "w_u.weight"
    assert "note" not in own


def test_a_weight_is_an_end_that_says_what_uses_it() -> None:
    found = answer(read_random(), "blocks.1.mlp.w_up.weight", 4, 2)
    assert (found["kind"], found["op"], found["axes"]) == ("weight", "blocks.1.mlp.up", ["d_ff", "d_model"])
    assert found["shapes"] == "(5 × 6)"
    assert found["expression"]["note"] == "learned in training; used by “Up” of layer 2"
    assert found["value"] == found["result"] == found["expression"]["value"]
    shared = answer(read_random(), "w_e.weight", 4, 2)
    assert shared["expression"]["note"] == "learned in training; used by “Embedding” and “Logits”"


def test_every_weight_can_be_asked_for() -> None:
    fields = {"norm": "layer", "norm_bias": True, "qk_norm": True, "tied": False, "unembed_bias": True}
    biases = {"qkv_bias": True, "out_bias": True, "mlp_bias": True}
    for more in ({"position": "learned"}, {"gated": False}):
        read = read_random(**fields, **biases, **more)
        for name in read.users:
            found = answer(read, name, *(0 for _ in read.weight(name).shape))
            assert len(found["axes"]) == read.weight(name).ndim, name
            assert found["symbols"][0]["meaning"]


def test_shapes_are_those_that_meet() -> None:
    read = read_random(qkv_bias=True)
    shapes = {name: answer(read, name, *index)["shapes"] for name, index in SHAPED.items()}
    assert shapes == {
        "blocks.0.attn.k": "norm1_out (6 × 6) · w_kᵀ (6 × 8) + bias (8) → k (2 × 6 × 4)",
        "blocks.0.attn.scores": "rot_q (4 × 6 × 4) · rot_kᵀ (2 × 4 × 6) → scores (4 × 6 × 6)",
        "blocks.0.attn.rot_k": "k (2 × 6 × 4), rope_angle (6 × 2) → rot_k (2 × 6 × 4)",
        "blocks.0.norm1.scale": "resid_pre (6 × 6) → norm1_scale (6)",
        "blocks.0.mlp.hidden": "act (6 × 5) ⊙ up (6 × 5) → hidden (6 × 5)",
        "blocks.0.attn.masked": "scaled (4 × 6 × 6) → masked (4 × 6 × 6)",
        "rope.angle": "rope_angle (6 × 2)",
        "embed": "tokens (6), w_e (7 × 6) → embed (6 × 6)",
    }


SHAPED: dict[str, tuple[int, ...]] = {
    "blocks.0.attn.k": (0, 0, 0),
    "blocks.0.attn.scores": (0, 0, 0),
    "blocks.0.attn.rot_k": (0, 0, 0),
    "blocks.0.norm1.scale": (0,),
    "blocks.0.mlp.hidden": (0, 0),
    "blocks.0.attn.masked": (0, 0, 1),
    "rope.angle": (0, 0),
    "embed": (0, 0),
}


@pytest.mark.parametrize("norm", ["rms", "layer"])
def test_the_code_of_a_norms_parts_makes_them(norm: str) -> None:
    read = read_random(norm=norm)
    names = [name for name in read.writers if name.startswith("blocks.0.norm1.")]
    for name in names:
        made = {
            "resid_pre": read.tensor("blocks.0.resid_pre"),
            "torch": torch,
            "gain": read.weight("blocks.0.norm1.gain"),
        }
        whole = read.tensor(name)
        line, element = answer(read, name, *(1 for _ in whole.shape))["code"].split("\n")
        exec(line, made)  # noqa: S102 (our own line)
        torch.testing.assert_close(eval(element, made), whole[(1,) * whole.ndim], rtol=1e-5, atol=1e-6)  # noqa: S307


def test_symbols_are_said_once_each() -> None:
    found = answer(read_random(norm="layer"), "blocks.0.norm1.scale", 2)
    assert [(each["symbol"], each["name"]) for each in found["symbols"]] == [
        (r"\sigma", "blocks.0.norm1.scale"),
        ("x", "blocks.0.resid_pre"),
        (r"\mu", "blocks.0.norm1.mean"),
        ("6", None),
        (r"\varepsilon", None),
    ]


def test_one_token_is_enough() -> None:
    trace = trace_of("story", "the")
    for name in trace.model.tensors:
        found = explain(trace, name, tuple(0 for _ in trace.tensor(name).shape))
        assert abs(found.difference) <= found.tolerance, name


def test_a_large_vocabulary_is_listed_as_its_largest_terms() -> None:
    config = Config(**{**SIZES, "vocab_size": 50_000})
    model, ids = make_model(config), torch.tensor([49_999, 7])
    read = reading_of(model, ids, capture(model, ids))
    found = answer(read, "probs", 1, 4321)
    assert found["agrees"]
    total = found["expression"]["parts"][1]
    assert (len(total["terms"]), total["rest"]["count"], total["count"]) == (8, 49_992, 50_000)
    assert len(json.dumps(found)) < 20_000


def test_what_is_not_there_is_refused_with_what_is() -> None:
    trace = trace_of("toy", CAT)
    with pytest.raises(UnknownNameError) as unknown:
        explain(trace, "blocks.0.attn.patern", (0, 0, 0))
    assert unknown.value.allowed[0] == "blocks.0.attn.pattern"
    assert {"probs", "w_e.weight"} <= set(unknown.value.allowed)
    with pytest.raises(NotAnAxisError) as axis:
        explain(trace, "probs", (0, 0, 0))
    assert axis.value.axes == ["token", "vocab"]
    for index, high in (((3, 0), 2), ((0, 9), 8), ((-1, 0), 2)):
        with pytest.raises(OutOfRangeError) as outside:
            explain(trace, "probs", index)
        assert (outside.value.low, outside.value.high) == (0, high)
    with pytest.raises(OutOfRangeError):
        explain(trace, "w_e.weight", (9, 0))


def test_without_tokens_only_weights_are_there() -> None:
    trace = trace_of("toy", "")
    with pytest.raises(EmptyTextError):
        explain(trace, "probs", (0, 0))
    assert explain(trace, "w_e.weight", (0, 0)).value == float(
        trace.model.transformer.get_parameter("w_e.weight")[0, 0]
    )
