"""Where clues may stand, which places are symmetric to each other, and where they lie on the board."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from pencilp.analysis.left_out import Place
from pencilp.board.lattice import Lattice
from pencilp.board.symmetry import turned
from pencilp.generation.habits import Habits, is_nothing
from pencilp.generation.random_answer import Spot
from pencilp.generation.wishes import SYMMETRIES, Wishes
from pencilp.genres import Genre

SYMMETRIC = ("cells", "links", "edges", "corners")
"""The places of clues that are symmetric if that is wished; clues outside the board and of the whole board are not."""


class Places:
    """The places of clues of one new puzzle."""

    def __init__(
        self, genre: type[Genre], board: Lattice, wishes: Wishes, habits: Habits, chance: random.Random
    ) -> None:
        self.genre, self.board, self.wishes, self.habits, self.chance = genre, board, wishes, habits, chance
        self._images = [turned(board, matrix) for matrix in SYMMETRIES[wishes.symmetry]]
        self._orbits: dict[Place, tuple[int, ...]] = {}
        self.scattered: frozenset[int] | None = None
        """The cells that may have clues, if no two of them may be adjacent."""

    def orbit(self, place: Place) -> Place:
        """Return the first of the places that are symmetric to the place of a clue."""
        if not self._images or self.genre.inputs[place[0]].on not in SYMMETRIC:
            return place
        return place[0], self.alike(*place[:2])[0]

    def alike(self, key: str, place: int) -> tuple[int, ...]:
        """Return the places of a layer that are symmetric to one, in order."""
        on = self.genre.inputs[key].on
        if not self._images or on not in SYMMETRIC:
            return (place,)
        if (key, place) not in self._orbits:
            some, stack = {place}, [place]
            while stack:
                at = stack.pop()
                for image in self._images:
                    there = image.place(on, at)
                    if there is not None and there not in some:
                        some.add(there)
                        stack.append(there)
            self._orbits |= dict.fromkeys([(key, at) for at in some], tuple(sorted(some)))
        return self._orbits[key, place]

    def is_wished(self, place: Place) -> bool:
        """Return whether a clue may stand at a place and at those that are symmetric to it."""
        key, at, *more = place
        if isinstance(at, str):
            return self.wishes.allows(place)
        return all(
            self.wishes.allows((key, each, *more)) or (each != at and self.is_given((key, each)))
            for each in self.alike(key, at)
        )

    def given(self, place: Place) -> Any:
        """Return what stands at a place from the beginning."""
        key, where, *more = place
        if self.wishes.base is None or key not in self.wishes.base:
            return self.genre.inputs[key].value.nothing
        held = self.wishes.base[key][where]
        return held[more[0]] if isinstance(where, str) else held

    def is_given(self, place: Place) -> bool:
        """Return whether a clue stands at a place from the beginning."""
        return not is_nothing(self.genre.inputs[place[0]], self.given(place))

    def allows(self, place: Place) -> bool:
        """Return whether a clue may stand at a place."""
        if not self.is_wished(place):
            return False
        on_cell = self.scattered is not None and self.genre.inputs[place[0]].on == "cells"
        return not on_cell or place[1] in self.scattered  # type: ignore[operator]

    def scatter(self) -> None:
        """Choose cells for clues, no two of them adjacent, if that is wished. Those of given clues are among them."""
        self.scattered = None
        layers = [key for key in self.habits.clues if self.genre.inputs[key].on == "cells"]
        if self.wishes.touching or not layers:
            return
        groups: dict[Any, set[int]] = {}
        for cell in self.board.cells:
            if any(self.is_wished((key, cell)) for key in layers):
                groups.setdefault(self.orbit((layers[0], cell)), set()).add(cell)
        taken = {cell for key in layers for cell in self.board.cells if self.is_given((key, cell))}
        near = {other for cell in taken for other in self.board.near[cell]}
        for group in self.chance.sample([*groups.values()], len(groups)):
            around = {other for cell in group for other in self.board.near[cell]}
            if not group & near and not group & around:
                taken |= group
                near |= around
        self.scattered = frozenset(taken)

    def around(self, spot: Spot, open_layers: Collection[str]) -> list[Spot]:
        """Return the places of the answer, and of open layers, near one of them."""
        radius = self.chance.choice((1.2, 1.6, 2.3, 3.1))
        x, y = self.point(*spot)
        return [
            (key, place)
            for key, layer in {**self.genre.inputs, **self.genre.answers}.items()
            if key in self.genre.answers or key in open_layers
            for place in range(layer.size(self.board))
            if max(abs(self.point(key, place)[0] - x), abs(self.point(key, place)[1] - y)) <= radius
        ]

    def point(self, key: str, place: int) -> tuple[float, float]:
        """Return where a place of a layer lies."""
        board = self.board
        on = (self.genre.inputs.get(key) or self.genre.answers[key]).on
        if on == "cells":
            return board.center(place)
        if on == "corners":
            return board.corner_point(place)
        if on in ("links", "edges"):
            ends = [board.corner_point(corner) for corner in board.edge_corners[place]]
            return sum(x for x, _ in ends) / 2, sum(y for _, y in ends) / 2
        return board.center(0)


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance of two points by rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
