"""Kurodoko: what proves it."""

from __future__ import annotations

import random
from itertools import takewhile
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, Filling, dynasties, judged, ray


def case(rng: random.Random) -> Case:
    """The views of some unshaded cells, now and then a wrong one or a question mark."""
    board = rng.choice([square(3, 3), square(3, 4), square(3, 4), square(1, 4), square(3, 4, [(1, 1)]), square(2, 5, [(0, 2)]),
                        hexagonal(3, 3), hexagon(2), square(1, 1)])  # fmt: skip
    rays = [[ray(board, c, way) for way in range(len(SIDES[board.shape]))] for c in board.cells]

    def view(shaded: Cells, cell: int) -> int:
        return 1 + sum(len(list(takewhile(lambda c: not shaded[c], cells))) for cells in rays[cell])

    pool: list[Filling] = [(shaded,) for shaded in dynasties(board)]
    (truth,) = rng.choice(pool)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, min(5, len(board)))):
        if not truth[c]:
            clues[c] = rng.choice([view(truth, c)] * 12 + ["?", "?", rng.randint(1, 5)])
        elif rng.random() < 0.1:
            clues[c] = rng.choice(["?", 2, 3])

    def right(shaded: Cells) -> bool:
        return all(n is None or (not shaded[c] and n in ("?", view(shaded, c))) for c, n in enumerate(clues))

    return judged("kurodoko", board, pool, right, clues=clues)


PUZZLES = 60
REASONS = {
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
    "nmSumViewNe": "a number counts the unshaded cells it sees",
}
CORPUS = Corpus("Kuromasu", every=30)
