"""Nondango: what proves it."""

from __future__ import annotations

import random
from itertools import product

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, groups_of, judged, random_rooms


def threes(board: Lattice) -> list[tuple[int, int, int]]:
    """All three cells side by side, in rows, in columns and along diagonals."""
    at = {p: c for c, p in enumerate(board.positions)}
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    found = [
        [at.get((r + k * down, c + k * right)) for k in range(3)] for r, c in board.positions for down, right in steps
    ]
    return [(a, b, c) for a, b, c in found if a is not None and b is not None and c is not None]


def case(rng: random.Random) -> Case:
    """Random rooms and circles in most cells."""
    board = rng.choice([square(3, 4), square(3, 3), square(1, 5), square(3, 4, [(1, 1)]), square(4, 3)])
    rooms = random_rooms(board, rng, rng.choice([3, 5]))
    circles = ["o" if rng.random() < 0.85 else None for _ in board.cells]
    pool: list[Filling] = [
        (black,) for black in product(*[(0, 1) if circle or rng.random() < 0.5 else (0,) for circle in circles])
    ]

    def right(black: Cells) -> bool:
        colours = [black[c] if circle else None for c, circle in enumerate(circles)]
        return (
            all(not black[c] for c, circle in enumerate(circles) if not circle)
            and all(sum(black[c] for c in room) == 1 for room in groups_of(rooms))
            and not any(colours[a] is not None and colours[a] == colours[b] == colours[c] for a, b, c in threes(board))
        )

    found = judged("nondango", board, pool, right, rooms=rooms, circles=circles)
    # most rooms leave no answer
    return found if found.right or rng.random() < 0.1 else case(rng)


PUZZLES = 100
REASONS = {
    "bkMSGe2": "a room holds one black circle",
    "msConsecGt3": "no three black circles stand side by side",
    "muConsecGt3": "no three white circles stand side by side",
}
PRESENCE = ("circles",)
UNNAMED = {"circles": "every circle may be made black, and three of them are compared: they are the board, not clues"}
CORPUS = Corpus("Nondango", every=6, several=frozenset({"14_10x10"}))
