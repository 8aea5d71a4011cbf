"""Anti-Knight Sudoku: what proves it."""

from __future__ import annotations

import random
from itertools import combinations

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, differ, grids, groups_of, judged, kept, long_lines, printed, usual_boxes


def case(rng: random.Random) -> Case:
    """Some numbers of a random square, in the usual boxes or in rows; some boards have a hole."""
    board = rng.choice(
        [square(4, 4), square(4, 4), square(4, 4), square(4, 4, [(1, 2)]), square(3, 3, [(0, 0), (1, 1)])]
    )
    rows = [row for row, _ in board.positions]
    boxes = rng.choice([None, rows, rows]) if len(board) == board.rows**2 else None
    long = rng.choice([0, 0, 0, 1])
    groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
    for a, b in combinations(board.cells, 2):
        (r, c), (i, j) = board.positions[a], board.positions[b]
        if {abs(r - i), abs(c - j)} == {1, 2}:
            groups.append([a, b])
    fits = [grid for grid in grids(board) if differ(grid, groups)]
    given = printed(rng.choice(fits or grids(board)), rng, 4)
    layers = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups)

    return judged("anti_knight_sudoku", board, pool, right, given=given, diagonals=long, **layers)


PUZZLES = 120
REASONS: dict[str, str] = {}
