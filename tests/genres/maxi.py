"""Maxi Loop: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, hexagonal, square
from tests.small_boards import Case, Drawn, across_borders, drawn_loops, groups_of, inner_walls, looped, random_rooms


def visits(board: Lattice, loop: Drawn, room: list[int], bordered: set[frozenset[int]]) -> list[int]:
    """How many cells the loop passes on each of its visits to a room."""
    left, sizes = set(room), []
    while left:
        group = [left.pop()]
        for a in group:
            fresh = {b for b in left if frozenset((a, b)) in loop.steps and frozenset((a, b)) not in bordered}
            left -= fresh
            group += fresh
        sizes.append(len(group))
    return sizes


def case(rng: random.Random) -> Case:
    """Random rooms and the longest visits of a random loop, now and then another number."""
    board = rng.choice([
        square(4, 4), square(3, 4), square(2, 5), square(4, 5), square(4, 4, [(0, 0), (0, 3)]), hexagonal(3, 3), hexagonal(2, 4),
        square(5, 5, [(2, 2)]),
    ])  # fmt: skip
    every = drawn_loops(board)
    whole = [loop for loop in every.values() if len(loop.cells) == len(board)]
    rooms = random_rooms(board, rng, rng.choice([4, 6, 9]))
    truth = rng.choice(whole)
    walls = inner_walls(board, rooms, rng, truth)
    bordered = {frozenset(pair) for pair in across_borders(board, rooms, walls)}
    numbers: list[Any] = [None] * len(board)
    for part in groups_of(rooms):
        if rng.random() < 0.7:
            numbers[rng.choice(part)] = rng.choice(
                [max(visits(board, truth, part, bordered))] * 12 + ["?", len(part), 1, 2]
            )
    clued = [(part, n) for part in groups_of(rooms) for n in [numbers[c] for c in part] if n not in (None, "?")]

    def right(loop: Drawn) -> bool:
        return len(loop.cells) == len(board) and all(max(visits(board, loop, part, bordered)) == n for part, n in clued)

    found = looped("maxi", board, right, rooms=rooms, walls=walls, numbers=numbers)
    return found._replace(
        near=[*rng.sample(found.near, min(200, len(found.near))), *[(line,) for line in every if every[line] in whole]]
    )


PUZZLES = 60
LOOP = "the loop neither branches nor ends"
REASONS = {
    "lnBranch": LOOP,
    "lnCross": LOOP,
    "lnPlLoop": "the loop is one single loop",
    "ceNoLine": "the loop passes every cell",
    "blLineLong": "no visit to a room is longer than its number",
}
