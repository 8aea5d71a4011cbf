"""Morning Walk: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.small_boards import LOOP_BOARDS, Case, Drawn, loop_in_sections, sections


def varies(loop: Drawn, shaded: Sequence[Any]) -> bool:
    sizes = [len(part) for part in sections(loop.loop, shaded)]
    return len(sizes) == 1 or all(size != sizes[k - 1] for k, size in enumerate(sizes))


def case(rng: random.Random) -> Case:
    """Shaded cells which some loop crosses, and the sizes of its sections; at times it has to pass every cell."""
    return loop_in_sections("morningwalk", rng, LOOP_BOARDS, [0.15, 0.35, 0.5], 0.15, varies, shaded="x")


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
