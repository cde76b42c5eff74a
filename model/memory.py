"""A memory that is bounded in bytes: what was used least recently goes first. It knows nothing of what it keeps."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ByteLRU(Generic[K, V]):
    """Values by key, at most `limit` bytes of them together; each value's bytes are told by `size_of` when it comes in.

    A value larger than the whole limit is not kept. Safe to use from several threads.
    """

    def __init__(self, limit: int, *, size_of: Callable[[V], int]) -> None:
        self.limit = limit
        self._size_of = size_of
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._nbytes = 0
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """The bytes of all that is kept."""
        return self._nbytes

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def get(self, key: K) -> V | None:
        """Return the value of `key`, which is now the most recently used, or None where it is not kept."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: K, value: V) -> None:
        """Keep `value` under `key`, and let go of the least recently used until all fits."""
        size = self._size_of(value)
        with self._lock:
            self._drop(key)
            if size > self.limit:
                return
            self._kept[key] = (value, size)
            self._nbytes += size
            while self._nbytes > self.limit:
                self._drop(next(iter(self._kept)))

    def _drop(self, key: K) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self._nbytes -= size
