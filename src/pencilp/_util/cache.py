"""A cache for data that depends only on the shape of a board. It is stored with the shape.

One bound covers the sizes of all entries of all shapes. ``functools.lru_cache`` counts entries, but an entry of a board
of 50 by 50 cells is a hundred times as large as one of 5 by 5. ``cachetools`` can count sizes, but an entry would
outlive its board, and each call would need a lock.
"""

from __future__ import annotations

import gc
import sys
from typing import Any
from weakref import ref

MAX_SIZE = 800_000
"""The greatest number of numbers and literals in all entries, 20 to 40 bytes each. Beyond it, all entries are
dropped."""

_caches: dict[int, ref[Cache]] = {}
"""All caches, by ``id``. Threads read and change it at the same time, in single calls that no thread interrupts."""
_added = 0
"""The numbers and literals added since the last count. Some may have been freed with their boards."""


def clear_all() -> None:
    """Drop all entries of all caches."""
    global _added
    _added = 0
    for keep in _alive():
        keep.clear()


def free_memory() -> None:
    """Drop all entries of all caches, and return free memory to the system.

    The C library keeps freed memory, which counts towards a limit of memory.
    """
    clear_all()
    gc.collect()
    if sys.platform == "linux":
        import ctypes

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _alive() -> list[Cache]:
    return [keep for known in list(_caches.values()) if (keep := known()) is not None]


class Cache(dict[Any, Any]):
    """The cache of one object. A copy is empty, because entries made by solvers cannot be copied."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__  # type: ignore[assignment]
    __ne__ = object.__ne__  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.size = 0
        """The number of numbers and literals in all entries."""
        self._put: set[Any] = set()
        own = id(self)
        _caches[own] = ref(self, lambda _: _caches.pop(own, None))

    def put(self, key: Any, value: Any, size: int) -> None:
        """Add an entry with ``size`` numbers and literals."""
        global _added
        if key not in self._put:
            _added += size
            if _added > MAX_SIZE:
                # count only now: with many boards, counting each time takes longer than the cache saves
                _added = size + sum([keep.size for keep in _alive()])
                if _added > MAX_SIZE:
                    clear_all()
                    _added = size
            self._put.add(key)
            self.size += size
        self[key] = value

    def clear(self) -> None:
        super().clear()
        self._put.clear()
        self.size = 0

    def __reduce__(self) -> Any:
        return Cache, ()
