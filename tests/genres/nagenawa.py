"""Nagenawa: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache

from pencilp.board.lattice import Lattice, square
from tests.genres.ringring import drawn
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    counts_in_rooms,
    drawn_loops,
    judged,
    pairs_of_loops,
    random_rooms,
    rooms_counted,
)  # fmt: skip


@lru_cache
def every_drawing(board: Lattice) -> list[Cells]:
    """Return the lines of all sets of rectangles that may lie on a board together."""
    return [*drawn(board, (0,) * len(board), every=False)]


def passed(board: Lattice, line: Cells) -> Cells:
    """Return 1 for each cell that a line passes."""
    at = {c for pair, x in zip(board.links, line, strict=True) if x for c in pair}
    return tuple([int(c in at) for c in board.cells])


def case(rng: random.Random) -> Case:
    """Rooms with the numbers of random rectangles, now and then a wrong one."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(4, 3), square(2, 5), square(3, 4, [(1, 1)]), square(3, 4, [(0, 0)])]
    )
    lines = every_drawing(board)
    truth = rng.choice(lines)
    rooms = random_rooms(board, rng, rng.choice([1, 3, 5]))
    numbers = counts_in_rooms(rooms, passed(board, truth), rng, rng.choice([0.5, 1]))

    def right(line: Cells) -> bool:
        return any(line) and rooms_counted(rooms, passed(board, line), numbers)

    found = judged("nagenawa", board, [(line,) for line in lines], right, rooms=rooms, numbers=numbers)
    near: list[Filling] = [(line,) for line in (*list(drawn_loops(board))[:50], *pairs_of_loops(board))]
    return found._replace(near=[*found.near, *near])


PUZZLES = 60
COUNT = "the loops pass as many cells of a room as its number says"
REASONS = {
    "brNoLine": "there is a loop",
    "lnBranch": "a loop neither branches nor ends",
    "lnNotRect": "every loop is a rectangle",
    "bkLineGt": COUNT,
    "bkLineLt": COUNT,
}
