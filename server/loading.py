"""The models, opened in a thread while the server already answers: importing torch takes longer than anything else."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import TYPE_CHECKING, Literal

from model.shelf.names import model_folders, name_of
from server.problems import ProblemError, make_problem
from server.settings import Settings

if TYPE_CHECKING:
    from model.shelf.library import Library
    from model.shelf.loaded import LoadedModel

State = Literal["loading", "ready", "failed"]
log = logging.getLogger("lanewise")


class Loader:
    """Opens the library once, in the background, with the default model loaded and warm."""

    def __init__(self, settings: Settings, *, when_put_away: "Callable[[LoadedModel], None]") -> None:
        self._settings, self._when_put_away = settings, when_put_away
        self._library: Future[Library] = Future()
        self._started = False
        self._lock = Lock()

    @property
    def state(self) -> State:
        """Whether requests for a model are answered, wait, or are turned away."""
        if not self._library.done():
            return "loading"
        return "failed" if self._library.exception() else "ready"

    def start(self) -> None:
        """Begin to load, if that has not begun."""
        with self._lock:
            if not self._started:
                self._started = True
                Thread(target=self._open, name="lanewise-loader", daemon=True).start()

    async def library(self) -> "Library":
        """The library, once it is there.

        Raises:
            ProblemError: the models could not be loaded.
        """
        self.start()
        try:
            return await asyncio.shield(asyncio.wrap_future(self._library))
        except Exception as error:
            problem = make_problem("not-ready", f"The models could not be loaded: {error}")
            raise ProblemError(problem) from error

    def _open(self) -> None:
        try:
            library = open_library(self._settings)
            library.when_put_away = self._when_put_away
            self._library.set_result(library)
        except Exception as error:
            log.exception("The models could not be loaded.")
            self._library.set_exception(error)


def open_library(settings: Settings) -> "Library":
    """Open the models' folders, load the default model and let it run once."""
    from model.runtime import check_device, use_threads
    from model.shelf.library import Library

    use_threads(settings.threads)
    check_device(settings.device)
    library = Library(
        *model_folders(settings.models),
        extra={name_of(path): path for path in settings.open},
        memory=settings.memory,
        most_tokens=settings.tokens,
        dtype=settings.dtype,
        device=settings.device,
    )
    if settings.default_model is not None:
        library.default = settings.default_model
    warm_up(library)
    return library


def warm_up(library: "Library") -> None:
    """Load the default model and let it run once, since the first pass of a process is slow."""
    from model.errors import LanewiseError
    from model.memory import ByteLRU
    from model.trace import make_trace

    for name in library.names():
        try:
            library.describe(name)  # reads and remembers the digests of the files
        except LanewiseError as error:
            log.warning("The model %s cannot be opened: %s", name, error)
    model = library.get(library.default)
    make_trace(model, next(iter(model.description.file.examples), ""), insides=ByteLRU(0, len))
