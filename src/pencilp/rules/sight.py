"""Words about what a cell sees: along every ray of the lattice up to the first cell that blocks the view."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model, exactly


def view(m: Model, board: Lattice, clear: Sequence[Lit], cell: int, most: int | None = None) -> list[Lit]:
    """A literal for each cell that ``cell`` may see: it and all cells on the way there are ``clear``.

    ``most`` bounds how many cells the rays are followed; a longer view is then seen as ``most`` cells.
    """
    seen = []
    for ray in board.rays[cell]:
        so_far = None
        for c in ray[:most]:
            so_far = clear[c] if so_far is None else m.all_of((so_far, clear[c]))
            seen.append(so_far)
    return seen


def sees(m: Model, board: Lattice, clear: Sequence[Lit], cell: int, count: int, words: str) -> None:
    """``cell`` sees ``count`` clear cells in all directions together, itself among them."""
    # one cell more than allowed is enough to tell that a view is too long
    m.require(words, exactly(count - 1, view(m, board, clear, cell, count)), at=cell)
