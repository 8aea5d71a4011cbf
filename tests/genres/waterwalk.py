"""Water Walk: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.small_boards import LOOP_BOARDS, Case, Drawn, loop_in_sections, sections


def swims(loop: Drawn, water: Sequence[Any]) -> bool:
    return all(water[part[0]] is None or len(part) <= 2 for part in sections(loop.loop, water))


def case(rng: random.Random) -> Case:
    """Water which some loop crosses, and the sizes of its sections; at times it has to pass every cell, or goes too far."""
    # few boards have a loop through every cell
    return loop_in_sections("waterwalk", rng, LOOP_BOARDS, [0.15, 0.35, 0.5], 0.4, swims, water="w")


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
