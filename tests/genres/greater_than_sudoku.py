"""Greater-Than Sudoku: what proves it."""

from __future__ import annotations

import random

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.genres.minarism import MARKS, mark_of
from tests.small_boards import Case, Cells, differ, grids, groups_of, judged, kept, printed, usual_boxes


def case(rng: random.Random) -> Case:
    """Some signs between the numbers of a random square, now and then a wrong one, in the usual boxes or in rows, and on the long
    diagonals.
    """
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4, [(1, 2)]), square(3, 3), square(3, 3, [(1, 1)])])
    rows = [row for row, _ in board.positions]
    boxes = rng.choice([None, rows]) if len(board) == board.rows**2 else None
    groups = groups_of(boxes or usual_boxes(board))
    diagonals = int(rng.random() < 0.3)
    if diagonals:
        falling = [c for c, (row, col) in enumerate(board.positions) if row == col]
        groups += [falling, [c for c, (row, col) in enumerate(board.positions) if row + col == board.cols - 1]]
    fitting = [grid for grid in grids(board) if differ(grid, groups)]
    if not fitting:
        return case(rng)
    truth = rng.choice(fitting)
    marks = [mark_of(board, link, truth, True, rng) for link in board.links]
    given = printed(truth, rng, rng.choice([0, 3]))

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            mark is None or (number[a] < number[b]) == (MARKS[mark] == "<")
            for (a, b), mark in zip(board.links, marks, strict=True)
        )  # fmt: skip

    layers = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]
    return judged("greater_than_sudoku", board, pool, right, marks=marks, given=given, diagonals=diagonals, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("greater_than_sudoku", square(2, 3), marks=[None] * 7)
