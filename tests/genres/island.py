"""Inaba's Island: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, connected, judged, touched_sizes


def case(rng: random.Random) -> Case:
    """Circles in unshaded cells of a random picture that they join, now and then one anywhere or with a wrong number."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)]), square(1, 4),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    every = touched_sizes(board)
    while True:
        truth = rng.choice(list(every))
        clues: list[Any] = [None] * len(board)
        for c in rng.sample(board.cells, rng.randint(1, len(board))):
            if not truth[c]:
                clues[c] = rng.choice([every[truth][c]] * 20 + ["?", "?", rng.randint(0, 6)])
            elif rng.random() < 0.05:
                clues[c] = rng.choice(["?", 1, 2])
        if rng.random() < 0.2 or connected(board, [c for c in board.cells if truth[c] or clues[c] is not None]):
            break
    pool: list[Filling] = [(filling,) for filling in every]

    def right(shaded: Cells) -> bool:
        land = [c for c in board.cells if shaded[c] or clues[c] is not None]
        counted = all(n is None or (not shaded[c] and n in ("?", every[shaded][c])) for c, n in enumerate(clues))
        return any(shaded) and counted and connected(board, land)

    return judged("island", board, pool, right, clues=clues)


PUZZLES = 60
PRESENCE = ("clues",)
REASONS = {
    "brNoShade": "some cell is shaded",
    "nmSumSizeNe": "a number counts the cells of the groups it touches",
    "csDivide": "the shaded cells and the circles form one group",
}
KNOWN = 3
