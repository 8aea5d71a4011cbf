"""Stostone: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    connected,
    counts_in_rooms,
    groups_of,
    inner_walls,
    judged,
    noise,
    random_rooms,
    rooms_counted,
)


@lru_cache
def halves(board: Lattice) -> list[Cells]:
    """All fillings with as many cells shaded as unshaded."""
    return [filling for filling in product((0, 1), repeat=len(board)) if 2 * sum(filling) == len(board)]


def lies_below(board: Lattice, stones: list[list[int]]) -> bool:
    """Whether the stones fill the lower half when they have fallen, one row at a time, while nothing is below them."""
    places = [{board.positions[c] for c in stone} for stone in stones]
    while True:
        held = {k for k, stone in enumerate(places) if any(row == board.rows - 1 for row, _ in stone)}
        while more := {
            k for k, stone in enumerate(places)
            if k not in held and any((row + 1, col) in places[h] for h in held for row, col in stone)
        }:  # fmt: skip
            held |= more
        if len(held) == len(places):
            return all(row >= board.rows // 2 for stone in places for row, _ in stone)
        places = [stone if k in held else {(row + 1, col) for row, col in stone} for k, stone in enumerate(places)]


def case(rng: random.Random) -> Case:
    """Random rooms, some with the number of cells of a random filling, now and then a wrong one."""
    board = rng.choice([square(4, 3), square(2, 4), square(2, 5), square(4, 2), square(6, 2), square(2, 6)])
    rooms = random_rooms(board, rng, rng.choice([4, 6]))
    walls = inner_walls(board, rooms, rng)
    links = across_borders(board, rooms, walls)

    def falls(shaded: Cells) -> bool:
        stones = [[c for c in part if shaded[c]] for part in groups_of(rooms)]
        return (
            not any(shaded[a] and shaded[b] for a, b in links)
            and all(stone and connected(board, stone) for stone in stones)
            and lies_below(board, stones)
        )

    good = [*filter(falls, halves(board))]
    if not good and rng.random() < 0.9:
        return case(rng)
    clues = counts_in_rooms(rooms, rng.choice(good or halves(board)), rng, rng.choice([0, 0.5]))
    pool: list[Filling] = [(shaded,) for shaded in halves(board)]

    def right(shaded: Cells) -> bool:
        return shaded in good and rooms_counted(rooms, shaded, clues)

    found = judged(
        "stostone", board, pool, right, rooms=rooms, walls=walls, clues=[None if n == 0 else n for n in clues]
    )
    return found._replace(near=[*[(shaded,) for shaded in good] * 5, *found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "bkShadeDivide": "the shaded cells of a room form one group",
    "csUpper": "half of each column is shaded",
    "bkShadeNe": "a number counts the shaded cells of its room",
    "cuLower": "half of each column is shaded",
    "bkNoShade": "a room has a stone",
}


def test_boards_without_a_lower_half_are_refused() -> None:
    for board in (square(3, 3), square(4, 4, [(1, 1)])):
        with pytest.raises(InputError, match="even number of rows"):
            api.puzzle("stostone", board, rooms=[0] * len(board), clues=[None] * len(board))
