"""Detour: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Drawn, counts_in_rooms, drawn_loops, looped, random_rooms, rooms_counted


def case(rng: random.Random) -> Case:
    """Random rooms, some with the number of turns of a loop through all cells, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(4, 4), square(4, 5), square(4, 4, [(0, 0), (0, 1)]), square(3, 3),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    every = list(drawn_loops(board).values())
    truth = rng.choice([loop for loop in every if len(loop.cells) == len(board)] or every)
    rooms = random_rooms(board, rng, rng.choice([3, 5, 9]))

    def turns(loop: Drawn) -> Cells:
        return tuple([int(c in loop.cells and not loop.straight(c)) for c in board.cells])

    numbers = counts_in_rooms(rooms, turns(truth), rng)

    def right(loop: Drawn) -> bool:
        return len(loop.cells) == len(board) and rooms_counted(rooms, turns(loop), numbers)

    return looped("detour", board, right, rooms=rooms, numbers=numbers)


REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "ceNoLine": "the loop passes every cell",
    "blWrongTurns": "the loop turns as often in a room as its number says",
}
CORPUS = Corpus("Detour", every=6)
