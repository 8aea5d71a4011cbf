"""Shingoki: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, looped


def case(rng: random.Random) -> Case:
    """Circles on a random loop, some with the length of the line from them, now and then a wrong one."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    circles: list[Any] = [None] * len(board)
    for c in rng.sample(sorted(truth.cells), rng.randint(0, 3)):
        number = rng.choice([truth.length(c)] * 5 + ["?", None, rng.randint(0, 4)])
        circles[c] = ("w" if truth.straight(c) else "b", None, number)
    if rng.random() < 0.2:
        circles[rng.choice(board.cells)] = (rng.choice("wb"), None, rng.choice([None, "?", 2, 3]))

    def right(loop: Drawn) -> bool:
        return all(
            circle is None
            or (c in loop.cells and loop.straight(c) == (circle[0] == "w") and circle[2] in ("?", None, loop.length(c)))
            for c, circle in enumerate(circles)
        )

    return looped("shingoki", board, right, circles=circles)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Shingoki", every=8)
