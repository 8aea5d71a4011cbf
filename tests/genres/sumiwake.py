"""Sumiwake: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    at_corners,
    crosses_two,
    dynasties,
    inner_walls,
    judged,
    random_rooms,
    stretches,
)


def case(rng: random.Random) -> Case:
    """Random rooms, and circles that count the shaded cells of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(2, 6), square(4, 4),
                        hexagonal(3, 4), hexagon(2), hexagonal(3, 4, [(1, 2)])])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([3, 4, 6, len(board)]))
    walls = inner_walls(board, rooms, rng)
    lines, corners = stretches(board), at_corners(board)
    bordered = {frozenset(pair) for pair in across_borders(board, rooms, walls)}

    def fits(shaded: Cells) -> bool:
        return any(shaded) and not crosses_two(lines, bordered, shaded)

    truth = rng.choice([*filter(fits, dynasties(board))] or dynasties(board))
    some = rng.choice([0, 0.3, 0.6, 0.6])
    circles: list[Any] = [None] * len(corners)
    for p, cells in enumerate(corners):
        count = sum(truth[c] for c in cells)
        if count in (1, 2) and rng.random() < some:
            circles[p] = "wb"[count - 1]
    if rng.random() < 0.2:
        circles[rng.randrange(len(corners))] = rng.choice("wb")

    def right(shaded: Cells) -> bool:
        counts = [sum(shaded[c] for c in cells) for cells in corners]
        return fits(shaded) and all(
            n == {"w": 1, "b": 2}[mark] for n, mark in zip(counts, circles, strict=True) if mark is not None
        )

    pool: list[Filling] = [(shaded,) for shaded in dynasties(board)]
    return judged("sumiwake", board, pool, right, rooms=rooms, walls=walls, circles=circles)


PUZZLES = 60
REASONS = {
    "cuDivideRB": "the unshaded cells form one group",
    "csLt1": "one cell around a white circle is shaded",
    "csLt2": "two cells around a black circle are shaded",
}
