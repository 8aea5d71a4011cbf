"""Sudokus of several grids that share cells: a picture gives the places of the grids."""

from __future__ import annotations

from functools import cached_property
from itertools import product

from pencilp.board.lattice import Lattice, Position, square

SIDE, BOX = 9, 3
"""The numbers of cells along a side of a grid and of a box."""


class Grids:
    """Grids of nine by nine cells, at the places that a picture shows.

    The picture has a sign for each box of three by three cells, in rows, with spaces between them. ``o`` is the upper
    left box of a grid, which extends two boxes further to the right and down. ``.`` is another box, and ``#`` is no
    box.
    """

    def __init__(self, picture: str) -> None:
        self.picture = picture
        rows = [line.split() for line in picture.split("\n") if line.strip()]
        self.starts: list[Position] = [
            (BOX * r, BOX * c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "o"
        ]

    @cached_property
    def board(self) -> Lattice:
        """The cells that lie in a grid."""
        covered = {(r + i, c + j) for r, c in self.starts for i in range(SIDE) for j in range(SIDE)}
        rows, cols = (1 + max(position[axis] for position in covered) for axis in (0, 1))
        return square(
            rows, cols, [position for position in product(range(rows), range(cols)) if position not in covered]
        )

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """The rows of all grids."""
        at = self.board.cell_at
        return [tuple([at[r + i, c + j] for j in range(SIDE)]) for r, c in self.starts for i in range(SIDE)]

    @cached_property
    def columns(self) -> list[tuple[int, ...]]:
        """The columns of all grids."""
        at = self.board.cell_at
        return [tuple([at[r + i, c + j] for i in range(SIDE)]) for r, c in self.starts for j in range(SIDE)]

    @cached_property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of each grid."""
        return [sum(self.rows[k : k + SIDE], ()) for k in range(0, len(self.rows), SIDE)]
