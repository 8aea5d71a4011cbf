"""Rules that only railpool has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import NOWHERE, Lattice
from pencilp.model import Lit, Model
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.loops import straight_runs


@cached_per_shape
def straight_pieces(m: Model, board: Lattice, line: Sequence[Lit]) -> Sequence[tuple[Sequence[int], Lit]]:
    """Return the straight pieces that a line can have: the cells of each, from end to end, and a literal "the line
    has this piece"."""
    found: list[tuple[Sequence[int], Lit]] = []
    for cell in board.cells:
        for way in range(len(board.directions) // 2):
            cells = [cell, *board.rays[cell][way]]
            runs = straight_runs(m, board, line, cell, way)
            behind = board.link_to[cell][board.opposite(way)]
            begins = [~line[behind]] if behind != NOWHERE else []
            for n, run in enumerate(runs, 1):
                longer = [~x for x in runs[n : n + 1]]
                found.append((tuple(cells[: n + 1]), m.all_of([run, *begins, *longer])))
    return found
