"""Sohei Sudoku: what proves it."""

from __future__ import annotations

import random

from tests import amount, several_grids
from tests.proof import Corpus
from tests.small_boards import Case

STARTS = ((0, 6), (6, 0), (6, 12), (12, 6))


def case(rng: random.Random) -> Case:
    """All but a few numbers of a right answer."""
    return several_grids.case("sohei_sudoku", STARTS, rng)


PUZZLES = amount.of(10, 20)
REASONS: dict[str, str] = {}
CORPUS = Corpus("SoheiSudoku", every=17)
