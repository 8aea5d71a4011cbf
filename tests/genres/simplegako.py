"""Simple Gako: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from tests.small_boards import Case, Cells, Filling, judged, kept, printed


@lru_cache
def crossing(board: Lattice) -> list[list[int]]:
    """Per cell the cells of its row and column."""
    at = list(enumerate(board.positions))
    return [[c for c, (r, k) in at if r == row or k == col] for row, col in board.positions]


def counted(board: Lattice, number: Cells, cell: int) -> int:
    """How often the number of a cell stands in its row and column."""
    return sum([number[c] == number[cell] for c in crossing(board)[cell]])


@lru_cache
def gakos(board: Lattice) -> list[Cells]:
    """All fillings in which every number says how often it occurs."""
    every = product(range(1, board.rows + board.cols), repeat=len(board))
    return [number for number in every if all(counted(board, number, c) == number[c] for c in board.cells)]


def case(rng: random.Random) -> Case:
    """Some numbers of a random right filling, now and then a wrong one."""
    board = rng.choice(
        [square(2, 2), square(2, 3), square(3, 3, [(0, 0)]), square(2, 4, [(0, 1)]), square(1, 5), square(3, 2)]
    )
    given = printed(rng.choice(gakos(board)), rng, len(board))
    pool: list[Filling] = [(number,) for number in gakos(board)]
    near: list[Filling] = [(tuple(rng.choice(number[0:1] + number) for _ in number),) for (number,) in pool[:20]]
    found = judged("simplegako", board, pool, lambda number: kept(number, given), given=given)
    return found._replace(near=[*found.near, *near])


REASONS = {
    "nmCountGt": "a number says how often it occurs in its row and column",
    "ceNoNum": "every cell must be filled",
}


def test_a_reason_counts_the_number_itself() -> None:
    puzzle = api.puzzle("simplegako", square(1, 2), given=[None, None])
    ones = Answer(puzzle, {"number": [1, 1]})
    assert [broken.says for broken in api.check(puzzle, ones)] == [
        f"r1c{col}: 2 cells with 1 instead of 1 (a number says how often it occurs in its row and column)"
        for col in (1, 2)
    ]
