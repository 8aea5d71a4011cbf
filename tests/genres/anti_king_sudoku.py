"""Anti-King Sudoku: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache

from pencilp.board.lattice import Lattice, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    around,
    differ,
    fillings,
    groups_of,
    judged,
    kept,
    long_lines,
    printed,
    random_rooms,
    rows_and_columns,
    usual_boxes,
)


@lru_cache
def apart(board: Lattice) -> list[Cells]:
    """All ways to fill a board with numbers that differ in every row, in every column and where cells touch."""
    rows, cols = rows_and_columns(board)
    before = [
        {*around(board)[cell], *[c for line in (*rows, *cols) if cell in line for c in line]} & {*range(cell)}
        for cell in board.cells
    ]

    def fits(chosen: list[int]) -> bool:
        return all(chosen[c] != chosen[-1] for c in before[len(chosen) - 1])

    return list(fillings([range(1, board.rows + 1)] * len(board), fits))


def case(rng: random.Random) -> Case:
    """Some numbers of a random square, in the usual boxes or others."""
    # on smaller boards all but a few cells must be holes
    board = rng.choice([
        square(5, 5), square(5, 5), square(5, 5), square(5, 5, [(2, 2)]),
        square(4, 4, [(0, 1), (1, 3), (2, 0), (3, 2)]), square(4, 4, [(1, 0), (1, 1), (2, 2), (2, 3)]),
    ])  # fmt: skip
    long = rng.choice([0, 0, 0, 1])
    every = apart(board)
    for _ in range(100):
        # where there is no hole, rows hang together
        boxes = rng.choice([None, random_rooms(board, rng, board.rows)])
        groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
        fits = [number for number in every if differ(number, groups)]
        if fits or rng.random() < 0.1:
            break
    truth = rng.choice(fits or every)
    given = printed(truth, rng, 8)
    # and the same numbers in other cells, which may touch
    others: list[Filling] = [(tuple(rng.sample(truth, len(truth))),) for _ in range(5)]
    layers = {} if boxes is None else {"boxes": boxes}
    pool: list[Filling] = [(number,) for number in every]

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups)

    found = judged("anti_king_sudoku", board, pool, right, given=given, diagonals=long, **layers)
    return found._replace(near=[*pool, *others])


PUZZLES = 100
REASONS: dict[str, str] = {}
