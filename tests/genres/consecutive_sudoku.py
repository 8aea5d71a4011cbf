"""Consecutive Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres.consecutive_sudoku import ConsecutiveSudoku
from tests.proof import Corpus
from tests.small_boards import Case, Cells, differ, grids, groups_of, judged, kept, printed, random_rooms, usual_boxes


def case(rng: random.Random) -> Case:
    """The dots of a random square, now and then one too many or too few, and some of its numbers; some have boxes."""
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
    dots = ["w" if abs(truth[a] - truth[b]) == 1 else None for a, b in board.links]
    if rng.random() < 0.3:
        dots[rng.randrange(len(dots))] = rng.choice(["w", None])
    given = printed(truth, rng, rng.choice([0, 6]))

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            (abs(number[a] - number[b]) == 1) == (dot == "w") for (a, b), dot in zip(board.links, dots, strict=True)
        )  # fmt: skip

    layers: dict[str, Any] = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]
    return judged("consecutive_sudoku", board, pool, right, given=given, dots=dots, **layers)


PUZZLES = 100
REASONS: dict[str, str] = {}
PRESENCE = ("dots",)
CORPUS = Corpus("ConsecutiveSudoku", every=20)


def test_dots_on_sides_are_written_as_a_number_in_each_cell() -> None:
    """1 is the right side, 2 the lower one, 4 the left one, 8 the upper one."""
    puzzle = read_dataset("2 2\n- -\n1 -\n3 4\n8 0", "", ConsecutiveSudoku)
    assert list(puzzle["dots"]) == ["w", None, "w", None]
    assert api.solve(puzzle).status == "none"
    assert write_dataset(puzzle)["problem"] == "2 2\n- -\n1 -\n3 4\n8 0"


@pytest.mark.parametrize(
    ("sides", "says"),
    [
        ("1 0\n0 0", "only one of r1c1 and r1c2 has a mark between them"),
        ("0 1\n0 0", "line 4 value 2: there is no cell on the other side"),
        ("0 0\n16 0", "line 5 value 1: '16' is not a number from 0 to 15"),
    ],
)
def test_sides_that_contradict_each_other_are_refused(sides: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_dataset(f"2 2\n- -\n- -\n{sides}", "", ConsecutiveSudoku)
