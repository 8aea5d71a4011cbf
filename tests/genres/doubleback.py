"""Double Back: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Drawn, entered, looped, random_rooms, rooms_that_fit


def case(rng: random.Random) -> Case:
    """Rooms that some loop through all cells visits twice, now and then others."""
    board = rng.choice([square(4, 4), square(4, 5), square(4, 5, [(0, 0), (0, 1)]), square(5, 4, [(2, 1), (2, 2)]),
                        hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip

    def fits(loop: Drawn, rooms: list[int]) -> bool:
        return len(loop.cells) == len(board) and {*entered(loop, rooms).values()} == {2}

    rooms, _ = rooms_that_fit(board, fits, rng)
    if rng.random() < 0.1:
        rooms = [0] * len(board) if rng.random() < 0.2 else random_rooms(board, rng, 9)
    return looped("doubleback", board, lambda loop: fits(loop, rooms), rooms=rooms)


REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "ceNoLine": "the loop passes every cell",
    "bkNotPassTwice": "the loop visits every room exactly twice",
}
CORPUS = Corpus("DoubleBack", every=8)
