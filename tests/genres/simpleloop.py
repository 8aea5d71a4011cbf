"""Simple Loop: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Drawn, looped, loops


def case(rng: random.Random) -> Case:
    """The cells that a random loop leaves out, now and then one more or less."""
    board = rng.choice(
        [square(2, 3), square(3, 4), square(4, 4), square(4, 5, [(0, 0), (2, 2)]), hexagon(2), hexagonal(3, 4)]
    )
    walls = set(board.cells).difference(rng.choice(loops(board)))
    if rng.random() < 0.4:
        walls ^= {rng.choice(board.cells)}

    def right(loop: Drawn) -> bool:
        return walls.isdisjoint(loop.cells) and len(loop.cells) + len(walls) == len(board)

    return looped("simpleloop", board, right, walls=["x" if c in walls else None for c in board.cells])


PUZZLES = 200
RARE = True
REASONS = {"lnCross": "the loop neither branches nor ends"}
CORPUS = Corpus("SimpleLoop", every=6)
