"""Smullyanic Dynasty: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, around, dynasties, judged, noise


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, those in shaded cells wrong, now and then another."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(4, 3, [(0, 0)]),
                        hexagonal(3, 4), hexagon(2)])  # fmt: skip
    every = dynasties(board)
    truth = rng.choice(every)

    def counted(shaded: Cells, cell: int) -> int:
        return shaded[cell] + sum(shaded[n] for n in around(board)[cell])

    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(4, len(board))):
        n = counted(truth, c)
        clues[c] = rng.choice([rng.choice([n + 1, n + 2, max(0, n - 2)]) if truth[c] else n] * 25 + ["?", 1])

    def right(shaded: Cells) -> bool:
        return all(n is None or n == "?" or (n == counted(shaded, c)) != bool(shaded[c]) for c, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("smullyan", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {"csAdjacent": "shaded cells do not touch"}
