"""Turnaround: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, looped


def turned(loop: Drawn, cell: int) -> int:
    """How often the loop turns in a cell and in those before and after it."""
    return sum(not loop.straight(c) for c in (cell, *loop.neighbours[cell]))


def case(rng: random.Random) -> Case:
    """Numbers on a random loop, now and then a wrong one or one that is not on it."""
    board = rng.choice([board for board in LOOP_BOARDS if board.shape == "square"])
    every = list(drawn_loops(board).values())
    whole = [loop for loop in every if len(loop.cells) == len(board)]
    full = int(rng.random() < (0.2 if whole else 0.02))
    truth = rng.choice(whole if full and whole else every)
    chance = rng.choice([0.2, 0.5, 0.8])
    numbers: list[Any] = [None] * len(board)
    for c in truth.cells:
        if rng.random() < chance:
            numbers[c] = rng.choice([turned(truth, c)] * 20 + ["?"] * 5 + [0, 1, 2, 3])
    if rng.random() < 0.05:
        numbers[rng.choice(board.cells)] = rng.choice(["?", 0, 1])

    def right(loop: Drawn) -> bool:
        clued = {c for c in board.cells if numbers[c] is not None}
        if not clued <= set(loop.cells) or (full and len(loop.cells) < len(board)):
            return False
        return all(numbers[c] in ("?", turned(loop, c)) for c in clued)

    return looped("turnaround", board, right, numbers=numbers, full=full)


PUZZLES = 100
PRESENCE = ("numbers",)
LOOP = "the loop neither branches nor ends"
REASONS = {
    "lnBranch": LOOP,
    "lnCross": LOOP,
    "lnDeadEnd": LOOP,
    "numNoLine": "the loop passes every number",
    "anTurn": "a number counts the turns in its cell and in those before and after it",
}
