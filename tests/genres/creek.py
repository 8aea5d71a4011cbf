"""Creek: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, at_corners, connected, judged, with_value


@lru_cache
def creeks(board: Lattice) -> list[Cells]:
    """All fillings with the unshaded cells in one group."""
    return [filling for filling in product((0, 1), repeat=len(board)) if connected(board, with_value(filling, 0))]


def case(rng: random.Random) -> Case:
    """Some numbers of a random creek, now and then a wrong one; or any numbers anywhere."""
    board = rng.choice([square(3, 4), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(1, 4), square(1, 1),
                        hexagonal(3, 3), hexagonal(2, 4, [(0, 2)]), hexagon(2)])  # fmt: skip
    corners = at_corners(board)
    truth = rng.choice(creeks(board))
    clues: list[Any] = [None] * len(corners)
    for p in rng.sample(range(len(corners)), rng.randint(1, len(corners) // 2)):
        clues[p] = rng.choice([sum(truth[c] for c in corners[p])] * 9 + ["?"])
    if rng.random() < 0.4:
        p = rng.randrange(len(corners))
        clues[p] = rng.randint(0, len(corners[p]))

    def right(shaded: Cells) -> bool:
        return all(n in (None, "?", sum(shaded[c] for c in corners[p])) for p, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in creeks(board)]
    return judged("creek", board, pool, right, clues=clues)


PUZZLES = 100
REASONS = {
    "cuDivide": "the unshaded cells form one group",
    "crShadeLt": "a number counts the shaded cells around it",
}
CORPUS = Corpus("Creek", every=20)
