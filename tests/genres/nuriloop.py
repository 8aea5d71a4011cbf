"""Nurikabe Loop: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, groups, looped


def case(rng: random.Random) -> Case:
    """A number in each island next to a random loop, now and then none, two, a wrong one or one on the loop."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    clues: list[Any] = [None] * len(board)
    for island in groups(board, set(board.cells) - truth.cells):
        for c in rng.sample(sorted(island), 1 + (len(island) > 1 and rng.random() < 0.05)):
            clues[c] = rng.choice([len(island)] * 10 + ["?"] * 6 + [max(1, len(island) - 1)])
            if rng.random() < 0.05:
                clues[c] = None
    if rng.random() < 0.05:
        clues[rng.choice(board.cells)] = rng.choice(["?", 1, 2])

    def right(loop: Drawn) -> bool:
        if any(clues[c] is not None for c in loop.cells):
            return False
        for island in groups(board, set(board.cells) - loop.cells):
            held = [clues[c] for c in island if clues[c] is not None]
            if len(held) != 1 or held[0] not in ("?", len(island)):
                return False
        return True

    return looped("nuriloop", board, right, clues=clues)


PUZZLES = 100
PRESENCE = ("clues",)
LOOP = "the loop neither branches nor ends"
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnBranch": LOOP,
    "lnCross": LOOP,
    "lnDeadEnd": LOOP,
    "lnPlLoop": "the loop is one single loop",
    "bkNumGe2": "an island holds no two numbers",
    "bkSizeNe": "a number counts the cells of its island",
}
