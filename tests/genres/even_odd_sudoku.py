"""Even-Odd Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import Case, Cells, differ, grids, judged, kept, printed, random_sudoku


def case(rng: random.Random) -> Case:
    """Some marks and numbers of a random square, now and then a wrong mark."""
    board, truth, groups, layers = random_sudoku(rng)
    marks: list[Any] = [("eo"[n % 2] if rng.random() < 0.4 else None) for n in truth]
    if rng.random() < 0.2:
        marks[rng.randrange(len(marks))] = rng.choice("eo")
    given = printed(truth, rng, 4)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            mark is None or (n % 2 == 0) == (mark == "e") for n, mark in zip(number, marks, strict=True)
        )  # fmt: skip

    pool = [(grid,) for grid in grids(board)]
    return judged("even_odd_sudoku", board, pool, right, given=given, marks=marks, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("EvenOddSudoku", every=9)
