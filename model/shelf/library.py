"""The models that can be opened by name: what is bundled, and the checkpoints that lie in the user's folders.

A model is loaded when it is first asked for, and put away when others need the memory that it takes. Loading never runs
code from a file: weights are safetensors or GGUF, everything else is JSON or text. A name is looked up in the list of
folders and never becomes a path.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock

from model.errors import UnknownNameError
from model.runtime import Dtype
from model.shelf.loaded import Description, LoadedModel
from model.shelf.names import BUNDLED, find_models
from model.shelf.opening import Placed, describe_model, load_model

MEMORY = 2 * 2**30
MOST_TOKENS = 1024
"""Of a text, by default: a layer's attention over more of them would fill the memory."""


class Library:
    """The models of some folders; where two have the same name, that of the first folder is meant.

    `extra` are models elsewhere, by the names that they get. At most `memory` bytes of weights are loaded at once, or
    one model.
    """

    def __init__(
        self,
        *folders: Path,
        default: str = "story",
        extra: Mapping[str, Path] | None = None,
        memory: int = MEMORY,
        most_tokens: int = MOST_TOKENS,
        dtype: Dtype = "float32",
        device: str = "cpu",
    ) -> None:
        self.default, self.memory = default, memory
        self.when_put_away: Callable[[LoadedModel], None] = lambda _: None
        self._folders, self._extra = folders or (BUNDLED,), dict(extra or {})
        self._placed = Placed(dtype=dtype, device=device, limit=most_tokens)
        self._described: dict[tuple[str, Path, int], Description] = {}
        self._loaded: OrderedDict[str, LoadedModel] = OrderedDict()
        self._lock, self._loading = Lock(), Lock()

    def names(self) -> list[str]:
        """The names of all models that are there now."""
        return list(self._paths())

    def describe(self, name: str) -> Description:
        """What can be said of the model `name` without loading it. Raises `UnknownNameError` and `CheckpointError`."""
        path = self._path(name)
        key = name, path, path.stat().st_mtime_ns
        if key not in self._described:
            self._described[key] = describe_model(path, name, self._placed)
        return self._described[key]

    def loaded(self, name: str) -> LoadedModel | None:
        """The model `name` if it is loaded, which now counts as just used."""
        with self._lock:
            if name in self._loaded:
                self._loaded.move_to_end(name)
            return self._loaded.get(name)

    def get(self, name: str) -> LoadedModel:
        """The model `name`, loaded if it was not. Raises `UnknownNameError` and `CheckpointError`."""
        path = self._path(name)
        with self._loading:  # one at a time: each takes the memory of its weights
            model = self.loaded(name)
            if model is None:
                self._make_room(self._placed.bytes_of(self.describe(name)))
                model = load_model(path, name, self._placed)
                with self._lock:
                    self._loaded[name] = model
        return model

    def _make_room(self, nbytes: int) -> None:
        """Put models away, the least recently used first, until `nbytes` more fit."""
        while (oldest := self._superfluous(nbytes)) is not None:
            self.when_put_away(oldest)

    def _superfluous(self, nbytes: int) -> LoadedModel | None:
        with self._lock:
            taken = sum(model.nbytes for model in self._loaded.values())
            fits = taken + nbytes <= self.memory
            return None if fits or not self._loaded else self._loaded.popitem(last=False)[1]

    def _path(self, name: str) -> Path:
        paths = self._paths()
        if name not in paths:
            raise UnknownNameError("model", name, list(paths))
        return paths[name]

    def _paths(self) -> dict[str, Path]:
        return find_models(self._folders, self._extra)
