"""Isowatari: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, groups, judged, noise, walls, with_value


@lru_cache
def sizes(board: Lattice) -> dict[Cells, set[int]]:
    """Per filling whose unshaded cells form one group without a two by two, the sizes of the groups of shaded cells."""
    every = [tuple([1 - x for x in filling]) for filling in walls(board)]
    return {shaded: {len(group) for group in groups(board, with_value(shaded, 1))} for shaded in every}


def case(rng: random.Random) -> Case:
    """Circles of a random filling with groups of one size, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(2, 2), square(4, 3),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    every = sizes(board)
    alike = [shaded for shaded, found in every.items() if len(found) == 1]
    truth = rng.choice(alike)
    size = rng.choice([*every[truth]] * 9 + [1, 2])
    circles: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        circles[c] = rng.choice(["wb"[truth[c]]] * 12 + ["w", "b"])

    def right(shaded: Cells) -> bool:
        kept = all(circle in (None, "wb"[x]) for circle, x in zip(circles, shaded, strict=True))
        return kept and every[shaded] <= {size}

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("isowatari", board, pool, right, size=size, circles=circles)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
KNOWN = 3
REASONS = {
    "cuDivide": "the unshaded cells form one group",
    "cu2x2": "no two by two is unshaded",
    "csGtN": "a group of shaded cells has 3 cells",
}
