"""Kropki: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, grids, judged, kept, printed


def case(rng: random.Random) -> Case:
    """The dots of a random square, now and then a wrong one, and some of its numbers."""
    board = rng.choice([
        square(3, 3), square(4, 4), square(3, 3, [(0, 1)]), square(4, 4, [(1, 1), (2, 3)]), square(4, 2), square(4, 1),
        square(4, 3, [(1, 1), (2, 1)]),
    ])  # fmt: skip
    truth = rng.choice(grids(board))
    dots: list[Any] = []
    for a, b in board.links:
        low, high = sorted((truth[a], truth[b]))
        fitting = ["w"] * (high - low == 1) + ["b"] * (high == 2 * low)
        dots.append(rng.choice(fitting or [None]))
    if rng.random() < 0.3:
        dots[rng.randrange(len(dots))] = rng.choice(["w", "b", None])
    given = printed(truth, rng, rng.choice([0, 0, 8]))

    def right(number: Cells) -> bool:
        for (a, b), dot in zip(board.links, dots, strict=True):
            low, high = sorted((number[a], number[b]))
            if dot == "w" and high - low != 1:
                return False
            if dot == "b" and high != 2 * low:
                return False
            if dot is None and (high - low == 1 or high == 2 * low):
                return False
        return kept(number, given)

    return judged("kropki", board, [(grid,) for grid in grids(board)], right, dots=dots, given=given)


PUZZLES = 80
RARE = True
REASONS = {
    "nmDupRow": ("no number occurs twice in a row", "no number occurs twice in a column"),
    "nmSubNe1": "the numbers at a white dot differ by 1",
    "nmSubEq1": "without a dot numbers do not differ by 1, and neither is twice the other",
    "nmDivNe2": "one of the numbers at a black dot is twice the other",
    "nmDivEq2": "without a dot numbers do not differ by 1, and neither is twice the other",
    "ceNoNum": "every cell must be filled",
}
PRESENCE = ("dots",)
