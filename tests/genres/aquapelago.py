"""Aquapelago: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, around, blocks, dynasties, judged, noise, with_value


@lru_cache
def islands(board: Lattice) -> dict[Cells, Cells]:
    """Per filling with shaded cells apart, the others in one group without a two by two, how many hang together with each
    shaded cell by corners.
    """
    found = {}
    for filling in dynasties(board):
        if not any(not any(filling[c] for c in block) for block in blocks(board)):
            sizes = [0] * len(board)
            for c in with_value(filling, 1):
                group = [c]
                for a in group:
                    group += [n for n in around(board)[a] if filling[n] and n not in group]
                sizes[c] = len(group)
            found[filling] = tuple(sizes)
    return found


def case(rng: random.Random) -> Case:
    """Numbers in shaded cells of a random filling, now and then a wrong one, or one anywhere."""
    board = rng.choice(
        [square(3, 4), square(3, 4, [(1, 2)]), square(3, 5), square(4, 4, [(0, 0)]), square(1, 4), square(4, 4)]
    )
    every = islands(board)
    truth = rng.choice([*every])
    clues: list[Any] = [None] * len(board)
    places = with_value(truth, 1)
    for c in rng.sample(places, rng.randint(0, min(len(places), 3))):
        clues[c] = rng.choice([every[truth][c]] * 8 + ["?", "?", 1, 3])
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = rng.choice(["?", 2, 5])

    def right(shaded: Cells) -> bool:
        return all(n is None or (shaded[c] and n in ("?", every[shaded][c])) for c, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("aquapelago", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 100
REASONS = {
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
    "nmMixed": "a number counts the shaded cells joined to it by corners",
    "bkSizeLt": "a number counts the shaded cells joined to it by corners",
}
