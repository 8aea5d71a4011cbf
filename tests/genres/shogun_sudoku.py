"""Shogun Sudoku: what proves it."""

from __future__ import annotations

import random

from tests import several_grids
from tests.proof import Corpus
from tests.small_boards import Case

STARTS = (
    (0, 0), (0, 12), (0, 24), (0, 36), (6, 6), (6, 18), (6, 30), (12, 0), (12, 12), (12, 24), (12, 36),
)  # fmt: skip


def case(rng: random.Random) -> Case:
    """All but a few numbers of a right answer."""
    return several_grids.case("shogun_sudoku", STARTS, rng)


PUZZLES = 20
REASONS: dict[str, str] = {}
CORPUS = Corpus("ShogunSudoku", every=17)
