"""Ripple Effect: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, in_rooms, stretches


def case(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their numbers."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 6), square(3, 4, [(1, 1)]), hexagonal(3, 3),
                        hexagon(2)])  # fmt: skip
    lines = stretches(board)

    def far(a: int, b: int) -> int | None:
        return next((abs(line.index(a) - line.index(b)) for line in lines if a in line and b in line), None)

    return in_rooms("ripple", board, far, rng)


PUZZLES = 100
REASONS = {"bkDupNum": "no number occurs twice in a room", "ceNoNum": "every cell must be filled"}
CORPUS = Corpus("Hakyuu", every=40)
