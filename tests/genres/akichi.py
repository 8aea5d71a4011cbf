"""Akichiwake: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    crosses_two,
    dynasties,
    groups_of,
    inner_walls,
    judged,
    near,
    random_rooms,
    stretches,
)


def case(rng: random.Random) -> Case:
    """Random rooms, some with the size of the largest group of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4, [(1, 1)]), square(3, 4), square(2, 6), square(3, 3), square(2, 5), hexagonal(3, 4),
                        hexagonal(2, 5, [(0, 3)]), hexagon(2)])  # fmt: skip
    # with one room and no number only "some cell is shaded" asks for anything
    free = rng.random() < 0.1
    rooms = [0] * len(board) if free else random_rooms(board, rng, rng.choice([4, 6, len(board)]))
    walls = inner_walls(board, rooms, rng)
    lines, parts = stretches(board), groups_of(rooms)
    bordered = {frozenset(pair) for pair in across_borders(board, rooms, walls)}
    upper = int(rng.random() < 0.25)

    def largest(part: list[int], shaded: Cells) -> int:
        left = {c for c in part if not shaded[c]}
        sizes = [0]
        while left:
            group = [left.pop()]
            for a in group:
                fresh = {b for b in left.intersection(near(board)[a]) if frozenset((a, b)) not in bordered}
                left -= fresh
                group += fresh
            sizes.append(len(group))
        return max(sizes)

    def fits(shaded: Cells) -> bool:
        return any(shaded) and not crosses_two(lines, bordered, shaded)

    truth = rng.choice([*filter(fits, dynasties(board))] or dynasties(board))
    clues: list[Any] = [None] * len(board)
    for part in parts:
        if not free and rng.random() < 0.7:
            clues[rng.choice(part)] = rng.choice([largest(part, truth)] * 10 + ["?", 0, 1, 2])

    def right(shaded: Cells) -> bool:
        sizes = [(clues[c], largest(part, shaded)) for part in parts for c in part if clues[c] not in (None, "?")]
        return fits(shaded) and all(size == n or (upper and size < n) for n, size in sizes)

    pool: list[Filling] = [(filling,) for filling in dynasties(board)]
    return judged("akichi", board, pool, right, rooms=rooms, walls=walls, clues=clues, upper=upper)


PUZZLES = 60
REASONS = {
    "brNoShade": "some cell is shaded",
    "cuRoomLt": "an unshaded group of a room is as large as its number",
    "cuRoomGt": "no unshaded group of a room is larger than its number",
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
}
