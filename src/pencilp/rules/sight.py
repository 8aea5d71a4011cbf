"""Words about what a cell sees: along every ray of the lattice up to the first cell that blocks the view."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.model.model import Clue
from pencilp.model.plane import Plane, Sees


def sees(
    m: Model,
    board: Lattice,
    clear: Sequence[Lit],
    cell: int,
    count: int,
    words: str,
    clue: Clue = None,
    *,
    itself: bool = True,
) -> None:
    """``cell`` sees ``count`` clear cells in all directions together; it is one of them, or with ``itself=False`` is not."""
    own = int(itself)
    m.require(words, Sees(Plane.of(m, board), clear, board.rays[cell], count - own, own), at=cell, clue=clue)
