"""Nibun-no-go: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, at_corners, groups, judged, noise, with_value


@lru_cache
def in_small_groups(board: Lattice) -> list[Cells]:
    """All fillings without a group of six cells of one colour."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if all(len(group) < 6 for colour in (0, 1) for group in groups(board, with_value(filling, colour)))
    ]


def case(rng: random.Random) -> Case:
    """Many numbers of a random filling, sometimes one in which a group is too large, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(1, 7), square(1, 2),
                        hexagonal(3, 3), hexagonal(2, 4, [(0, 2)]), hexagon(2)])  # fmt: skip
    corners, good = at_corners(board), in_small_groups(board)
    truth = rng.choice(good) if rng.random() < 0.9 else rng.choice([*product((0, 1), repeat=len(board))])
    clues: list[Any] = [None] * len(corners)
    for p in rng.sample(range(len(corners)), rng.randint(1, len(corners))):
        clues[p] = rng.choice([sum(truth[c] for c in corners[p])] * 30 + ["?", "?", 1])

    def right(shaded: Cells) -> bool:
        return all(n in (None, "?", sum(shaded[c] for c in corners[p])) for p, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in good]
    found = judged("nibunnogo", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
REASONS = {
    "bkSizeGt5": ("a group of shaded cells has at most five cells", "a group of unshaded cells has at most five cells"),
    "ceEmpty": "every cell must be filled",
    "crShadeLt": "a number counts the shaded cells around it",
}
