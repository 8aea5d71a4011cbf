"""Koburin: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Drawn, around, drawn_loops, looped_adjacent_shaded, near, shaded_outside


def case(rng: random.Random) -> Case:
    """A random loop; of the cells off it some have numbers and the others are shaded. Some numbers are wrong."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)]), hexagon(2),
                        hexagonal(3, 3), hexagonal(3, 4)])  # fmt: skip
    truth = rng.choice(list(drawn_loops(board).values()))
    off = [c for c in board.cells if c not in truth.cells]
    dark: list[int] = []
    for c in rng.sample(off, len(off)):
        if rng.random() < 0.6 and not any(n in near(board)[c] for n in dark):
            dark.append(c)
    corners = int(rng.random() < 0.3)
    adjacent = around(board) if corners else near(board)
    numbers: list[Any] = [None] * len(board)
    for c in set(off).difference(dark):
        count = sum(n in dark for n in adjacent[c])
        numbers[c] = rng.choice([count] * 12 + ["?", "?", rng.randrange(3)])
    if rng.random() < 0.2:
        numbers[rng.choice(board.cells)] = "?"
    outside = int(rng.random() < 0.3)

    def right(loop: Drawn, shaded: Cells) -> bool:
        counted = all(n in (None, "?", sum(shaded[x] for x in adjacent[c])) for c, n in enumerate(numbers))
        return counted and (not outside or shaded_outside(loop, shaded))

    clued = [c for c, n in enumerate(numbers) if n is not None]
    return looped_adjacent_shaded("koburin", board, clued, right, numbers=numbers, outside=outside, corners=corners)


PUZZLES = 150
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "ceEmpty": "the loop passes every cell that is not shaded",
}
CORPUS = Corpus("Koburin", every=12)
