"""A memory that is bounded in bytes and forgets what was used least recently."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class ByteLRU(Generic[Key, Value]):
    """Remembers values up to `limit` bytes in all. Safe to use from several threads.

    A value larger than the limit is made and handed out, but not remembered.
    """

    def __init__(self, limit: int, size: Callable[[Value], int]) -> None:
        self.limit, self.nbytes, self._size = limit, 0, size
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value of `key`, which now counts as just used, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Remember `value`, and forget the least recently used ones until the limit is kept."""
        size = self._size(value)
        with self._lock:
            self._forget(key)
            if size > self.limit:
                return
            self._values[key] = value
            self.nbytes += size
            while self.nbytes > self.limit:
                self._forget(next(iter(self._values)))

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of `key`, made by `make` where it is not remembered.

        Two threads may both make it; either is right.
        """
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def newest(self, most: int) -> list[tuple[Key, Value]]:
        """The values that were used last, the latest first, at most so many of them."""
        with self._lock:
            return list(islice(reversed(self._values.items()), most))

    def forget_where(self, is_meant: Callable[[Key], bool]) -> None:
        """Forget the values of all keys that are meant."""
        with self._lock:
            for key in [key for key in self._values if is_meant(key)]:
                self._forget(key)

    def _forget(self, key: Key) -> None:
        value = self._values.pop(key, None)
        if value is not None:
            self.nbytes -= self._size(value)
