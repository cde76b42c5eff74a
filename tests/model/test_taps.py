"""Each run brings its own sink and its own edits; runs that happen at the same time do not meet."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import torch
from torch import Tensor

from model.config import Config
from model.taps import Edit, Run, attach_hooks, recording
from model.transformer import Transformer
from tests.model.configs import make_model

CONFIG = Config(vocab_size=9, d_model=8, n_layers=3, n_heads=2, n_kv_heads=1, d_head=4, d_ff=12, n_ctx=64)
TEXTS = [torch.tensor([i % 9 for i in range(start, start + 3 + start)]) for start in range(4)]
EDITS: list[dict[str, Edit]] = [
    {},
    {"blocks.1.attn.z": lambda value, _: value * 0},
    {"blocks.0.mlp.out": lambda value, _: -value},
    {"embed": lambda value, _: value + 1},
]


@pytest.fixture(scope="module")
def model() -> Transformer:
    return make_model(CONFIG)


def trace(model: Transformer, text: Tensor, edits: Mapping[str, Edit]) -> dict[str, Tensor]:
    with torch.inference_mode(), recording(Run(edits=edits)) as run:
        model.predict(text)
    return run.tensors


def assert_same(ours: Mapping[str, Tensor], theirs: Mapping[str, Tensor]) -> None:
    assert set(ours) == set(theirs)
    assert all(torch.equal(tensor, theirs[name]) for name, tensor in ours.items())


def test_runs_in_threads_at_the_same_time_do_not_meet(model: Transformer) -> None:
    alone = [trace(model, *each) for each in zip(TEXTS, EDITS, strict=True)]
    start = Barrier(len(TEXTS))

    def many(text: Tensor, edits: dict[str, Edit]) -> list[dict[str, Tensor]]:
        start.wait()
        return [trace(model, text, edits) for _ in range(25)]

    with ThreadPoolExecutor(len(TEXTS)) as pool:
        together = pool.map(many, TEXTS, EDITS)
        for expected, traces in zip(alone, together, strict=True):
            for tensors in traces:
                assert_same(tensors, expected)


def test_two_threads_in_the_middle_of_a_pass_see_their_own_edit(model: Transformer) -> None:
    """Both stand at the same tap at the same time before either goes on."""
    meet = Barrier(2, timeout=10)

    def wait_and_fill(number: float) -> Edit:
        def edit(value: Tensor, _: Mapping[str, Tensor]) -> Tensor:
            meet.wait()
            return torch.full_like(value, number)

        return edit

    with ThreadPoolExecutor(2) as pool:
        runs = pool.map(lambda n: trace(model, TEXTS[int(n)], {"blocks.1.resid_mid": wait_and_fill(n)}), (1.0, 2.0))
        for number, tensors in zip((1.0, 2.0), runs, strict=True):
            assert (tensors["blocks.1.resid_mid"] == number).all()
            assert len(tensors["embed"]) == len(TEXTS[int(number)])


def test_tasks_of_one_event_loop_do_not_meet(model: Transformer) -> None:
    async def task(run: Run, text: Tensor) -> None:
        with recording(run):
            await asyncio.sleep(0)
            with torch.inference_mode():
                model(text)
            await asyncio.sleep(0)

    async def both() -> tuple[Run, Run]:
        first, second = Run(), Run()
        await asyncio.gather(task(first, TEXTS[0]), task(second, TEXTS[1]))
        return first, second

    first, second = asyncio.run(both())
    assert (len(first.tensors["embed"]), len(second.tensors["embed"])) == (len(TEXTS[0]), len(TEXTS[1]))


def test_outside_of_a_run_nothing_is_kept_or_changed(model: Transformer) -> None:
    run = Run(edits={"embed": lambda value, _: value * 0})
    with torch.inference_mode():
        before = model(TEXTS[1])
        with recording(run):
            pass
        assert torch.equal(model(TEXTS[1]), before)
    assert run.tensors == {}


def test_a_run_that_fails_does_not_go_on_into_the_next(model: Transformer) -> None:
    def fail(_value: Tensor, _before: Mapping[str, Tensor]) -> Tensor:
        raise ArithmeticError

    with pytest.raises(ArithmeticError), recording(Run(edits={"blocks.0.attn.z": fail})):
        model(TEXTS[1])
    assert_same(trace(model, TEXTS[1], {}), trace(model, TEXTS[1], {}))


def test_a_run_inside_a_run_gives_way_to_the_outer_one(model: Transformer) -> None:
    with torch.inference_mode(), recording(Run()) as outer:
        with recording(Run()) as inner:
            model(TEXTS[0])
        assert outer.tensors == {}
        model(TEXTS[1])
    assert len(inner.tensors["embed"]) == len(TEXTS[0])
    assert len(outer.tensors["embed"]) == len(TEXTS[1])


def test_only_what_is_wanted_is_kept(model: Transformer) -> None:
    with torch.inference_mode(), recording(Run(keep=lambda name: name.endswith("resid_pre"))) as run:
        model(TEXTS[0])
    assert list(run.tensors) == [f"blocks.{layer}.resid_pre" for layer in range(CONFIG.n_layers)]


def test_an_edit_sees_what_was_captured_before_it_and_nothing_later(model: Transformer) -> None:
    seen: list[str] = []

    def look(value: Tensor, before: Mapping[str, Tensor]) -> Tensor:
        seen.extend(before)
        return value

    tensors = trace(model, TEXTS[1], {"blocks.1.attn.pattern": look})
    names = list(tensors)
    assert seen == names[: names.index("blocks.1.attn.pattern")]


def test_what_is_kept_is_what_the_model_goes_on_with(model: Transformer) -> None:
    """Muting both heads of a layer leaves only the bias of W_O, of which this model has none."""
    tensors = trace(model, TEXTS[1], EDITS[1])
    assert (tensors["blocks.1.attn.z"] == 0).all()
    assert (tensors["blocks.1.attn.out"] == 0).all()
    assert torch.equal(tensors["blocks.1.resid_mid"], tensors["blocks.1.resid_pre"])


def test_hooks_are_registered_once_and_named_by_their_place() -> None:
    names = attach_hooks(Transformer(CONFIG))
    assert len(names) == len(set(names))
    assert {"embed", "blocks.2.attn.pattern", "norm_final.scale", "logits", "probs"} <= set(names)
