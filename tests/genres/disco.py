"""Disconnection: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product

from pencilp.board.lattice import Lattice, hexagonal, square
from tests.small_boards import Case, Cells, Filling, groups, groups_of, judged, noise, random_rooms, walls

SIZES = (square(2, 5), square(3, 4, [(1, 2)]), square(3, 4, [(0, 0), (2, 3)]), square(3, 4), square(1, 6), hexagonal(3, 3),
         square(2, 5))  # fmt: skip


def sizes(board: Lattice, room: list[int], shaded: Cells) -> list[int]:
    """Return the sizes of the groups of shaded cells in a room."""
    return [len(group) for group in groups(board, [c for c in room if shaded[c]])]


def pairs(board: Lattice, parts: list[list[int]], shaded: Cells) -> bool:
    """Return whether the shaded cells of each room form two groups."""
    return all(len(sizes(board, part, shaded)) == 2 for part in parts)


def rooms_that_few_fit(rng: random.Random) -> tuple[Lattice, list[int]]:
    """Return rooms: of some random ones those that fewest fillings fit, now and then any."""
    board = rng.choice(SIZES)
    tried: dict[int, list[int]] = {}
    for _ in range(rng.choice([1, 25, 25])):
        # a room of two cells never holds two groups
        drawn = (random_rooms(board, rng, rng.choice([5, 7, 9])) for _ in range(20))
        rooms = next(filter(lambda rooms: min(map(len, groups_of(rooms))) > 2, drawn), [0] * len(board))
        parts = groups_of(rooms)
        tried[sum(pairs(board, parts, shaded) for shaded in walls(board))] = rooms
    return board, tried[min(filter(None, tried), default=0)]


@lru_cache
def every_filling(board: Lattice) -> list[Cells]:
    """Return all fillings."""
    return [*product((0, 1), repeat=len(board))]


def paired(board: Lattice, parts: list[list[int]], rng: random.Random) -> list[Filling]:
    """Return some fillings with two groups in each room, connected or not."""
    return [
        (shaded,)
        for shaded in rng.sample(every_filling(board), min(300, 2 ** len(board)))
        if pairs(board, parts, shaded)
    ]


def case(rng: random.Random) -> Case:
    """A board with rooms."""
    board, rooms = rooms_that_few_fit(rng)
    parts = groups_of(rooms)
    pool: list[Filling] = [(shaded,) for shaded in walls(board)]
    found = judged("disco", board, pool, lambda shaded: pairs(board, parts, shaded), rooms=rooms)
    return found._replace(near=[*rng.sample(pool, min(20, len(pool))), *paired(board, parts, rng), *noise(board, rng)])


PUZZLES = 60
REASONS = {
    "bkNoShade": "the shaded cells of a room form two groups",
    "bkUnitNe2": "the shaded cells of a room form two groups",
    "csDivide": "the shaded cells form one group",
}
