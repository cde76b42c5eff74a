"""A text that begins like an earlier one costs only its new tokens, and its numbers are those of a whole pass."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model import passes
from model import trace as tracing
from model.config import Config
from model.errors import TooLongError
from model.memory import ByteLRU
from model.passes import Pass, Prefixes, judge_rows, run_pass, shared
from model.shelf.loaded import LoadedModel
from model.trace import make_trace, nbytes
from tests.model.configs import Case, cases
from tests.model.traced import trace_of

THREE_LAYERS = Case(
    Config(vocab_size=5, d_model=8, n_layers=3, n_heads=2, n_kv_heads=1, d_head=4, d_ff=8, n_ctx=16), 0, (0, 1)
)


@pytest.fixture(autouse=True)
def small_models_are_worth_it() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passes, "WORTH_KEEPING", 0)
        yield


def read(model: LoadedModel, ids: list[int], prefixes: Prefixes | None = None) -> tuple[Pass, int]:
    """A pass, and through how many tokens the model really went for it."""
    last = next(op for op in model.ops if op.part == "head").reads[0]
    names = [f"blocks.{layer}.resid_pre" for layer in range(model.config.n_layers)] + [last]
    counted: list[int] = []
    embed = model.transformer.embed_tokens

    def count(given: torch.Tensor, *more: Any) -> torch.Tensor:
        counted.append(len(given))
        return embed(given, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model.transformer, "embed_tokens", count)
        return run_pass(model, ids, names, prefixes=prefixes), sum(counted)


def check_same(found: Pass, whole: Pass) -> None:
    assert found.ids == whole.ids
    for name, stream in whole.streams.items():
        torch.testing.assert_close(found.streams[name], stream, atol=1e-4, rtol=1e-5)
    for ours, theirs in zip(found.positions, whole.positions, strict=True):
        assert (ours.next is None) == (theirs.next is None)
        if ours.next and theirs.next:
            assert ours.next.id == theirs.next.id
            assert ours.next.p == pytest.approx(theirs.next.p, abs=1e-5)
        best = {each.id: each.p for each in theirs.guesses.top}
        for each in ours.guesses.top:
            assert each.p == pytest.approx(best.get(each.id, each.p), abs=1e-5)


@settings(max_examples=40)
@given(case=cases(causal=True), data=st.data())
def test_a_text_goes_on_from_the_longest_one_that_begins_alike(case: Case, data: st.DataObject) -> None:
    model, ids = trace_of(case).model, list(case.ids)
    other = st.lists(st.integers(0, case.config.vocab_size - 1), max_size=3)
    prefixes = Prefixes(10_000_000)
    for _ in range(data.draw(st.integers(1, 3))):
        first = ids[: data.draw(st.integers(1, len(ids)))] + data.draw(other)
        read(model, first[: case.config.n_ctx], prefixes)
    known = prefixes.longest("case", ids)
    n = known[1] if known else 0
    found, counted = read(model, ids, prefixes)
    assert counted == len(ids) - n
    check_same(found, read(model, ids)[0])
    check_same(read(model, ids, prefixes)[0], found)


@settings(max_examples=15)
@given(case=cases(causal=False))
def test_a_model_that_looks_ahead_reads_every_text_anew(case: Case) -> None:
    model, prefixes = trace_of(case).model, Prefixes(10_000_000)
    for _ in range(2):
        assert read(model, list(case.ids), prefixes)[1] == len(case.ids)


@settings(max_examples=10)
@given(case=cases(causal=True))
def test_passes_of_another_model_are_no_beginning(case: Case) -> None:
    model, prefixes = trace_of(case).model, Prefixes(10_000_000)
    read(model, list(case.ids), prefixes)
    assert prefixes.longest("case", case.ids) is not None
    assert prefixes.longest("another", case.ids) is None
    prefixes.forget("case")
    assert (len(prefixes.kept), prefixes.kept.nbytes) == (0, 0)


def test_what_is_remembered_of_passes_is_bounded() -> None:
    prefixes = Prefixes(100)
    for i in range(9):
        prefixes.keep("model", Pass((i,), {"x": torch.zeros(10)}, [], None))
    assert len(prefixes.kept) == 2
    assert prefixes.longest("model", [0]) is None
    assert prefixes.longest("model", [8]) is not None


@given(st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)))
def test_what_two_lists_share_is_their_common_beginning(some: list[int], others: list[int]) -> None:
    n = shared(some, others)
    assert some[:n] == others[:n]
    assert n == min(len(some), len(others)) or some[n] != others[n]


@settings(max_examples=20)
@given(st.integers(0, 1000), st.sampled_from([1e-3, 1.0, 30.0]))
def test_guesses_and_ranks_are_those_of_a_softmax_in_float64(seed: int, scale: float) -> None:
    logits = torch.randn(5, 37, generator=torch.Generator().manual_seed(seed)) * scale
    nexts = [3, 36, 0, 7]
    found = judge_rows(logits.clone(), nexts)
    p = torch.softmax(logits.double(), dim=-1)
    for row, position in enumerate(found):
        assert [each.id for each in position.guesses.top] == logits[row].topk(10).indices.tolist()
        assert [each.p for each in position.guesses.top] == pytest.approx(p[row].topk(10).values.tolist(), rel=1e-5)
        total = sum(each.p for each in position.guesses.top) + position.guesses.rest_p
        assert total == pytest.approx(1, abs=1e-6)
        if row < len(nexts):
            assert position.next is not None
            assert position.next.rank == int((logits[row] > logits[row, nexts[row]]).sum()) + 1
            assert position.next.nll == pytest.approx(-float(p[row, nexts[row]].log()), rel=1e-5, abs=1e-6)
    assert found[-1].next is None


@settings(max_examples=20)
@given(case=cases())
def test_rows_of_logits_that_are_made_alone_are_those_of_the_whole(case: Case) -> None:
    trace = trace_of(case)
    names = [name for name in trace.model.tensors if tracing.segment_of(name) == "exit" and name not in trace.streams]
    whole = {name: trace.tensor(name) for name in names}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tracing, "ROWS_ALONE", 0)
        for name in names:
            row = torch.from_numpy(trace.select(name, token=-1).values)
            torch.testing.assert_close(row, whole[name][-1], atol=1e-5, rtol=1e-5)
            index = (0,) * whole[name].ndim
            assert float(trace.select(name, index=index).values) == pytest.approx(float(whole[name][index]), abs=1e-4)


def test_progress_is_told_layer_by_layer() -> None:
    told: list[tuple[int, int]] = []
    model = trace_of(THREE_LAYERS).model
    make_trace(model, "w0 w1", insides=ByteLRU(0, nbytes), progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_large_model_has_its_lens_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "LENS_AT_ONCE", 0)
    trace = trace_of(THREE_LAYERS)
    assert [boundary.best for boundary in trace.boundaries] == [[]] * 4
    assert all(boundary.norms for boundary in trace.boundaries)


def test_fewer_tokens_than_the_context_holds_may_be_the_limit() -> None:
    """must 17: limits count tokens, the one that stands in front too."""
    model = trace_of(THREE_LAYERS).model
    few = replace(model, description=replace(model.description, limit=3))
    assert (model.limit, few.limit) == (model.config.n_ctx, 3)
    assert len(few.read("w0 w1 w0")) == 3
    with pytest.raises(TooLongError, match=r"4 tokens; at most 3 are read here .* of the 16"):
        few.read("w0 w1 w0 w1")
