"""Rooms of Factors: what proves it."""

from __future__ import annotations

import random
from math import prod
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, grids, groups_of, judged, kept, printed, random_rooms, sometimes


def case(rng: random.Random) -> Case:
    """The products of some rooms in a random square, now and then a wrong one; some squares have a hole."""
    board = rng.choice([square(3, 3), square(4, 4), square(3, 3, [(0, 1)]), square(4, 4)])
    rooms = random_rooms(board, rng, 3)
    truth = rng.choice(grids(board))
    products: list[Any] = [None] * len(board)
    for room in groups_of(rooms):
        if rng.random() < 0.9:
            amount = prod(truth[c] for c in room)
            products[rng.choice(room)] = rng.choice([sometimes(rng, 0.04, amount, rng.randint(1, 30))] * 12 + ["?"])
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            products[c] in (None, "?", prod(number[x] for x in room)) for room in groups_of(rooms) for c in room
        )

    pool = [(grid,) for grid in grids(board)]
    return judged("factors", board, pool, right, rooms=rooms, products=products, given=given)


PUZZLES = 60
REASONS = {
    "nmDupRow": ("no number occurs twice in a row", "no number occurs twice in a column"),
    "nmProduct": "the numbers of a room multiply to its number",
    "ceNoNum": "every cell must be filled",
}
CORPUS = Corpus("Factors", every=10)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("factors", square(2, 3), rooms=[1] * 6, products=[None] * 6)
