"""Balance Loop: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, looped


def balanced(loop: Drawn, cell: int) -> bool:
    """Whether the two pieces that leave a cell on the loop are equally long."""
    one, other = filter(None, loop.runs(cell))
    return one == other


def case(rng: random.Random) -> Case:
    """Circles on a random loop, some with the length of their pieces, now and then a wrong one."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    circles: list[Any] = [None] * len(board)
    for c in truth.cells:
        if rng.random() < 0.3:
            number = rng.choice([truth.length(c)] * 8 + ["?", None, rng.randint(0, 4)])
            circles[c] = ("w" if balanced(truth, c) else "b", None, number)
    if rng.random() < 0.2:
        circles[rng.choice(board.cells)] = (rng.choice("wb"), None, rng.choice([None, "?", 2, 3]))

    def right(loop: Drawn) -> bool:
        return all(
            circle is None
            or (
                c in loop.cells and balanced(loop, c) == (circle[0] == "w") and circle[2] in ("?", None, loop.length(c))
            )
            for c, circle in enumerate(circles)
        )

    return looped("balance", board, right, circles=circles)


PUZZLES = 80
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "circNoLine": "the loop passes every circle",
    "segWhiteUneq": "the pieces that leave a white circle are equally long",
    "segBlackEq": "the pieces that leave a black circle are not equally long",
    "segShort": "the pieces that leave a circle are together as long as its number says",
    "segLong": "the pieces that leave a circle are together as long as its number says",
}
CORPUS = Corpus("BalanceLoop", every=5)
