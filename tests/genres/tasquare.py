"""Tasquare: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, all_squares, connected, groups, judged, near, noise, with_value


@lru_cache
def seas(board: Lattice) -> dict[Cells, Cells]:
    """Per filling with shaded squares, and the unshaded cells in one group, the size of the squares next to each cell."""
    found = {}
    for filling in all_squares(board):
        if connected(board, with_value(filling, 0)):
            squares = groups(board, with_value(filling, 1))
            found[filling] = tuple([sum(len(s) for s in squares if s & adjacent) for adjacent in map(set, near(board))])
    return found


def case(rng: random.Random) -> Case:
    """Signs in unshaded cells of a random filling, with and without numbers, now and then a wrong one, or one anywhere."""
    board = rng.choice(
        [square(3, 4), square(3, 4, [(1, 2)]), square(3, 5), square(4, 3, [(0, 0)]), square(1, 4), square(4, 4)]
    )
    every = seas(board)
    truth = rng.choice([*every])
    clues: list[Any] = [None] * len(board)
    places = with_value(truth, 0)
    for c in rng.sample(places, min(len(places), rng.randint(1, 6))):
        clues[c] = rng.choice([every[truth][c]] * 15 + ["?", "?", 1])
    if rng.random() < 0.1:
        clues[rng.choice(board.cells)] = rng.choice(["?", 4])

    def right(shaded: Cells) -> bool:
        sizes = every[shaded]
        return all(
            n is None or (not shaded[c] and (n == sizes[c] or (n == "?" and sizes[c] > 0))) for c, n in enumerate(clues)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("tasquare", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
PINNED = 3
TOGETHER = {"a sign touches a square": "it speaks of a clue by its being there"}

REASONS = {
    "csNotSquare": "the shaded cells form squares",
    "cuDivide": "the unshaded cells form one group",
    "nmNoSideShade": "a sign touches a square",
}
PRESENCE = ("clues",)
