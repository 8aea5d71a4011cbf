"""Consecutive Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset
from pencilp.genres.consecutive_sudoku import ConsecutiveSudoku
from tests.proof import Corpus
from tests.small_boards import Case, Cells, differ, grids, groups_of, judged, kept, printed, random_rooms, usual_boxes


def case(rng: random.Random) -> Case:
    """The bars of a random square, now and then one too many or too few, and some of its numbers; some have boxes."""
    board = rng.choice(
        [square(4, 4), square(4, 4), square(3, 3), square(3, 3, [(1, 1)]), square(4, 4, [(0, 3), (2, 1)])]
    )
    boxes = rng.choice(
        [None, usual_boxes(board), random_rooms(board, rng, board.rows, hang_together=rng.random() < 0.7)]
    )
    if boxes is not None and rng.random() < 0.3:
        boxes = [None if box == boxes[0] else box for box in boxes]
    groups = groups_of(boxes or [])
    truth = rng.choice([grid for grid in grids(board) if differ(grid, groups)] or grids(board))
    bars = [int(abs(truth[a] - truth[b]) == 1) for a, b in board.links]
    if rng.random() < 0.3:
        bars[rng.randrange(len(bars))] ^= 1
    given = printed(truth, rng, rng.choice([0, 6]))

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            (abs(number[a] - number[b]) == 1) == bool(bar) for (a, b), bar in zip(board.links, bars, strict=True)
        )  # fmt: skip

    layers: dict[str, Any] = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]
    return judged("consecutive_sudoku", board, pool, right, given=given, bars=bars, **layers)


PUZZLES = 100
REASONS: dict[str, str] = {}
CORPUS = Corpus("ConsecutiveSudoku", every=20)


def test_sides_with_bars_are_told_by_a_number_in_each_cell() -> None:
    """1 is the right side, 2 the lower one, 4 the left one, 8 the upper one."""
    puzzle = read_dataset("2 2\n- -\n1 -\n3 4\n8 0", "", ConsecutiveSudoku)
    assert list(puzzle["bars"]) == [1, 0, 1, 0]
    assert api.solve(puzzle).status == "none"
