"""Clueless Sudoku 2: what proves it."""

from __future__ import annotations

import random

from tests import amount, several_grids
from tests.proof import Corpus
from tests.small_boards import Case

STARTS = ((0, 0), (0, 9), (0, 18), (9, 0), (9, 9), (9, 18), (18, 0), (18, 9), (18, 18))
MIDDLE = (3, 4, 5, 12, 13, 14, 21, 22, 23)
"""The rows, and the columns, of the tinted cells."""


def case(rng: random.Random) -> Case:
    """All but a few numbers of a right answer, with other tints now and then."""
    tints = ["x" if row in MIDDLE and col in MIDDLE else None for row, col in several_grids.board_of(STARTS).positions]
    return several_grids.case("clueless_2_sudoku", STARTS, rng, tints)


PUZZLES = amount.of(20, 30)
REASONS: dict[str, str] = {}
CORPUS = Corpus("Clueless2Sudoku", every=9)
