"""Double Back: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Drawn, across_borders, entered, inner_walls, looped, random_rooms, rooms_that_fit


def case(rng: random.Random) -> Case:
    """Rooms that some loop through all cells visits twice, now and then others."""
    board = rng.choice([square(4, 4), square(4, 5), square(4, 5, [(0, 0), (0, 1)]), square(5, 4, [(2, 1), (2, 2)]),
                        hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip

    def fits(loop: Drawn, rooms: list[int], borders: Sequence[tuple[int, int]] = ()) -> bool:
        return len(loop.cells) == len(board) and {*entered(loop, rooms, borders).values()} == {2}

    rooms, truth = rooms_that_fit(board, fits, rng)
    if rng.random() < 0.1:
        rooms = [0] * len(board) if rng.random() < 0.2 else random_rooms(board, rng, 9)
    walls = inner_walls(board, rooms, rng, truth)
    if rng.random() < 0.3:
        # two rooms become one that a wall parts
        one, other = [*dict.fromkeys(rooms), rooms[0]][:2]
        parted = across_borders(board, rooms, [0] * len(board.links))
        rooms = [one if room == other else room for room in rooms]
        walls = [int(link in parted and rooms[link[0]] == rooms[link[1]]) for link in board.links]
    borders = across_borders(board, rooms, walls)
    return looped("doubleback", board, lambda loop: fits(loop, rooms, borders), rooms=rooms, walls=walls)


REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "ceNoLine": "the loop passes every cell",
    "bkNotPassTwice": "the loop visits every room exactly twice",
}
CORPUS = Corpus("DoubleBack", every=8)
