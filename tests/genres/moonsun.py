"""Moon or Sun: what proves it."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

from tests.proof import Corpus
from tests.small_boards import (
    LOOP_BOARDS,
    Case,
    Drawn,
    across_borders,
    entered,
    groups_of,
    inner_walls,
    looped,
    rooms_that_fit,
)


def order(loop: Drawn, rooms: list[int]) -> list[int]:
    """The rooms along a loop, from one to the next."""
    found = [room for room, _ in groupby(rooms[c] for c in loop.loop)]
    return found[:-1] if len(found) > 1 and found[0] == found[-1] else found


def case(rng: random.Random) -> Case:
    """Rooms that a loop visits once; marks on it that change from room to room and others off it, now and then wrong ones."""
    board = rng.choice(LOOP_BOARDS)

    def once(loop: Drawn, rooms: list[int]) -> bool:
        return {*entered(loop, rooms).values()} == {1} and len({*rooms}) in (1, 2, 4, 6)

    rooms, truth = rooms_that_fit(board, once, rng)
    kinds = {room: "sm"[k % 2] for k, room in enumerate(order(truth, rooms))}
    marks: list[Any] = [None] * len(board)
    for cells in groups_of(rooms):
        here = [c for c in cells if c in truth.cells] or cells
        for c in {rng.choice(here), *rng.sample(cells, len(cells) // 2)}:
            kind = kinds.get(rooms[c], "s")
            marks[c] = kind if c in truth.cells else "sm"[kind == "s"]
    if rng.random() < 0.4:
        marks[rng.choice(board.cells)] = rng.choice(["s", "m", None])

    walls = inner_walls(board, rooms, rng, rng.choice([truth, truth, None]))
    borders = across_borders(board, rooms, walls)

    def right(loop: Drawn) -> bool:
        if {*entered(loop, rooms, borders).values()} != {1}:
            return False
        passed = {}
        for cells in groups_of(rooms):
            on = {marks[c] for c in cells if c in loop.cells} - {None}
            off = {marks[c] for c in cells if c not in loop.cells}
            if len(on) != 1 or on & off:
                return False
            passed[rooms[cells[0]]] = on
        along = order(loop, rooms)
        return len(along) == 1 or all(passed[a] != passed[b] for a, b in zip(along, along[1:] + along[:1], strict=True))

    return looped("moonsun", board, right, rooms=rooms, walls=walls, marks=marks)


PUZZLES = 80
PRESENCE = ("marks",)
ALL = "the loop passes all moons of a room and no sun, or all suns and no moon"
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "bkPassTwice": "the loop visits every room exactly once",
    "bkNoLine": "the loop visits every room exactly once",
    "bkBothMarksPassed": ALL,
    "bkNotAllMSPassed": ALL,
    "bkMSPassedGt2": "the loop does not pass moons in two rooms one after the other",
    "bkMUPassedGt2": "the loop does not pass suns in two rooms one after the other",
}
CORPUS = Corpus("MoonSun", every=16)
