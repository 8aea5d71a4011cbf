"""Containers for the values of a layer: one value for each place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.board.layers.clues import UNKNOWN, Clue, PlacedClue


class Grid(list[Any]):
    """One value for each cell, edge or corner; ``None`` if nothing is given (in an answer: if it is undecided)."""

    cells_at: Sequence[tuple[int, ...]] | None = None
    """The cells adjacent to each place; None if the places are cells."""

    def items(self) -> list[Clue]:
        """Return all given values as clues, including unknown values."""
        return self._clues([(place, value) for place, value in enumerate(self) if value is not None])

    def known(self, *values: Any) -> list[Clue]:
        """Return all given known values as clues, or only those equal to one of ``values``."""
        given = [(place, value) for place, value in enumerate(self) if value is not None and value != UNKNOWN]
        if values or type(self) is not Grid:
            given = [(c, value) for c, value in given if self.is_known(value) and (not values or value in values)]
        return self._clues(given)

    def _clues(self, given: list[tuple[int, Any]]) -> list[Clue]:
        adjacent = self.cells_at
        clues: list[Clue] = [*map(Clue if adjacent is None else PlacedClue, given)]
        for clue in clues:
            place = clue[0]
            clue.source = (self, place)
            if adjacent is not None:
                clue.at = adjacent[place]
        return clues

    def at(self, place: int) -> Clue | None:
        """Return the clue at a place; None if nothing is given there."""
        return None if self[place] is None else self._clues([(place, self[place])])[0]

    def is_known(self, value: Any) -> bool:
        """Return whether a given value is known."""
        return bool(value != UNKNOWN)

    @property
    def given(self) -> list[int]:
        """The indices of given values."""
        return [i for i, value in enumerate(self) if value is not None]

    def where(self, *values: Any) -> list[int]:
        """Return the indices whose value is one of ``values``."""
        return [i for i, value in enumerate(self) if value in values]

    @property
    def listed(self) -> list[Any]:
        """The plain values, place by place."""
        return self
