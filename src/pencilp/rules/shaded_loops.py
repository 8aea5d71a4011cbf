"""A rule about a loop that passes all cells except the shaded ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Array, Lit, Model
from pencilp.rules.loops import inside_loop, loop_through_cells
from pencilp.rules.shading import not_adjacent


def loop_next_to_shaded(
    m: Model, board: Lattice, shaded: Array, line: Sequence[Lit], clued: Collection[int] = (), *, outside: bool = False
) -> None:
    """Require that one closed loop from cell to cell passes all cells except ``shaded`` and ``clued`` ones.

    Shaded cells do not touch, and cells with a clue are not shaded. ``outside``: shaded cells lie outside the loop.
    """
    m.require_all("a clue's cell is not shaded", [~shaded[c] for c in clued], clued)
    not_adjacent(m, board, shaded, "shaded cells do not touch")
    clued_cells = set(clued)
    loop_through_cells(
        m, board, line, [False if c in clued_cells else ~shaded[c] for c in board.cells],
        passes="the loop passes every cell that is not shaded", keeps_out="the loop keeps out of the cells with a clue",
    )  # fmt: skip
    if outside:
        inside = inside_loop(m, board, line)
        out = [~shaded[c] | ~inside[board.cell_corners[c][0]] for c in board.cells]
        m.require_all("a shaded cell lies outside the loop", out, board.cells)
