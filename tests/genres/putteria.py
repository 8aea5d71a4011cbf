"""Putteria: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, in_each_room, judged, near, random_rooms, rows_and_columns


def case(rng: random.Random) -> Case:
    """Random rooms, and some numbers and crosses of a way to put a number into each."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 4, [(1, 1)]), square(3, 3, [(0, 1)])])
    rooms = random_rooms(board, rng, 5)
    size = [rooms.count(room) for room in rooms]
    lines = [line for both in rows_and_columns(board) for line in both]

    def fits(written: Cells) -> bool:
        if any(written[c] and written[n] for c in board.cells for n in near(board)[c]):
            return False
        numbers = [[size[c] for c in line if written[c]] for line in lines]
        return all(len(set(line)) == len(line) for line in numbers)

    every = in_each_room(rooms)
    good = [filling for filling in every if fits(filling)]
    if not good and rng.random() < 0.95:
        return case(rng)
    truth = rng.choice(good or every)
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        given[c] = rng.choice([size[c], size[c], size[c], size[c], 1]) if truth[c] else "x"
    if rng.random() < 0.1:
        given[rng.choice(board.cells)] = "x"

    def right(written: Cells) -> bool:
        kept = (n is None or (not written[c] if n == "x" else written[c] and n == size[c]) for c, n in enumerate(given))
        return all(kept) and fits(written)

    pool: list[Filling] = [(filling,) for filling in every]
    return judged("putteria", board, pool, right, rooms=rooms, given=given)


PUZZLES = 100
REASONS = {
    "bkNumGe2": "a room holds one number",
    "nmAdjacent": "cells with a number do not share an edge",
    "nmDupRow": ("no number occurs twice in a row", "no number occurs twice in a column"),
}
PRESENCE = ("given",)
CORPUS = Corpus("Putteria", every=6)
