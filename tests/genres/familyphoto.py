"""Family Photo: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Filling, Region, divided, divisions, is_rectangle


def case(rng: random.Random) -> Case:
    """Random circles and the numbers of random rectangles, now and then a wrong one, a question mark, one more or one less."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)]), square(1, 6)])
    every = divisions(board, is_rectangle)
    truth = rng.choice(list(every.values()))
    share = rng.choice([0.2, 0.4, 0.6])
    circles: list[Any] = ["w" if rng.random() < share else None for _ in board.cells]
    of = {c: region for region in truth for c in region}
    for a, b in board.links:
        if of[a] != of[b] and circles[a] and circles[b] and rng.random() < 0.95:
            circles[rng.choice([a, b])] = None
    numbers: list[Any] = [None] * len(board)
    for region in truth:
        held = sum(circles[c] is not None for c in region)
        if held or rng.random() < 0.9:
            numbers[rng.choice(sorted(region))] = rng.choice([held] * 9 + ["?"] * 4 + [0, 1, 2])
    if rng.random() < 0.15:
        numbers[rng.choice(board.cells)] = rng.choice(["?", 0, 1, None, 2])

    def right(regions: tuple[Region, ...]) -> bool:
        region_of = {c: region for region in regions for c in region}
        for region in regions:
            held = [numbers[c] for c in region if numbers[c] is not None]
            if len(held) != 1 or held[0] not in ("?", sum(circles[c] is not None for c in region)):
                return False
        return not any(circles[a] and circles[b] and region_of[a] != region_of[b] for a, b in board.links)

    found = divided("familyphoto", board, every, right, circles=circles, numbers=numbers)
    anyhow: list[Filling] = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(10)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 100
PRESENCE = ("circles", "numbers")
REASONS = {
    "bkNoNum": "a region has a number",
    "bkNumGe2": "a region has no two numbers",
    "bkCircleNe": "a number counts the circles of its region",
    "lnDivide": "no border parts two circles",
}
