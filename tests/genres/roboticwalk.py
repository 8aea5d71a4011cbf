"""Robotic Walk: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Drawn, loop_in_sections

SQUARES = (
    square(3, 3),
    square(3, 4),
    square(4, 4),
    square(4, 5),
    square(3, 4, [(1, 1)]),
    square(4, 4, [(1, 2), (3, 3)]),
)


def alternates(loop: Drawn, shaded: Sequence[Any]) -> bool:
    straight = [loop.straight(c) for c in loop.loop if shaded[c]]
    return all(x != straight[k - 1] for k, x in enumerate(straight))


def case(rng: random.Random) -> Case:
    """Shaded cells which some loop crosses, and the sizes of its sections; at times it has to pass every cell."""
    return loop_in_sections("roboticwalk", rng, SQUARES, [0.15, 0.3, 0.5], 0.1, alternates, shaded="x")


PUZZLES = 100
LOOP = "the loop neither branches nor ends"
SIZE = "a number counts the cells of its section"
PRESENCE = ("shaded", "numbers")
UNNAMED = {"shaded": "the board"}
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnBranch": LOOP,
    "lnCurveEq": "the loop turns and goes straight in turns in shaded cells",
    "bkSizeLt": SIZE,
    "bkSizeGt": SIZE,
    "lnPlLoop": "the loop is one single loop",
    "lnDeadEnd": LOOP,
}
