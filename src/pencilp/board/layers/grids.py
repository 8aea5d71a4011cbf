"""What the values of a layer are kept in: one value for each place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.board.layers.clues import UNKNOWN, Clue, PlacedClue, clue_at


class Grid(list[Any]):
    """One value for each cell, edge or corner; ``None`` where nothing is given (in an answer: where nothing is decided)."""

    cells_at: Sequence[tuple[int, ...]] | None = None
    """The cells adjacent to each place; None if the places are the cells."""

    def items(self) -> list[Clue]:
        """Return everything given as clues, unknown values included."""
        clue = self.clue
        return [clue(place, value) for place, value in enumerate(self) if value is not None]

    def known(self, *values: Any) -> list[Clue]:
        """Return everything given with a known value as clues, or only those with one of ``values``."""
        clue, is_known = self.clue, self.is_known
        given = [(place, value) for place, value in enumerate(self) if value is not None and is_known(value)]
        return [clue(place, value) for place, value in given if not values or value in values]

    def at(self, place: int) -> Clue | None:
        """Return the clue at a place; None if nothing is given there."""
        value = self[place]
        return None if value is None else self.clue(place, value)

    def clue(self, place: int, value: Any) -> Clue:
        """Return the clue of a ``value`` that stands at a place."""
        if self.cells_at is not None:
            clue = clue_at(PlacedClue, place, value, (self, place))
            clue.at = self.cells_at[place]
            return clue
        # there are many: this is ``clue_at`` without a further call
        clue = _new(Clue, (place, value))
        clue.source = (self, place)
        return clue

    def is_known(self, value: Any) -> bool:
        """Return whether a value that is given says what it is."""
        return value.__class__ is int or bool(value != UNKNOWN)

    @property
    def given(self) -> list[int]:
        """The indices where something is given."""
        return [i for i, value in enumerate(self) if value is not None]

    def where(self, *values: Any) -> list[int]:
        """Return the indices whose value is one of ``values``."""
        return [i for i, value in enumerate(self) if value in values]

    @property
    def listed(self) -> list[Any]:
        """The values alone, place by place."""
        return self


_new = tuple.__new__
