"""Diagonal Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, differ, grids, groups_of, judged, kept, long_lines, printed, usual_boxes


def case(rng: random.Random) -> Case:
    """Some numbers of a random square, in the usual boxes or in rows, at times without the diagonals; some boards have a hole."""
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4, [(1, 2)]), square(3, 3), square(3, 3, [(1, 1)])])
    rows = [row for row, _ in board.positions]
    boxes = rng.choice([None, rows]) if len(board) == board.rows**2 else None
    long = rng.choice([0, 1, 1, 1])
    groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
    fits = [grid for grid in grids(board) if differ(grid, groups)]
    given = printed(rng.choice(fits or grids(board)), rng, 4)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups)

    layers: dict[str, Any] = {} if boxes is None else {"boxes": boxes}
    if not long:
        layers["diagonals"] = 0
    return judged("diagonal_sudoku", board, [(grid,) for grid in grids(board)], right, given=given, **layers)


PUZZLES = 100
REASONS: dict[str, str] = {}
