"""Rules that only nagare has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.rules.loops import inside_loop


def direction_of_loop(m: Model, board: Lattice, line: Sequence[Lit]) -> Callable[[int, int], Lit]:
    """A direction in which to go along the loop ``line`` from cell to cell: one of the two, the same for all rules.

    Returns a function of a cell and a direction: a literal for "the way over that edge leads out of the cell", which is
    so only where the line crosses the edge. Clockwise, the inside of the loop lies to the right of the way.
    """
    inside = inside_loop(m, board, line)
    clockwise = m.binary("clockwise")
    right: dict[int, Lit] = {}

    def leads(cell: int, direction: int) -> Lit:
        corner = board.cell_corners[cell][direction]
        if corner not in right:
            right[corner] = ~m.differ(inside[corner], clockwise)
        return right[corner]

    return leads
