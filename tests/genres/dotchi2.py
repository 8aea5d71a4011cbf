"""Dotchi Dotchi Loop: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import LOOP_BOARDS, Case, Drawn, groups_of, looped, rooms_that_fit


def case(rng: random.Random) -> Case:
    """In every room circles of one colour on a random loop that fit it, and others off it; now and then one that is wrong."""
    board = rng.choice(LOOP_BOARDS)

    def everywhere(loop: Drawn, rooms: list[int]) -> bool:
        return all(loop.cells.intersection(cells) for cells in groups_of(rooms))

    rooms, truth = rooms_that_fit(board, everywhere, rng)
    circles: list[Any] = [None] * len(board)
    for cells in groups_of(rooms):
        on = [c for c in cells if c in truth.cells]
        kind = "bw"[truth.straight(rng.choice(on))] if on else rng.choice("bw")
        for c in cells:
            if c not in truth.cells:
                circles[c] = rng.choice([None, "bw"[kind == "b"]])
            elif truth.straight(c) == (kind == "w"):
                circles[c] = rng.choice([None, kind, kind, kind])
            if rng.random() < 0.02:
                circles[c] = rng.choice("wb")

    def right(loop: Drawn) -> bool:
        for cells in groups_of(rooms):
            on = {circles[c] for c in cells if c in loop.cells and circles[c]}
            off = {circles[c] for c in cells if c not in loop.cells}
            if len(on) != 1 or on & off:
                return False
        return all(loop.straight(c) == (circles[c] == "w") for c in loop.cells if circles[c])

    return looped("dotchi2", board, right, rooms=rooms, circles=circles)


PUZZLES = 80
PRESENCE = ("circles",)
BRANCH = "the loop neither branches nor ends"
KIND = "the loop passes all white circles of a room and no black one, or all black ones and no white one"
REASONS = {
    "lnBranch": BRANCH,
    "lnCross": BRANCH,
    "mashuWCurve": "the loop goes straight through a white circle",
    "bkNotAllMSPassed": KIND,
    "bkNotAllMUPassed": KIND,
    "bkNoMarksPassed": KIND,
    "lnDeadEnd": BRANCH,
}
