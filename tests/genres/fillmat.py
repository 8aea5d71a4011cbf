"""Fillmat: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Region, crossings, divided, divisions, in_line, touching_regions


def is_mat(board: Lattice, region: Region) -> bool:
    """Whether a region is one cell wide and one to four cells long."""
    return in_line(board, region) and len(region) <= 4


@lru_cache
def laid(board: Lattice) -> list[tuple[Region, ...]]:
    """All ways to lay mats, without any number."""
    return [
        regions
        for regions in divisions(board, is_mat).values()
        if not crossings(board, regions) and all(len(a) != len(b) for a, b in touching_regions(board, regions))
    ]


def case(rng: random.Random) -> Case:
    """Lengths of the mats of a random division, now and then a wrong one."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(2, 5), square(1, 5), square(3, 4, [(1, 1)]), square(3, 4, [(0, 2)])]
    )
    every = divisions(board, is_mat)
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(laid(board) if rng.random() < 0.9 else [*every.values()]):
        if rng.random() < 0.4:
            numbers[rng.choice(sorted(region))] = rng.choice([len(region)] * 14 + ["?", "?", 1, 3])

    def right(regions: tuple[Region, ...]) -> bool:
        given = [[numbers[c] for c in region if numbers[c] is not None] for region in regions]
        return (
            regions in laid(board)
            and all(len(clues) < 2 for clues in given)
            and all(clues[:1] in ([], ["?"], [len(region)]) for clues, region in zip(given, regions, strict=True))
        )

    return divided("fillmat", board, every, right, numbers=numbers)


PUZZLES = 60
REASONS = {
    "bdCross": "no four mats meet at a corner",
    "bsSizeEq": "mats of the same length do not share an edge",
    "bkNumGe2": "a mat has no two numbers",
}
FOLLOWS = {"a border parts two regions": "a mat one cell wide hangs together only if no border runs through it"}
