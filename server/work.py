"""Bounded work off the event loop: a few worker threads, one line before them, identical work done once.

What nobody wants any more leaves the line before it starts. Work that goes on with something begun stands first:
a request that has waited once does not wait again. One that comes back again and again takes its turn each time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class BusyError(Exception):
    """The line is full; `ahead` pieces of work are running or waiting."""

    def __init__(self, ahead: int) -> None:
        super().__init__(f"The server is busy: {ahead} other requests are ahead of this one, and no more can wait.")
        self.ahead = ahead


@dataclass(eq=False)
class Job:
    """One piece of work, and how many requests want it."""

    key: Hashable
    function: Callable[[], Any]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    wanted: int = 0


class Work:
    """The line and the workers. All methods belong to one event loop; only the work itself runs in threads."""

    def __init__(self, *, workers: int, queue: int) -> None:
        self.workers, self.queue = workers, queue
        self._executor: ThreadPoolExecutor | None = None
        self._running: dict[Hashable, Job] = {}
        self._line: OrderedDict[Hashable, Job] = OrderedDict()

    @property
    def running(self) -> int:
        """How many pieces of work are being done."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many pieces of work stand in line."""
        return len(self._line)

    def ahead_of(self, key: Hashable) -> int | None:
        """How many pieces of work come before `key`: 0 where it is being done, None where nobody asked for it."""
        if key in self._running:
            return 0
        return self.running + list(self._line).index(key) if key in self._line else None

    async def run(self, key: Hashable, function: Callable[[], T], *, goes_on: bool = False, in_turn: bool = False) -> T:
        """Return what `function` returns in a worker; who asks for a `key` that is under way waits for the same result.

        With `goes_on` it is the next step of a request that has been let in: it stands first, and is not turned away.
        With `in_turn` it is one of many such steps: it is not turned away either, but stands last, so that others get
        theirs in between.

        Raises:
            BusyError: the line is full.
            Exception: whatever `function` raises.
        """
        job = (
            self._running.get(key) or self._line.get(key) or self._add(key, function, goes_on=goes_on, in_turn=in_turn)
        )
        job.wanted += 1
        try:
            result: T = await asyncio.shield(job.done)
            return result
        finally:
            job.wanted -= 1
            self._drop_unwanted(job)

    def close(self) -> None:
        """Let what is running end, and send away who stands in line. New work opens the house again."""
        for job in self._line.values():
            job.done.cancel()
        self._line.clear()
        if self._executor is not None:
            self._executor.shutdown(wait=False)
            self._executor = None

    def _add(self, key: Hashable, function: Callable[[], Any], *, goes_on: bool, in_turn: bool) -> Job:
        if self.waiting >= self.queue and self.running >= self.workers and not (goes_on or in_turn):
            raise BusyError(self.running + self.waiting)
        job = Job(key, function)
        self._line[key] = job
        if goes_on:
            self._line.move_to_end(key, last=False)
        self._start_next()
        return job

    def _start_next(self) -> None:
        while self._line and self.running < self.workers:
            if self._executor is None:
                self._executor = ThreadPoolExecutor(self.workers, thread_name_prefix="lanewise-worker")
            key, job = self._line.popitem(last=False)
            self._running[key] = job
            result = asyncio.get_running_loop().run_in_executor(self._executor, job.function)
            result.add_done_callback(partial(self._finish, job))

    def _finish(self, job: Job, result: asyncio.Future[Any]) -> None:
        del self._running[job.key]
        self._start_next()
        if job.done.cancelled():
            return
        error = asyncio.CancelledError() if result.cancelled() else result.exception()
        if error is None:
            job.done.set_result(result.result())
        elif job.wanted:  # an error that nobody waits for is nobody's
            job.done.set_exception(error)

    def _drop_unwanted(self, job: Job) -> None:
        if not job.wanted and self._line.get(job.key) is job:
            del self._line[job.key]
