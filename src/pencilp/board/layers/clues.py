"""Clues as rules use them: their places and values."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

UNKNOWN = "?"
"""The value of a clue that is given but unknown."""


class Clue(tuple[Any, ...]):
    """A clue in a cell: its ``cell`` and its ``value``. It is a pair of the two and may be unpacked.

    Give it to a rule as ``clue=clue``: the rule then comes from this clue, and has its place unless ``at=`` names
    another. ``source`` is the value of ``Rule.clue``: the values of its layer, and its place among them. ``part`` is
    its place among the values of one cell (``known``).
    """

    source: tuple[Any, ...]
    part: int

    place: Any = property(itemgetter(0))
    """The number of its cell, or of its link, edge, corner or column, depending on its layer."""
    value: Any = property(itemgetter(1))
    cell: Any = place
    at: Any = place
    """The cell or the cells at its place."""

    @property
    def number(self) -> Any:
        """Return the number of an arrow; None if it has none."""
        return self[1][-1]

    @property
    def way(self) -> Any:
        """Return the direction of an arrow; None if it has none."""
        return self[1][-2]

    @property
    def color(self) -> Any:
        """Return the colour of an arrow."""
        return self[1][0]

    @property
    def is_known(self) -> bool:
        """Return whether its value is known: it is not ``?``, and an arrow has a number and no ``?``."""
        return bool(self.source[0].is_known(self[1]))

    def known(self) -> list[Clue]:
        """Return the known values of one cell as clues, each with its place among them as ``part``."""
        return [self._of(k, value) for k, value in enumerate(self[1]) if value is not None and value != UNKNOWN]

    def _of(self, part: int, value: Any) -> Clue:
        clue = clue_at(type(self), self[0], value, (*self.source, part))
        clue.part = part
        return clue


class PlacedClue(Clue):
    """A clue on a link, an edge, a corner or a column: ``place`` is its number, ``at`` are the cells next to it."""

    at = ()

    @property
    def cell(self) -> Any:
        """Raise AttributeError: such a clue is not in a cell."""
        raise AttributeError("this clue stands in no cell: take clue.place, or the cells clue.at")

    def _of(self, part: int, value: Any) -> Clue:
        clue = super()._of(part, value)
        clue.at = self.at
        return clue


class CellsClue(Clue):
    """A clue about a line or a room: its ``cells``, its ``value``, and its ``source``. It is a triple of these."""

    cells: Any = property(itemgetter(0))
    source: Any = property(itemgetter(2))

    @property
    def cell(self) -> Any:
        """Return the cell of a room's clue. Raise AttributeError if the clue is outside the board."""
        if len(self.source) != 2:
            raise AttributeError("this clue stands outside the board: take its cells, clue.cells")
        return self.source[1]


def clue_at(kind: type[Clue], place: Any, value: Any, source: tuple[Any, ...]) -> Clue:
    """Return the clue of a ``value`` at a place."""
    clue = tuple.__new__(kind, (place, value))
    clue.source = source
    return clue
