"""Five Cells: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagonal, square
from tests.genres.fourcells import sized
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    """Numbers of a random division, now and then a wrong one; other sizes of regions too."""
    board, size = rng.choice([
        (square(2, 5), 5), (square(3, 5), 5), (square(4, 4, [(1, 1)]), 5), (square(3, 4), 5), (hexagonal(3, 5), 5),
        (square(3, 4), 4), (square(3, 4), 6),
    ])  # fmt: skip
    return sized("fivecells", board, size, rng, **({} if size == 5 else {"size": size}))


PUZZLES = 100
REASONS = {
    "bkSizeLt5": "a region has 5 cells",
    "bkSizeGt5": "a region has 5 cells",
    "nmBorderNe": "a number says how many sides are borders",
    "bdDeadEnd": "a border parts two regions",
}
PINNED = 3
