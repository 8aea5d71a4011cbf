"""Robotic Walk: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Drawn, drawn_loops, fits_sections, looped, numbered_sections, sections

SQUARES = (
    square(3, 3),
    square(3, 4),
    square(4, 4),
    square(4, 5),
    square(3, 4, [(1, 1)]),
    square(4, 4, [(1, 2), (3, 3)]),
)


def case(rng: random.Random) -> Case:
    """Shaded cells which some loop crosses, and the sizes of its sections; at times it has to pass every cell."""
    board = rng.choice(SQUARES)
    chance = rng.choice([0.15, 0.3, 0.5])
    shaded: list[Any] = ["x" if rng.random() < chance else None for _ in board.cells]
    full = int(rng.random() < 0.1)

    def alternates(loop: Drawn) -> bool:
        straight = [loop.straight(c) for c in loop.loop if shaded[c]]
        return all(x != straight[k - 1] for k, x in enumerate(straight))

    possible = [
        loop
        for loop in drawn_loops(board).values()
        if (alternates(loop) or rng.random() < 0.02) and (not full or len(loop.cells) == len(board))
    ]
    if not possible:
        return case(rng)
    numbers = numbered_sections(
        rng, board, sections(rng.choice(possible).loop, shaded), shaded, rng.choice([0.1, 0.3, 0.6])
    )

    def right(loop: Drawn) -> bool:
        return alternates(loop) and fits_sections(numbers, sections(loop.loop, shaded), full)

    return looped("roboticwalk", board, right, shaded=shaded, numbers=numbers, full=full)


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
