"""Geradeweg: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, looped


def case(rng: random.Random) -> Case:
    """Numbers where the pieces of a random loop are equally long, now and then others."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    circles: list[Any] = [None] * len(board)
    for c in truth.cells:
        lengths = truth.pieces(c)
        if len(lengths) == 1 and rng.random() < 0.4:
            circles[c] = rng.choice([*lengths] * 9 + ["?"] * 5 + [rng.randint(1, 3)])
    if rng.random() < 0.2:
        circles[rng.choice(board.cells)] = rng.choice(["?", 1, 2])

    def right(loop: Drawn) -> bool:
        lengths = [(number, loop.pieces(c)) for c, number in enumerate(circles) if number is not None]
        return all(len(found) == 1 and (number == "?" or number in found) for number, found in lengths)

    return looped("geradeweg", board, right, circles=circles)


PUZZLES = 80
REASONS = {
    "numNoLine": "the loop passes every circle",
    "segDiff": "the straight pieces at a circle are equally long",
    "segShort": "a straight piece at a circle is as long as its number says",
    "segLong": "a straight piece at a circle is as long as its number says",
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
}
CORPUS = Corpus("Geradeweg", every=8)
