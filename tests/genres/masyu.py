"""Masyu: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, looped, sometimes


def case(rng: random.Random) -> Case:
    """Circles where a random loop allows them, now and then others."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))

    def fits(loop: Drawn, cell: int, color: str) -> bool:
        if cell not in loop.cells or loop.straight(cell) != (color == "w"):
            return False
        straight = [loop.straight(n) for n in loop.neighbours[cell]]
        return not all(straight) if color == "w" else all(straight)

    circles: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, len(board))):
        possible = [color for color in "wb" if fits(truth, c, color)]
        circles[c] = possible[0] if possible else sometimes(rng, 0.08, None, rng.choice("wb"))
    full = int(rng.random() < 0.1)

    def right(loop: Drawn) -> bool:
        everywhere = not full or len(loop.cells) == len(board)
        return everywhere and all(color is None or fits(loop, c, color) for c, color in enumerate(circles))

    return looped("masyu", board, right, circles=circles, full=full)


PUZZLES = 60
REASONS = {
    "lnCross": "the loop neither branches nor ends",
    "mashuBCvNbr": "the loop goes straight before and after a black circle",
    "mashuWStNbr": "the loop turns before or after a white circle",
}
CORPUS = Corpus("Masyu", every=60)
