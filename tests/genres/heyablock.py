"""Heyablock: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    connected,
    counts_in_rooms,
    crosses_two,
    groups_of,
    inner_walls,
    judged,
    noise,
    random_rooms,
    rooms_counted,
    stretches,
    with_value,
)


def case(rng: random.Random) -> Case:
    """Random rooms, some with the number of cells of a random filling, seldom a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 2)]), square(2, 5), square(3, 3), hexagonal(3, 3), hexagonal(3, 4),
                        hexagon(2), square(2, 6)])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([3, 4, 6]))
    parts = groups_of(rooms)
    walls = inner_walls(board, rooms, rng)
    borders = across_borders(board, rooms, walls)
    lines = stretches(board)
    bordered = {frozenset(pair) for pair in borders}

    def fits(shaded: Cells) -> bool:
        if any(shaded[a] and shaded[b] for a, b in borders) or not connected(board, with_value(shaded, 0)):
            return False
        return all(connected(board, [c for c in part if shaded[c]]) for part in parts) and not crosses_two(
            lines, bordered, shaded
        )

    every = [*product((0, 1), repeat=len(board))]
    good = [*filter(fits, every)]
    truth = rng.choice(good or every)
    clues: list[Any] = counts_in_rooms(rooms, truth, rng, rng.choice([0, 0.3, 0.8]))
    if rng.random() < 0.8:
        # rooms without a shaded cell say so
        for part in parts:
            if not any(truth[c] for c in part) and all(clues[c] is None for c in part):
                clues[part[0]] = 0
    pool: list[Filling] = [(shaded,) for shaded in good]

    def right(shaded: Cells) -> bool:
        for part in parts:
            if not any(shaded[c] for c in part) and all(clues[c] != 0 for c in part):
                return False
        return fits(shaded) and rooms_counted(rooms, shaded, clues)

    found = judged("heyablock", board, pool, right, rooms=rooms, walls=walls, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
PRESENCE = ("clues",)
REASONS = {
    "bkNoShade": "a room without a number has a shaded cell",
    "bkShadeNe": "a number counts the shaded cells of its room",
    "cbShade": "shaded cells do not touch across a border",
    "bkShadeDivide": "the shaded cells of a room form one group",
    "cuDivide": "the unshaded cells form one group",
    "bkUnshadeConsecGt3": "an unshaded line crosses one border at most",
}
