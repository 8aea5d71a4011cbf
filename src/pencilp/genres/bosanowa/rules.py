"""Rules that only bosanowa has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.genres.bosanowa.structure import Differences, SumsDifferences
from pencilp.model import (
    Int,
    Model,
)


def sums_of_differences(m: Model, board: Lattice, number: Sequence[Int], words: str) -> None:
    """A number, 1 or more, is the sum of the differences between it and the numbers that share an edge with it."""
    differences = Differences(m, number, board.near)
    for cell in board.cells:
        m.require(words, SumsDifferences(differences, cell), at=cell)
