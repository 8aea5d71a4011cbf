"""Sudoku: what proves it."""

from __future__ import annotations

import random

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    differ,
    grids,
    groups_of,
    judged,
    kept,
    long_lines,
    printed,
    random_rooms,
    usual_boxes,
)


def case(rng: random.Random) -> Case:
    """Some numbers of a random square, in the usual boxes or others; some boards have a hole."""
    board = rng.choice(
        [square(3, 3), square(4, 4), square(4, 4), square(4, 4), square(3, 3, [(1, 1)]), square(3, 3, [(0, 2)])]
    )
    size = board.rows
    ways = [None, random_rooms(board, rng, size)]
    # where there is no hole, rows hang together
    boxes = rng.choice([*ways, [row for row, _ in board.positions]] if len(board) == size**2 else ways)
    long = rng.choice([0, 0, 1])
    groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
    fits = [grid for grid in grids(board) if differ(grid, groups)]
    given = printed(rng.choice(fits or grids(board)), rng, 8)
    layers = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups)

    return judged("sudoku", board, pool, right, given=given, diagonals=long, **layers)


PUZZLES = 120
REASONS = {"bkDupNum": "no number occurs twice in a box", "ceNoNum": "every cell must be filled"}
CORPUS = Corpus("Sudoku", every=20)


def test_all_grids_of_four() -> None:
    assert len(api.solve(api.puzzle("sudoku", square(4, 4), given=[None] * 16), count=0).answers) == 288


@pytest.mark.parametrize(
    ("size", "tall", "wide"), [(4, 2, 2), (6, 2, 3), (8, 2, 4), (9, 3, 3), (12, 3, 4), (16, 4, 4), (7, 1, 7)]
)
def test_boxes_are_as_square_as_can_be(size: int, tall: int, wide: int) -> None:
    boxes = api.puzzle("sudoku", square(size, size), given=[None] * size**2)["boxes"]
    assert next(iter(boxes)) == tuple(r * size + c for r in range(tall) for c in range(wide))
    assert len(list(boxes)) == size


def test_a_large_one_is_stated_and_solved() -> None:
    size, box = 25, 5
    full = [(row % box * box + row // box + col) % size + 1 for row in range(size) for col in range(size)]
    given = [n if (i * 7) % 11 else None for i, n in enumerate(full)]
    outcome = api.solve(api.puzzle("sudoku", square(size, size), given=given), time_limit=20)
    assert outcome.status == "unique"
    assert outcome.answer is not None
    assert outcome.answer["number"] == full


@pytest.mark.parametrize("given", [[1, 1], [1, None, 2, None, 3, 4, *[None] * 8, 1, 2]])
def test_contradicting_givens_leave_no_answer(given: list[int | None]) -> None:
    given = [*given, *[None] * (16 - len(given))]
    assert api.solve(api.puzzle("sudoku", square(4, 4), given=given)).status == "none"


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("sudoku", square(2, 3), given=[None] * 6)
    with pytest.raises(InputError, match="given r1c1: 5 is not allowed on this board, only 1 to 4"):
        api.puzzle("sudoku", square(4, 4), given=[5, *[None] * 15])
