"""Sukoro-room: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, counts_adjacent, groups_of, judged, random_rooms


def case(rng: random.Random) -> Case:
    """Random rooms, mostly some that fit a random filling, and some of its numbers, now and then a wrong one or a ``?``."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    every = counts_adjacent(board)

    def fits(number: Cells, rooms: list[int]) -> bool:
        held = [[number[c] for c in cells] for cells in groups_of(rooms)]
        return all(not any(room) or (all(room) and len({*room}) == len(room)) for room in held)

    while True:
        rooms = random_rooms(board, rng, rng.choice([2, 3]))
        good = [number for number, whole in every.items() if whole and fits(number, rooms)]
        if good or rng.random() < 0.1:
            break
    truth = rng.choice(good or list(every))
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        given[c] = rng.choice([truth[c] or None] * 12 + ["?", 1])

    def right(number: Cells) -> bool:
        kept = all(n is None or (number[c] and n in ("?", number[c])) for c, n in enumerate(given))
        return every[number] and kept and fits(number, rooms)

    pool: list[Filling] = [(number,) for number in every]
    return judged("sukororoom", board, pool, right, rooms=rooms, given=given)


PUZZLES = 100
RARE = True
REASONS = {
    "brNoValidNum": "there is a number",
    "bkMixed": "a room has a number in every cell or in none",
    "nmNumberNe": "a number counts the adjacent cells that hold a number",
}
PRESENCE = ("given",)
