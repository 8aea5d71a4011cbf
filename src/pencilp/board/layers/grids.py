"""What the values of a layer are kept in: one value for each place."""

from __future__ import annotations

from typing import Any

UNKNOWN = "?"
"""The value of a clue that is there but does not say what it is."""


class Grid(list[Any]):
    """One value for each cell, edge or corner; ``None`` where nothing is given (in an answer: where nothing is decided)."""

    def items(self) -> list[tuple[int, Any]]:
        """(index, value) of everything given, unknown values included."""
        return [(i, value) for i, value in enumerate(self) if value is not None]

    def known(self) -> list[tuple[int, Any]]:
        """(index, value) of everything given with a known value."""
        return [(i, value) for i, value in enumerate(self) if value is not None and value != UNKNOWN]

    @property
    def given(self) -> list[int]:
        """The indices where something is given."""
        return [i for i, value in enumerate(self) if value is not None]

    def where(self, *values: Any) -> list[int]:
        """The indices whose value is one of ``values``."""
        return [i for i, value in enumerate(self) if value in values]

    @property
    def listed(self) -> list[Any]:
        """The values alone, place by place."""
        return self
