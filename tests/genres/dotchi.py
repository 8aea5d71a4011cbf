"""Dotchi-Loop: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, groups_of, looped, random_rooms


def case(rng: random.Random) -> Case:
    """White circles on a random loop, alike in every room, and black ones off it; now and then one that is wrong."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    rooms = random_rooms(board, rng, rng.choice([3, 5, 9]))
    circles: list[Any] = [None] * len(board)
    for cells in groups_of(rooms):
        straight = rng.random() < 0.5
        for c in cells:
            if rng.random() < 0.6:
                fits = "b" if c not in truth.cells else "w" if truth.straight(c) == straight else None
                circles[c] = rng.choice([fits] * 20 + ["w", "b"])

    def right(loop: Drawn) -> bool:
        white = {c for c, circle in enumerate(circles) if circle == "w"}
        kinds = [{loop.straight(c) for c in cells if c in white and c in loop.cells} for cells in groups_of(rooms)]
        black = {c for c, circle in enumerate(circles) if circle == "b"}
        return white <= loop.cells and black.isdisjoint(loop.cells) and all(len(found) < 2 for found in kinds)

    return looped("dotchi", board, right, rooms=rooms, circles=circles)


PUZZLES = 60
PRESENCE = ("circles",)
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnOnShade": "the loop keeps out of black circles",
    "lnIsolate": "the loop passes every white circle",
}
CORPUS = Corpus("DotchiLoop", every=5)
