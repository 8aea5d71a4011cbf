"""Jigsaw Sudoku: what proves it."""

from __future__ import annotations

import random

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Filling,
    differ,
    grids,
    groups_of,
    judged,
    kept,
    long_lines,
    printed,
    random_rooms,
)


def case(rng: random.Random) -> Case:
    """Some numbers of a random square, in regions of any shape, which need not even hang together."""
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4), square(3, 3), square(3, 3, [(0, 1), (2, 2)])])
    size = board.rows
    long = rng.choice([0, 0, 0, 1])
    for _ in range(100):
        regions = random_rooms(board, rng, size, hang_together=rng.random() < 0.8)
        groups = groups_of(regions) + long_lines(board) * long
        fits = [grid for grid in grids(board) if differ(grid, groups)]
        if fits or rng.random() < 0.05:
            break
    given = printed(rng.choice(fits or grids(board)), rng, 7)
    pool: list[Filling] = [(grid,) for grid in grids(board)]
    return judged(
        "jigsaw_sudoku", board, pool, lambda number: kept(number, given) and differ(number, groups), given=given,
        regions=regions, diagonals=long,
    )  # fmt: skip


PUZZLES = 60
REASONS: dict[str, str] = {}
# the numbers on the long diagonals of these differ too, which their text does not say
CORPUS = Corpus("JigsawSudoku", every=40, several=frozenset({
    "652_6x6", "653_6x6", "654_6x6", "655_6x6", "661_6x6", "662_6x6", "664_6x6", "665_6x6", "673_6x6",
}))  # fmt: skip


def test_it_is_played_on_squares() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("jigsaw_sudoku", square(2, 3), given=[None] * 6, regions=[1] * 6)
