"""Cells in order along paths, such as thermometers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import CELLS
from pencilp.board.layers.values import DRAGGED, NATURAL, TUBES, Refuse, ValueType, natural, whole_number
from pencilp.errors import brief


class PathGrid(Grid):
    """A (label of a path, place on it from 1) for each cell; ``paths`` has the cells of each path in order."""

    @property
    def by_label(self) -> dict[int, dict[int, int]]:
        """The cell at each place of each label."""
        result: dict[int, dict[int, int]] = {}
        for cell, (label, place) in self.items():
            path = result.setdefault(label, {})
            # a place that occurs twice leaves a gap at the end
            path[place if place not in path else 0] = cell
        return result

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The same as ``paths``."""
        return self.paths

    @property
    def paths(self) -> list[tuple[int, ...]]:
        """The cells of each path in order, the paths by label."""
        return [tuple(path[place] for place in sorted(path)) for _, path in sorted(self.by_label.items())]


class Step(ValueType):
    """A cell's place on a path: (label of the path, place on it from 1); ``3.1`` is the first cell of path 3.

    Consecutive cells of a path share an edge or, with ``diagonal``, at least a corner.
    """

    kind = "step"
    way = TUBES
    entry = DRAGGED
    places = ("cells",)

    def __init__(self, *, diagonal: bool = False) -> None:
        self.diagonal = diagonal

    def check(self, value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or len(value) != 2 or not all(map(natural, value)) or value[1] < 1:
            raise ValueError(f"{brief(value)} is not a path and a place on it from 1")
        return tuple(value)

    def parse(self, token: str) -> Any:
        label, dot, place = token.partition(".")
        if not dot:
            raise ValueError(f"{token!r} is not a path and a place on it such as 3.1")
        return (whole_number(label), whole_number(place))

    def token(self, value: Any) -> str:
        return f"{value[0]}.{value[1]}"

    @property
    def pattern(self) -> str:
        return rf"{NATURAL}\.{NATURAL}"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [((1, 1), "the first cell of path 1"), ((1, 2), "the second one")]

    def glyph(self, value: Any, lattice: Lattice) -> None:
        return None

    def details(self) -> dict[str, Any]:
        return {"diagonal": self.diagonal}

    def gather(self, values: Any) -> PathGrid:
        return PathGrid(values)

    def fit(self, gathered: PathGrid, lattice: Lattice, refuse: Refuse) -> None:
        for label, path in gathered.by_label.items():
            missing = next((place for place in range(1, len(path) + 1) if place not in path), 0)
            if missing:
                raise refuse(f"{label}.{missing} is missing, or another place is there twice", "")
        adjacent = lattice.around if self.diagonal else lattice.near
        for line in gathered.paths:
            for here, there in pairwise(line):
                if there not in adjacent[here]:
                    raise refuse("this cell does not touch the one before it on its path", lattice.names[there])


class Paths(Layer[PathGrid]):
    """Cells in order along paths, such as thermometers: (label of the path, place on it from 1).

    ``None`` off all paths. Consecutive cells of a path share an edge or, with ``diagonal``, at least a corner.
    """

    def __init__(self, text: str = "", *, diagonal: bool = False, optional: bool = False) -> None:
        super().__init__(CELLS, Step(diagonal=diagonal), text, optional=optional)
