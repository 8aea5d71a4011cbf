"""Morning Walk: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import (
    LOOP_BOARDS,
    Case,
    Drawn,
    drawn_loops,
    fits_sections,
    looped,
    numbered_sections,
    sections,
)


def case(rng: random.Random) -> Case:
    """Shaded cells which some loop crosses, and the sizes of its sections; at times it has to pass every cell."""
    board = rng.choice(LOOP_BOARDS)
    chance = rng.choice([0.15, 0.35, 0.5])
    shaded: list[Any] = ["x" if rng.random() < chance else None for _ in board.cells]
    full = int(rng.random() < 0.15)

    def varies(loop: Drawn) -> bool:
        sizes = [len(part) for part in sections(loop.loop, shaded)]
        return len(sizes) == 1 or all(size != sizes[k - 1] for k, size in enumerate(sizes))

    possible = [
        loop
        for loop in drawn_loops(board).values()
        if (varies(loop) or rng.random() < 0.02) and (not full or len(loop.cells) == len(board))
    ]
    if not possible:
        return case(rng)
    numbers = numbered_sections(
        rng, board, sections(rng.choice(possible).loop, shaded), shaded, rng.choice([0.1, 0.3, 0.6])
    )

    def right(loop: Drawn) -> bool:
        return varies(loop) and fits_sections(numbers, sections(loop.loop, shaded), full)

    return looped("morningwalk", board, right, shaded=shaded, numbers=numbers, full=full)


PUZZLES = 100
LOOP = "the loop neither branches nor ends"
SIZE = "a number counts the cells of its section"
PRESENCE = ("shaded", "numbers")
UNNAMED = {"shaded": "the board"}
REASONS = {
    "lnBranch": LOOP,
    "lnCross": LOOP,
    "lnDeadEnd": LOOP,
    "bkSizeEq": "consecutive sections have different sizes",
    "bkSizeLt": SIZE,
    "bkSizeGt": SIZE,
}
