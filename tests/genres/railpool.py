"""Rail Pool: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.small_boards import Case, Drawn, drawn_loops, groups_of, looped, random_rooms


def case(rng: random.Random) -> Case:
    """Random rooms, some with the lengths in them of a loop through all cells, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(4, 4), square(4, 5), square(4, 4, [(0, 0), (0, 1)]), square(4, 4, [(1, 1), (1, 2)]),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    full = [loop for loop in drawn_loops(board).values() if len(loop.cells) == len(board)]
    if not full:
        return case(rng)
    truth = rng.choice(full)
    rooms = random_rooms(board, rng, rng.choice([3, 5, 9]))
    numbers: list[Any] = [None] * len(board)

    def lengths(loop: Drawn, room: list[int]) -> set[int]:
        return {n for c in room for n in loop.pieces(c)}

    for room in groups_of(rooms):
        if rng.random() < 0.6:
            given: list[Any] = [n if rng.random() < 0.7 else "?" for n in sorted(lengths(truth, room))]
            if rng.random() < 0.04:
                given = rng.choice([[1], [2, 3], ["?", "?"]])
            # they may stand in two cells, and a number twice
            split = rng.randint(0, len(given)) if len(room) > 1 and rng.random() < 0.3 else 0
            for c, some in zip(rng.sample(room, min(2, len(room))), (given[split:], given[:split]), strict=False):
                numbers[c] = tuple(some) or None

    def right(loop: Drawn) -> bool:
        if len(loop.cells) < len(board):
            return False
        for room in groups_of(rooms):
            given = [n for c in room for n in numbers[c] or ()]
            known = {n for n in given if n != "?"}
            found = lengths(loop, room)
            if given and not (known <= found and len(found) == len(known) + given.count("?")):
                return False
        return True

    return looped("railpool", board, right, rooms=rooms, numbers=numbers)


PUZZLES = 80
EVERY = "a number is the length of a piece of the loop that comes to its room"
COUNT = "the pieces that come to a room have as many lengths as it has numbers"
UNNAMED = {"numbers": "a rule speaks of all numbers of a room together"}
PRESENCE = ("numbers",)
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "segUnclued": COUNT,
    "clueUnused": EVERY,
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "ceNoLine": "the loop passes every cell",
}
