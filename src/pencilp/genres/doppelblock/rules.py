"""Rules that only doppelblock has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import (
    Int,
    Lit,
    Model,
)
from pencilp.rules.everywhere import cached_per_shape


@cached_per_shape
def terms_between(
    m: Model, board: Lattice, number: Sequence[Int], ends: Sequence[Lit], values: Sequence[int]
) -> Mapping[tuple[int, ...], Sequence[tuple[int, Lit]]]:
    """Return for every row and column the terms (number, literal) that add up to the numbers, of ``values``, between
    two cells.

    ``ends`` has a literal for each cell, and in each line it is true of two.
    """
    found: dict[tuple[int, ...], list[tuple[int, Lit]]] = {}
    for line in (*board.row_cells, *board.col_cells):
        here = [ends[c] for c in line]
        terms = found[line] = []
        for k in range(1, len(line) - 1):
            between = m.all_of((m.any_of(here[:k]), m.any_of(here[k + 1 :])))
            terms += [(n, m.all_of((between, number[line[k]] == n))) for n in values]
    return found
