"""Uso-tatami: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Region, crossings, divided, divisions, in_line


@lru_cache
def laid(board: Lattice) -> list[tuple[Region, ...]]:
    """All ways to lay mats, without any number."""
    return [regions for regions in divisions(board, in_line).values() if not crossings(board, regions)]


def case(rng: random.Random) -> Case:
    """A number in each mat of a random division, now and then one that is its size, too many or too few."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(2, 5), square(1, 5), square(3, 4, [(1, 1)]), square(3, 4, [(0, 2)])]
    )
    every = divisions(board, in_line)
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(laid(board) if rng.random() < 0.9 else [*every.values()]):
        others = [n for n in range(5) if n != len(region)]
        if rng.random() < 0.97:
            numbers[rng.choice(sorted(region))] = rng.choice([*others * 6, "?", "?", len(region)])
    if rng.random() < 0.1:
        numbers[rng.randrange(len(board))] = rng.choice(["?", 1, 2])

    def right(regions: tuple[Region, ...]) -> bool:
        held = [[numbers[c] for c in region if numbers[c] is not None] for region in regions]
        return regions in laid(board) and all(
            len(clues) == 1 and clues != [len(region)] for clues, region in zip(held, regions, strict=True)
        )

    return divided("usotatami", board, every, right, numbers=numbers)


PUZZLES = 80
PRESENCE = ("numbers",)
REASONS = {
    "bdCross": "no four mats meet at a corner",
    "bkNoNum": "a mat holds a number",
    "bkNumGe2": "a mat holds no two numbers",
    "bdDeadEnd": "a border parts two regions",
}
FOLLOWS = {"a border parts two regions": "a mat one cell wide hangs together only if no border runs through it"}
