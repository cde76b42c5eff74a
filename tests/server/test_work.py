"""The line and the workers, without any model."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from threading import Event
from typing import Any

import pytest

from server.work import BusyError, Work


class Gate:
    """Work that goes on only when it is let; it remembers what was begun."""

    def __init__(self) -> None:
        self.open, self.begun = Event(), list[str]()

    def work(self, name: str) -> Callable[[], str]:
        def pass_gate() -> str:
            self.begun.append(name)
            assert self.open.wait(10)
            return name

        return pass_gate


def play(scene: Callable[[Work, Gate], Coroutine[Any, Any, None]], *, workers: int = 1, queue: int = 2) -> None:
    """Run a scene with an empty line."""
    gate, work = Gate(), Work(workers=workers, queue=queue)
    try:
        asyncio.run(scene(work, gate))
    finally:
        gate.open.set()
        work.close()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def start(awaitable: Awaitable[Any]) -> "asyncio.Future[Any]":
    return asyncio.ensure_future(awaitable)


def test_identical_work_is_done_once() -> None:
    async def scene(work: Work, gate: Gate) -> None:
        asked = [start(work.run("a", gate.work("a"))) for _ in range(30)]
        await settle()
        gate.open.set()
        assert await asyncio.gather(*asked) == ["a"] * 30
        assert gate.begun == ["a"]

    play(scene)


def test_work_that_failed_fails_for_all_who_wait_and_is_tried_again_for_the_next() -> None:
    async def scene(work: Work, _gate: Gate) -> None:
        def fail() -> None:
            raise ValueError("no")

        results = await asyncio.gather(*(work.run("a", fail) for _ in range(3)), return_exceptions=True)
        assert [str(result) for result in results] == ["no"] * 3
        assert await work.run("a", lambda: "yes") == "yes"

    play(scene)


def test_past_the_limit_of_the_line_one_is_turned_away_with_how_many_are_ahead() -> None:
    async def scene(work: Work, gate: Gate) -> None:
        asked = [start(work.run(name, gate.work(name))) for name in "abc"]
        await settle()
        with pytest.raises(BusyError, match="3 other requests are ahead") as caught:
            await work.run("d", gate.work("d"))
        assert caught.value.ahead == 3
        same = start(work.run("c", gate.work("c")))  # what is in line already may still be asked for
        gate.open.set()
        assert await asyncio.gather(*asked, same) == ["a", "b", "c", "c"]

    play(scene, workers=1, queue=2)


def test_each_is_told_its_place() -> None:
    async def scene(work: Work, gate: Gate) -> None:
        asked = [start(work.run(name, gate.work(name))) for name in "abcd"]
        await settle()
        assert [work.ahead_of(name) for name in "abcde"] == [0, 0, 2, 3, None]
        assert (work.running, work.waiting) == (2, 2)
        gate.open.set()
        await asyncio.gather(*asked)
        assert (work.running, work.waiting) == (0, 0)

    play(scene, workers=2)


def test_what_nobody_wants_any_more_is_dropped_before_it_starts() -> None:
    async def scene(work: Work, gate: Gate) -> None:
        asked = [start(work.run(name, gate.work(name))) for name in "abc"]
        also_c = start(work.run("c", gate.work("c")))
        await settle()
        asked[1].cancel()
        asked[2].cancel()
        await settle()
        assert work.waiting == 1  # b is gone, c is still wanted by another
        gate.open.set()
        assert await also_c == "c"
        assert gate.begun == ["a", "c"]

    play(scene)


def test_what_is_running_ends_for_nobody_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(work: Work, gate: Gate) -> None:
        def fail() -> None:
            gate.work("a")()
            raise ValueError

        asked = start(work.run("a", fail))
        await settle()
        asked.cancel()
        await settle()
        gate.open.set()
        assert await work.run("b", lambda: "b") == "b"

    play(scene)
    assert not caplog.records


@pytest.mark.parametrize(
    ("place", "begun"),
    [
        pytest.param("goes_on", ["a", "next of a", "b", "c"], id="one who has waited stands first"),
        pytest.param("in_turn", ["a", "b", "c", "next of a"], id="one who comes back again and again stands last"),
    ],
)
def test_one_who_comes_again_is_not_turned_away(place: str, begun: list[str]) -> None:
    async def scene(work: Work, gate: Gate) -> None:
        asked = [start(work.run(name, gate.work(name))) for name in "abc"]
        await settle()
        asked.append(start(work.run("next of a", gate.work("next of a"), **{place: True})))
        await settle()
        gate.open.set()
        await asyncio.gather(*asked)
        assert gate.begun == begun

    play(scene, workers=1, queue=2)


def test_a_house_that_was_closed_can_be_opened_again() -> None:
    async def scene(work: Work, gate: Gate) -> None:
        asked = [start(work.run(name, gate.work(name))) for name in "ab"]
        await settle()
        work.close()
        gate.open.set()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert results[0] == "a"
        assert isinstance(results[1], asyncio.CancelledError)
        assert await work.run("c", lambda: "c") == "c"

    play(scene)
