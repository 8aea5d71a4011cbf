"""Killer Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    cages_in,
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
    """The sums of some cages in a random square, now and then a wrong one; some squares have other boxes, or a hole."""
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4), square(3, 3), square(3, 3, [(1, 1)])])
    size = board.rows
    cages = cages_in(board, rng)
    boxes = rng.choice([None, None, random_rooms(board, rng, size)])
    long = rng.choice([0, 0, 0, 1])
    groups = groups_of(boxes or usual_boxes(board)) + groups_of(cages) + long_lines(board) * long
    fits = [grid for grid in grids(board) if differ(grid, groups)]
    if not fits and rng.random() < 0.95:
        return case(rng)
    truth = rng.choice(fits or grids(board))
    sums: list[Any] = [None] * len(board)
    for cage in groups_of(cages):
        sums[rng.choice(cage)] = rng.choice([sum(truth[c] for c in cage)] * 12 + [None, None, None, "?", 5])
    given = printed(truth, rng, 2)
    layers = {} if boxes is None else {"boxes": boxes}

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            sums[c] in (None, "?", sum(number[x] for x in cage)) for cage in groups_of(cages) for c in cage
        )  # fmt: skip

    pool = [(grid,) for grid in grids(board)]
    return judged("killer_sudoku", board, pool, right, cages=cages, sums=sums, given=given, diagonals=long, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
# two cages of these can exchange two numbers
CORPUS = Corpus("KillerSudoku", every=60, several=frozenset({
    "196_9x9", "197_9x9", "198_9x9", "248_9x9", "249_9x9", "716_9x9", "717_9x9", "719_9x9", "728_9x9",
}))  # fmt: skip


def test_it_is_played_on_squares() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("killer_sudoku", square(2, 3), cages=[1] * 6, sums=[None] * 6)
