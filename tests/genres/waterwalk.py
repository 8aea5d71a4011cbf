"""Water Walk: what proves it."""

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
    """Water which some loop crosses, and the sizes of its sections; at times it has to pass every cell, or goes too far."""
    board = rng.choice(LOOP_BOARDS)
    chance = rng.choice([0.15, 0.35, 0.5])
    water: list[Any] = ["w" if rng.random() < chance else None for _ in board.cells]
    full = int(rng.random() < 0.4)  # few boards have such a loop

    def swims(loop: Drawn) -> bool:
        return all(water[part[0]] is None or len(part) <= 2 for part in sections(loop.loop, water))

    possible = [
        loop
        for loop in drawn_loops(board).values()
        if (swims(loop) or rng.random() < 0.02) and (not full or len(loop.cells) == len(board))
    ]
    if not possible:
        return case(rng)
    numbers = numbered_sections(
        rng, board, sections(rng.choice(possible).loop, water), water, rng.choice([0.1, 0.3, 0.6])
    )

    def right(loop: Drawn) -> bool:
        return swims(loop) and fits_sections(numbers, sections(loop.loop, water), full)

    return looped("waterwalk", board, right, water=water, numbers=numbers, full=full)


PUZZLES = 100
LOOP = "the loop neither branches nor ends"
SIZE = "a number counts the cells of its section"
PRESENCE = ("water", "numbers")
UNNAMED = {"water": "the board"}
REASONS = {
    "lnCross": LOOP,
    "lnDeadEnd": LOOP,
    "bkSizeGt": SIZE,
}
