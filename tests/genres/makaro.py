"""Makaro: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, fillings, judged, kept, near, printed, random_rooms, ray


def points_right(board: Lattice, arrows: Sequence[Any], number: Cells) -> bool:
    """Whether every arrow points to the one greatest number next to it."""
    for cell, arrow in enumerate(arrows):
        if arrow not in (None, "x"):
            end = ray(board, cell, "nesw".index(arrow))[:1]
            if not end or any(number[n] >= number[end[0]] for n in near(board)[cell] if n != end[0]):
                return False
            if not number[end[0]]:
                return False
    return True


def case(rng: random.Random) -> Case:
    """Black cells, with arrows that fit a random filling or not, and some numbers."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 3, [(1, 1)]), square(4, 4)])
    black = set(rng.sample(board.cells, rng.randint(1, 3)))
    labels = random_rooms(board, rng, 4, hang_together=rng.random() < 0.8)
    rooms: list[Any] = [None if c in black else label for c, label in enumerate(labels)]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return last in black or not any(
            chosen[c] == chosen[last] and (rooms[c] == rooms[last] or c in near(board)[last]) for c in range(last)
        )

    pool: list[Filling] = []
    values = [[0] if room is None else list(range(1, rooms.count(room) + 1)) for room in rooms]
    for filling in fillings(values, fits):
        pool.append((filling,))
        if len(pool) > 400:
            return case(rng)
    if not pool and rng.random() < 0.97:
        return case(rng)
    truth = rng.choice(pool)[0] if pool else (1,) * len(board)
    arrows: list[Any] = [None] * len(board)
    for c in black:
        fitting = [way for way in "nesw" if points_right(board, [way if x == c else None for x in board.cells], truth)]
        arrows[c] = rng.choice([*fitting * 8, "x", rng.choice("nesw")] if rng.random() < 0.3 else fitting or ["x"])
    given = [n if c not in black else None for c, n in enumerate(printed(truth, rng, 3))]

    def right(number: Cells) -> bool:
        return kept(number, given) and points_right(board, arrows, number)

    return judged("makaro", board, pool, right, rooms=rooms, arrows=arrows, given=given)


PUZZLES = 100
REASONS = {
    "bkDupNum": "no number occurs twice in a room",
    "nmAdjacent": "equal numbers do not share an edge",
    "arNotMax": "an arrow points to the greatest adjacent number",
    "ceNoNum": "every cell must be filled",
}
PRESENCE = ("arrows",)
CORPUS = Corpus("Makaro", every=15)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="rooms r1c1: a black cell is in a room"):
        api.puzzle("makaro", square(1, 2), rooms=[1, 2], arrows=["x", None])
    with pytest.raises(InputError, match="rooms r1c2: every white cell needs a room"):
        api.puzzle("makaro", square(1, 2), rooms=[1, None], arrows=[None, None])
