"""Explanations are true: for every operation of every variant, the operands give the number that the pass captured."""

import json
import math
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from model.explain import explain
from model.explain.explanation import explain_element
from model.explain.kinds import KINDS
from model.explain.listing import operands_of
from model.explain.reading import Reading
from tests.model.configs import Case, capture, cases
from tests.model.explained import CHOICES, IDS, RECORD, draw_variant, listed, reading_of, trace_of
from tests.model.reference import forward

Json = dict[str, Any]
seeds = st.integers(0, 2**16)
TEXTS = {"toy": "the cat sat by the door", "story": "the cat saw the hat"}


def read_case(case: Case, dtype: torch.dtype) -> Reading:
    model = case.model(dtype)
    return reading_of(model, case.tensor(), capture(model, case.tensor()))


def some_index(tensor: Tensor, rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(int(rng.integers(size)) for size in tensor.shape)


@cache
def reference_of(name: str) -> dict[str, np.ndarray]:
    trace = trace_of(name, TEXTS[name])
    weights = {key: weight.numpy() for key, weight in trace.model.transformer.state_dict().items()}
    return forward(trace.model.config, weights, trace.ids.tolist())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_operands_of_every_operation_give_what_was_captured_in_every_variant(dtype: str) -> None:
    rng = np.random.default_rng(0)
    for seed in range(100):
        check_every_tensor(Case(draw_variant(rng), seed, IDS), seed, dtype)
    kinds, made = RECORD.seen(dtype)
    assert kinds == KINDS.keys()
    assert made == {(name, value) for name, values in CHOICES.items() for value in values}


@given(cases(), seeds, st.sampled_from(["float32", "float64", "bfloat16"]))
def test_the_operands_of_every_operation_give_what_was_captured_at_every_size(
    case: Case, seed: int, dtype: str
) -> None:
    check_every_tensor(case, seed, dtype)


def check_every_tensor(case: Case, seed: int, dtype: str) -> None:
    read, rng = read_case(case, getattr(torch, dtype)), np.random.default_rng(seed)
    for name, op in read.writers.items():
        for _ in range(2):
            found = explain_element(read, name, some_index(read.tensor(name), rng))
            assert abs(found.difference) <= found.tolerance, (name, found.own.index, found.value, found.result)
            share = abs(found.difference) / found.tolerance if found.tolerance else 0.0
            RECORD.add(op.kind, case.config, dtype, share)


@given(cases(), seeds)
def test_following_operands_ends_at_ids_weights_and_positions(case: Case, seed: int) -> None:
    read, rng = read_case(case, torch.float32), np.random.default_rng(seed)
    latest = len(read.writers)
    order = {name: place for place, name in enumerate(read.writers)}
    for _ in range(4):
        name, index, source = "probs", some_index(read.tensor("probs"), rng), "tensor"
        steps = 0
        while source == "tensor":
            found = explain_element(read, name, index)
            operands = [*operands_of(listed(found, terms=2)["expression"])]
            if not operands:  # what the mask hides comes from nowhere
                assert found.value == -math.inf
                break
            chosen = operands[rng.integers(len(operands))]
            assert chosen["source"] != "tensor" or order[chosen["name"]] < order[name]
            name, index, source, steps = chosen["name"], tuple(chosen["index"]), chosen["source"], steps + 1
            assert steps <= latest
        assert source in {"id", "weight", "position", "tensor"}


@given(cases(), seeds)
def test_what_was_captured_is_no_part_of_its_own_proof(case: Case, seed: int) -> None:
    model, ids, rng = case.model(), case.tensor(), np.random.default_rng(seed)
    tensors = {**capture(model, ids), "tokens": ids}
    read = reading_of(model, ids, tensors)
    for name in read.writers.keys() - {"tokens"}:
        index = some_index(read.tensor(name), rng)
        spoiled = reading_of(model, ids, {**tensors, name: torch.full_like(tensors[name], 7.5)})
        honest, false = (explain_element(each, name, index) for each in (read, spoiled))
        assert false.result == honest.result
        assert false.value == 7.5
        if honest.value != pytest.approx(7.5, rel=0.1):
            assert abs(false.difference) > false.tolerance


@given(cases(), seeds)
def test_a_changed_operand_changes_the_result(case: Case, seed: int) -> None:
    """An operand that is shown is one that counts, unless it is multiplied by nothing or is not the largest."""
    model, ids, rng = case.model(torch.float64), case.tensor(), np.random.default_rng(seed)
    tensors = {**capture(model, ids), "tokens": ids}
    read = reading_of(model, ids, tensors)
    for name, op in read.writers.items():
        if op.kind not in ("linear", "scores", "scale", "mix", "join", "add", "enter", "unembed", "rope"):
            continue
        index = some_index(read.tensor(name), rng)
        found = explain_element(read, name, index)
        operands = [each for each in operands_of(listed(found)["expression"]) if each["source"] == "tensor"]
        chosen = operands[rng.integers(len(operands))]
        changed = tensors[chosen["name"]].clone()
        changed[tuple(chosen["index"])] += 1.0
        after = explain_element(reading_of(model, ids, {**tensors, chosen["name"]: changed}), name, index)
        factors = [each["value"] for each in operands_of(listed(found)["expression"])]
        assert after.result != found.result or 0.0 in factors, name


@pytest.mark.parametrize("name", ["toy", "story"])
def test_explanations_of_the_second_implementations_tensors_give_its_tensors(name: str) -> None:
    trace, reference = trace_of(name, TEXTS[name]), reference_of(name)
    tensors = {key: torch.from_numpy(np.asarray(value)) for key, value in reference.items()}
    read = reading_of(trace.model.transformer, trace.ids, tensors)
    rng = np.random.default_rng(0)
    for key in read.writers:
        for _ in range(3):
            found = explain_element(read, key, some_index(read.tensor(key), rng))
            assert abs(found.difference) <= found.tolerance, (key, found.own.index)


@pytest.mark.parametrize("name", ["toy", "story"])
def test_listed_terms_and_their_rest_are_what_the_second_implementation_computes(name: str) -> None:
    trace, reference = trace_of(name, TEXTS[name]), reference_of(name)
    rng = np.random.default_rng(1)
    for key in trace.model.tensors:
        index = some_index(trace.tensor(key), rng)
        answer = listed(explain(trace, key, index), terms=3)
        total = work_out(answer["expression"])
        assert total == pytest.approx(float(reference[key][index]), rel=1e-3, abs=1e-4), (key, index)
        assert total == pytest.approx(-math.inf if answer["result"] is None else answer["result"], rel=1e-12)


FUNCTIONS = {
    "exp": math.exp,
    "sqrt": math.sqrt,
    "square": lambda x: x * x,
    "tanh": math.tanh,
    "erf": math.erf,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "cos": math.cos,
    "sin": math.sin,
    "relu": lambda x: max(x, 0.0),
}


def work_out(node: Json) -> float:
    """What a reader gets who does the sums of an answer by hand, from nothing but operands, constants and rests."""
    kind = node["node"]
    if kind == "hidden":
        return -math.inf
    if kind in ("operand", "number"):
        return -math.inf if node["value"] is None else node["value"]
    if kind == "sum":
        return math.fsum(work_out(term["node"]) for term in node["terms"]) + (node["rest"] or {"value": 0.0})["value"]
    if kind == "largest":
        return work_out(node["part"])
    first, *others = map(work_out, node["parts"])
    if kind == "apply":
        return FUNCTIONS[node["function"]](first)
    for other in others:
        first = {
            "add": lambda a, b: a + b,
            "subtract": lambda a, b: a - b,
            "multiply": lambda a, b: a * b,
            "divide": lambda a, b: a / b,
        }[kind](first, other)
    return first


@settings(max_examples=20)
@given(seeds)
def test_any_ten_tensors_of_story_are_explained_and_equal(seed: int) -> None:
    trace, rng = trace_of("story", TEXTS["story"]), np.random.default_rng(seed)
    for name in rng.choice([*trace.model.tensors], 10, replace=False).tolist():
        index = some_index(trace.tensor(name), rng)
        answer = listed(explain(trace, name, index))
        assert answer["agrees"], (name, index, answer["value"], answer["result"])
        json.dumps(answer, allow_nan=False)


def test_the_terms_are_the_largest_and_the_rest_is_one_row() -> None:
    trace = trace_of("story", TEXTS["story"])
    found = listed(explain(trace, "blocks.2.mlp.out", (4, 17)), terms=5)
    terms, rest = found["expression"]["terms"], found["expression"]["rest"]
    row = trace.model.transformer.get_parameter("blocks.2.mlp.w_down.weight")[17].double().numpy()
    products = row * trace.tensor("blocks.2.mlp.hidden")[4].double().numpy()
    order = np.argsort(-abs(products))
    assert [term["at"] for term in terms] == order[:5].tolist()
    assert [term["value"] for term in terms] == pytest.approx(products[order[:5]].tolist(), rel=1e-12)
    assert rest["count"] == 512 - 5
    assert rest["value"] == pytest.approx(products[order[5:]].sum(), rel=1e-9)
    assert found["magnitude"] == pytest.approx(abs(products).sum(), rel=1e-12)


def test_heads_are_subtotals_of_what_attention_adds() -> None:
    trace = trace_of("story", TEXTS["story"])
    found = listed(explain(trace, "blocks.3.attn.out", (4, 9)), terms=6)
    row = trace.model.transformer.get_parameter("blocks.3.attn.w_o.weight")[9].double().view(6, 32)
    brought = (row * trace.tensor("blocks.3.attn.z")[:, 4].double()).sum(-1)
    for term in found["expression"]["terms"]:
        assert term["label"] == f"head {term['at'] + 1}"
        assert term["value"] == pytest.approx(float(brought[term["at"]]), rel=1e-9)
        assert (term["node"]["node"], term["node"]["count"]) == ("sum", 32)
    assert found["expression"]["rest"] is None
