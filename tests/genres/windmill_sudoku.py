"""Windmill Sudoku: what proves it."""

from __future__ import annotations

import random

from tests import amount, several_grids
from tests.proof import Corpus
from tests.small_boards import Case

STARTS = ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9))


def case(rng: random.Random) -> Case:
    """All but a few numbers of a right answer."""
    return several_grids.case("windmill_sudoku", STARTS, rng)


PUZZLES = amount.of(10, 20)
REASONS: dict[str, str] = {}
CORPUS = Corpus("WindmillSudoku", every=17)
