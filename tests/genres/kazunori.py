"""Kazunori Room: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, blocks, fillings, groups_of, judged, near, random_rooms


def twice(board: Lattice, rooms: list[int]) -> list[Cells]:
    """Return all ways to write each number from 1 to half the size of a room twice into it, equal ones side by side."""
    room_of = {c: room for room in groups_of(rooms) for c in room}

    def fits(chosen: list[int]) -> bool:
        cell, n = len(chosen) - 1, chosen[-1]
        equal = [c for c in room_of[cell] if c < cell and chosen[c] == n]
        return not equal or (len(equal) == 1 and equal[0] in near(board)[cell])

    if any(len(room) % 2 for room in groups_of(rooms)):
        return []
    return list(fillings([range(1, len(room_of[c]) // 2 + 1) for c in board.cells], fits))


def case(rng: random.Random) -> Case:
    """Rooms with some sums of a random filling, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(2, 5), square(1, 6), square(3, 3, [(1, 1)])])
    rooms = random_rooms(board, rng, rng.choice([4, 6, 8]))
    odd = any(len(room) % 2 for room in groups_of(rooms))
    if odd and rng.random() < 0.98:
        return case(rng)
    every = twice(board, rooms)
    if len(every) > 3000 or (not odd and not every):
        return case(rng)
    squares = blocks(board)

    def fits(number: Cells) -> bool:
        return all(len({number[c] for c in block}) > 1 for block in squares)

    good = [number for number in every if fits(number)]
    sums: list[Any] = [None] * len(board.links)
    if every:
        truth = rng.choice(good if good and rng.random() < 0.9 else every)
        chance = rng.choice([0, 0.2, 0.6])
        for e, (a, b) in enumerate(board.links):
            if rng.random() < chance:
                sums[e] = rng.choice([truth[a] + truth[b]] * 15 + ["?", 2, 3])

    def right(number: Cells) -> bool:
        added = zip(board.links, sums, strict=True)
        return fits(number) and all(n in (None, "?", number[a] + number[b]) for (a, b), n in added)

    pool: list[Filling] = [(number,) for number in every]
    found = judged("kazunori", board, pool, right, rooms=rooms, sums=sums)
    mixed: list[Filling] = []
    for (number,) in pool[:10]:
        shuffled = list(number)
        for room in groups_of(rooms):
            for c, n in zip(room, rng.sample([number[c] for c in room], len(room)), strict=True):
                shuffled[c] = n
        mixed.append((tuple(shuffled),))
    return found._replace(near=[*found.near, *mixed])


PUZZLES = 60
REASONS = {
    "nmSame2x2": "no two by two holds the same number four times",
    "nmSumNe": "a number between two cells is their sum",
    "ceNoNum": "every cell must be filled",
}
