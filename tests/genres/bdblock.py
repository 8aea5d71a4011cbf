"""Border Block: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Region, at_corners, divided, divisions, near, sometimes


def meeting(board: Lattice, of: dict[int, int], cells: list[int]) -> int:
    """How many borders meet at a corner, of which the cells are given: between blocks, and on the outline."""
    adjacent = near(board)
    pairs = [(a, b) for a in cells for b in cells if a < b and b in adjacent[a]]
    return sum(of[a] != of[b] for a, b in pairs) + sum(2 - sum(c in pair for pair in pairs) for c in cells)


def dots_of(board: Lattice, regions: tuple[Region, ...]) -> tuple[Any, ...]:
    """The dots of a division: at the corners between cells where three or four borders meet."""
    of = {c: k for k, region in enumerate(regions) for c in region}
    return tuple(["o" if meeting(board, of, cells) > 2 else None for cells in at_corners(board)])


@lru_cache
def alike(board: Lattice) -> dict[tuple[Any, ...], list[tuple[Region, ...]]]:
    """All divisions by their dots."""
    found: dict[tuple[Any, ...], list[tuple[Region, ...]]] = {}
    for regions in divisions(board).values():
        found.setdefault(dots_of(board, regions), []).append(regions)
    return found


def case(rng: random.Random) -> Case:
    """Numbers and dots of a random division, at times of one that shares its dots with others; now and then a wrong one."""
    board = rng.choice(
        [
            square(2, 3),
            *[square(3, 3)] * 5,
            square(2, 4),
            square(3, 3, [(0, 1)]),
            square(3, 3, [(0, 1), (1, 0)]),
            square(1, 4),
        ]
    )
    every, most = divisions(board), rng.choice([2, 2, 2, 3, 9])
    some = [regions for same in alike(board).values() if len(same) > 1 or rng.random() < 0.3 for regions in same]
    truth = rng.choice([regions for regions in some or every.values() if len(regions) <= most] or [*every.values()])
    dots = [*dots_of(board, truth)]
    if rng.random() < 0.15:
        wrong = rng.randrange(len(dots))
        dots[wrong] = None if dots[wrong] else "o"
    numbers: list[Any] = [None] * len(board)
    kinds = 1 if rng.random() < 0.15 else len(truth)
    for k, region in enumerate(truth):
        for c in rng.sample(sorted(region), rng.choice([1] * 9 + [1 + len(region) // 2])):
            numbers[c] = sometimes(rng, 0.03, k % kinds + 1, rng.choice([None, 1, 999]))

    def right(regions: tuple[Region, ...]) -> bool:
        held = [{numbers[c] for c in region} - {None} for region in regions]
        apart = all(len(some) == 1 for some in held) and len(set.union(*held)) == len(regions)
        return apart and dots_of(board, regions) == tuple(dots)

    return divided("bdblock", board, every, right, numbers=numbers, dots=dots)


PUZZLES = 60
PRESENCE = ("numbers", "dots")
TOGETHER = {"equal numbers lie in one block": "it speaks of all numbers that are equal, and names none of them"}
BLOCK = "no three borders meet at a corner without a dot"
REASONS = {
    "bdCrossExBP": BLOCK,
    "bkNoNum": "a block holds a number",
    "bkSepNum": "equal numbers lie in one block",
    "bdDeadEnd": "a border parts two regions",
    "bdCountLt3BP": "three or four borders meet at a dot",
    "bdIgnoreBP": "three or four borders meet at a dot",
}
