"""Suguru: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, around, in_rooms


def case(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their numbers."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 6), square(3, 4, [(1, 1)]), hexagonal(3, 3),
                        hexagon(2)])  # fmt: skip
    return in_rooms("suguru", board, lambda a, b: 1 if b in around(board)[a] else None, rng)


PUZZLES = 100
REASONS = {
    "bkDupNum": "no number occurs twice in a room",
    "nmAround": "equal numbers do not touch, not even at a corner",
}
CORPUS = Corpus("Suguru", every=20)
