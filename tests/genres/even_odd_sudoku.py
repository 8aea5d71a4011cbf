"""Even-Odd Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, differ, grids, groups_of, judged, kept, long_lines, printed, usual_boxes


def case(rng: random.Random) -> Case:
    """Some marks and numbers of a random square, now and then a wrong mark."""
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4), square(3, 3), square(3, 3, [(1, 1)])])
    rows = [row for row, _ in board.positions]
    boxes = rng.choice([None, None, rows]) if len(board) == board.rows**2 else None
    long = rng.choice([0, 0, 0, 1])
    groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
    truth = rng.choice([grid for grid in grids(board) if differ(grid, groups)] or grids(board))
    marks: list[Any] = [("eo"[n % 2] if rng.random() < 0.4 else None) for n in truth]
    if rng.random() < 0.2:
        marks[rng.randrange(len(marks))] = rng.choice("eo")
    given = printed(truth, rng, 4)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            mark is None or (n % 2 == 0) == (mark == "e") for n, mark in zip(number, marks, strict=True)
        )  # fmt: skip

    layers = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]
    return judged("even_odd_sudoku", board, pool, right, given=given, marks=marks, diagonals=long, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("EvenOddSudoku", every=9)
