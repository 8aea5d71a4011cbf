"""Words about what is said of every cell of a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Constraint, Lit, Model
from pencilp.model.structures import Kept


def of_every_cell(
    m: Model, board: Lattice, lits: Sequence[Lit], said: Callable[[int], Constraint | Lit], words: str
) -> None:
    """``said(cell)`` holds for every cell.

    It depends on nothing but the shape of the board and the literals ``lits``: for the next board of this shape it is not
    made again.
    """

    def made() -> Kept:
        return Kept([said(cell) for cell in board.cells], board.cells, board.kept)

    key = "every cell", words, getattr(said, "__code__", None)
    m.require(words, m.alike(board.kept, key, lits, made))
