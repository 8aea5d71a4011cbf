"""Bright Light (Buraitoraito): what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, Filling, judged, ray


def case(rng: random.Random) -> Case:
    """The numbers of random stars, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), hexagon(2), hexagonal(3, 3)])
    ways = range(len(SIDES[board.shape]))
    pool: list[Filling] = [(stars,) for stars in product((0, 1), repeat=len(board))]
    numbered = rng.sample(board.cells, rng.randint(3, 6))

    def seen(stars: Cells, cell: int) -> int:
        count = 0
        for way in ways:
            for c in ray(board, cell, way):
                if c in numbered:
                    break
                count += stars[c]
        return count

    (truth,) = rng.choice(pool)
    clues: list[Any] = [None] * len(board)
    for c in numbered:
        clues[c] = rng.choice([seen(truth, c)] * 25 + ["?", 2])
    given = [(c, n) for c, n in enumerate(clues) if n not in (None, "?")]

    def right(stars: Cells) -> bool:
        return not any(stars[c] for c in numbered) and all(seen(stars, c) == n for c, n in given)

    return judged("buraitoraito", board, pool, right, clues=clues)


PUZZLES = 80
REASONS: dict[str, str] = {}
PRESENCE = ("clues",)
CORPUS = Corpus("Buraitoraito", every=8)
