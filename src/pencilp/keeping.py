"""What is made of the shape of a board is kept with the shape: the next board of this shape has the same."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

MOST = 400_000
"""So many numbers and literals are kept in all, some 100 bytes each: where there are more, all is forgotten and made anew."""

_keeps: WeakSet[Keep] = WeakSet()


class Keep(dict[Any, Any]):
    """What is kept with one thing, by keys. A copy is empty: what solvers have made cannot be copied."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.size = 0
        """How many numbers and literals there are in what was ``put``."""
        self._put: set[Any] = set()
        _keeps.add(self)

    def put(self, key: Any, value: Any, size: int) -> None:
        """Keep something in which there are ``size`` numbers and literals."""
        if key not in self._put:
            if size + sum([keep.size for keep in list(_keeps)]) > MOST:
                for keep in list(_keeps):
                    keep.clear()
            self._put.add(key)
            self.size += size
        self[key] = value

    def clear(self) -> None:
        super().clear()
        self._put.clear()
        self.size = 0

    def __reduce__(self) -> Any:
        return Keep, ()
