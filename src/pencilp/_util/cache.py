"""What is made of the shape of a board is kept with the shape: the next board of this shape has the same."""

from __future__ import annotations

import sys

# what lies behind ``weakref``, whose import takes as long as reading a puzzle
from _weakref import ref
from typing import Any

MOST = 800_000
"""So many numbers and literals are kept in all, 20 to 40 bytes each: where there are more, all is forgotten and made anew."""

_keeps: dict[int, ref[Keep]] = {}
"""All that there are. Threads add to it and look through it at once: both are single calls, in which no other thread can run."""
_put = 0
"""So many numbers and literals were put since all were counted. Some of them may have gone since, with their boards."""


def forget() -> None:
    """Forget all that is kept with anything."""
    global _put
    _put = 0
    for keep in _alive():
        keep.clear()


def release() -> None:
    """Forget all that is kept with anything, and give what memory is free then back to the system.

    The C library keeps what it has free, and to a limit of memory that counts as ours.
    """
    import gc

    forget()
    gc.collect()
    if sys.platform == "linux":
        import ctypes

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _alive() -> list[Keep]:
    return [keep for known in list(_keeps.values()) if (keep := known()) is not None]


class Keep(dict[Any, Any]):
    """What is kept with one thing, by keys. A copy is empty: what solvers have made cannot be copied."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__  # type: ignore[assignment]
    __ne__ = object.__ne__  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.size = 0
        """How many numbers and literals there are in what was ``put``."""
        self._put: set[Any] = set()
        own = id(self)
        _keeps[own] = ref(self, lambda _: _keeps.pop(own, None))

    def put(self, key: Any, value: Any, size: int) -> None:
        """Keep something in which there are ``size`` numbers and literals."""
        global _put
        if key not in self._put:
            _put += size
            if _put > MOST:
                # only now all are counted: of many boards that would take longer than what is kept saves
                _put = size + sum([keep.size for keep in _alive()])
                if _put > MOST:
                    forget()
                    _put = size
            self._put.add(key)
            self.size += size
        self[key] = value

    def clear(self) -> None:
        super().clear()
        self._put.clear()
        self.size = 0

    def __reduce__(self) -> Any:
        return Keep, ()
