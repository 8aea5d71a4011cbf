"""Context: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, around, dynasties, judged, near, noise


def counted(board: Lattice, shaded: Cells, cell: int) -> int:
    """The count that a number in a cell would say."""
    sides = near(board)[cell]
    return sum(shaded[n] for n in around(board)[cell] if (n in sides) != bool(shaded[cell]))


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(4, 3, [(0, 0)]), square(4, 4)])
    every = dynasties(board)
    truth = rng.choice(every)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(3, len(board))):
        clues[c] = rng.choice([counted(board, truth, c)] * 30 + ["?", rng.randint(0, 4)])

    def right(shaded: Cells) -> bool:
        return all(n in (None, "?", counted(board, shaded, c)) for c, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("context", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "csAdjacent": "shaded cells do not touch",
    "nmShadeDiagNe": "a shaded number counts the shaded cells at its corners",
    "nmUnshadeAdjNe": "an unshaded number counts the shaded cells at its edges",
    "cuDivideRB": "the unshaded cells form one group",
}
