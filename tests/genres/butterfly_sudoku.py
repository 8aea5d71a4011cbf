"""Butterfly Sudoku: what proves it."""

from __future__ import annotations

import random

from tests import several_grids
from tests.proof import Corpus
from tests.small_boards import Case

STARTS = ((0, 0), (0, 3), (3, 0), (3, 3))


def case(rng: random.Random) -> Case:
    """All but a few numbers of a right answer."""
    return several_grids.case("butterfly_sudoku", STARTS, rng)


PUZZLES = 20
REASONS: dict[str, str] = {}
CORPUS = Corpus("ButterflySudoku", every=9)
