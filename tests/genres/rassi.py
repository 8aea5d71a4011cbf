"""Rassi Silai: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, around, groups_of, judged, line_of, near, random_rooms


def lines_in(board: Lattice, room: list[int], walled: set[frozenset[int]]) -> list[tuple[int, ...]]:
    """All lines through all cells of a room, each once."""
    found = []

    def walk(path: list[int]) -> None:
        if len(path) == len(room) > 1 and path[0] < path[-1]:
            found.append(tuple(path))
        for n in near(board)[path[-1]]:
            if n in room and n not in path and frozenset((path[-1], n)) not in walled:
                walk([*path, n])

    for start in room:
        walk([start])
    return found


def drawn(board: Lattice, paths: tuple[tuple[int, ...], ...]) -> Cells:
    """The value of each link."""
    steps = {frozenset(pair) for path in paths for pair in pairwise(path)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def case(rng: random.Random) -> Case:
    """Random rooms, some with walls inside."""
    board = rng.choice(
        [
            square(3, 4),
            square(4, 4),
            square(3, 4, [(1, 1)]),
            square(4, 4, [(1, 2), (3, 3)]),
            hexagonal(3, 4),
            hexagon(2),
        ]
    )
    rooms: list[Any] = random_rooms(board, rng, rng.choice([4, 6, 8]))
    walls = [int(rooms[a] == rooms[b] and rng.random() < 0.1) for a, b in board.links]
    walled = {frozenset(link) for link, wall in zip(board.links, walls, strict=True) if wall}
    every = list(product(*(lines_in(board, room, walled) for room in groups_of(rooms))))
    if (not every and rng.random() < 0.99) or len(every) > 3000:
        return case(rng)
    lines = {drawn(board, paths): paths for paths in every}

    def right(line: Cells) -> bool:
        ends = [c for path in lines[line] for c in (path[0], path[-1])]
        return not any(b in around(board)[a] for a in ends for b in ends)

    pool: list[Filling] = [(line,) for line in lines]
    found = judged("rassi", board, pool, right, rooms=rooms, walls=walls)
    closed = [
        (line_of(board, tuple(block)),)
        for block in ([0, 1, board.cols + 1, board.cols],)
        if len(board) == board.rows * board.cols
    ]
    blank: list[Filling] = [(tuple([0] * len(board.links)),), *closed]
    return (
        found._replace(near=[*rng.sample(found.near, min(99, len(found.near))), *blank])
        if len(found.right) == 1 or rng.random() < (0.3 if found.right else 0.1)
        else case(rng)
    )


PUZZLES = 50
# one room in which two lines may end in the four corners
BOARDS = ("rassi\nrooms:\n" + "1 1 1 1\n" * 4,)
PASSES = "a line passes every cell and does not branch"
REASONS = {
    "lnCross": PASSES,
    "ceNoLine": PASSES,
    "blPassTwice": "a room has one line, which has two ends",
    "laLoop": "no line is closed",
    "laOnBorder": (PASSES, "a line leads to r1c5, where there is no cell"),
    "lnDeadEndAround": "ends of lines do not touch, not even at a corner",
}
