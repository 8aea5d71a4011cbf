"""Meandering Numbers: what proves it."""

from __future__ import annotations

import random
from itertools import product
from math import prod

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, around, groups_of, judged, kept, near, printed


def ways_through(board: Lattice, room: list[int]) -> list[list[int]]:
    """All ways from cell to cell through all cells of a room."""
    ways = [[c] for c in room]
    for _ in room[1:]:
        ways = [[*way, n] for way in ways for n in near(board)[way[-1]] if n in room and n not in way]
    return ways


def wound(board: Lattice, rng: random.Random) -> list[int]:
    """Rooms along random ways of up to five cells."""
    label = [-1] * len(board)
    for start in rng.sample(board.cells, len(board)):
        cell, cells = start, []
        while label[cell] < 0 and len(cells) < 5:
            label[cell] = start
            cells.append(cell)
            cell = rng.choice([n for n in near(board)[cell] if label[n] < 0] or [cell])
    return label


def case(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their numbers."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(1, 1)]), hexagonal(3, 3),
                        hexagon(2)])  # fmt: skip
    rooms = wound(board, rng)
    ways = [ways_through(board, room) for room in groups_of(rooms)]
    if prod(map(len, ways)) > 20000:
        return case(rng)
    pool: list[Filling] = []
    for chosen in product(*ways):
        number = [0] * len(board)
        for way in chosen:
            for n, c in enumerate(way, 1):
                number[c] = n
        pool.append((tuple(number),))

    def apart(number: Cells) -> bool:
        return not any(number[c] == number[n] for c in board.cells for n in around(board)[c])

    found = [filling for filling in pool if apart(*filling)]
    if not found and rng.random() < 0.9:
        return case(rng)
    given = printed(rng.choice(found or pool)[0], rng, 2)
    return judged(
        "meander", board, pool, lambda number: apart(number) and kept(number, given), rooms=rooms, given=given
    )


PUZZLES = 60
REASONS = {
    "ceNoNum": "every cell must be filled",
    "bkDupNum": "no number occurs twice in a room",
    "nmAround": (
        "equal numbers do not touch, not even at a corner",
        "the next numbers of the room, up and down, are in adjacent cells",
    ),
}
FOLLOWS = {
    "no number occurs twice in a room": "each has the next ones next to it, so all are there, and there are no more cells"
}
