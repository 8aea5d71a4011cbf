"""Ayeheya: what proves it."""

from __future__ import annotations

import random

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.errors import InputError
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    counts_in_rooms,
    crosses_two,
    dynasties,
    groups_of,
    inner_walls,
    judged,
    random_rooms,
    rooms_counted,
    stretches,
)


def turned(board: Lattice, part: list[int]) -> dict[int, int]:
    """Return the cell to which half a turn moves each cell of a room; those that leave the room are left out."""
    places = [board.positions[c] for c in part]
    down = min(r for r, _ in places) + max(r for r, _ in places)
    across = min(c for _, c in places) + max(c for _, c in places)
    return {c: d for c in part for d in part
            if board.positions[d] == (down - board.positions[c][0], across - board.positions[c][1])}  # fmt: skip


def case(rng: random.Random) -> Case:
    """Random rooms that look the same after half a turn, with numbers of a random filling, now and then a wrong one."""
    board = rng.choice(
        [square(3, 4, [(1, 1)]), square(3, 4), square(2, 6), square(3, 3), square(2, 5), hexagonal(3, 4), hexagon(2)]
    )
    while True:
        rooms = random_rooms(board, rng, rng.choice([4, 4, 6, len(board)]))
        turns = [turned(board, part) for part in groups_of(rooms)]
        if sum(map(len, turns)) == len(board):
            break
    walls = inner_walls(board, rooms, rng)
    lines = stretches(board)
    bordered = {frozenset(pair) for pair in across_borders(board, rooms, walls)}

    def fits(shaded: Cells) -> bool:
        alike = all(shaded[c] == shaded[d] for turn in turns for c, d in turn.items())
        return any(shaded) and alike and not crosses_two(lines, bordered, shaded)

    pool: list[Filling] = [(filling,) for filling in dynasties(board)]
    good = [*filter(fits, dynasties(board))]
    clues = counts_in_rooms(rooms, rng.choice(good or dynasties(board)), rng)

    def right(shaded: Cells) -> bool:
        return fits(shaded) and rooms_counted(rooms, shaded, clues)

    return judged("ayeheya", board, pool, right, rooms=rooms, walls=walls, clues=clues)


PUZZLES = 60
REASONS = {
    "brNoShade": "some cell is shaded",
    "bkShadeNe": "a number counts the shaded cells of its room",
}


def test_a_room_that_half_a_turn_changes_is_refused() -> None:
    with pytest.raises(InputError, match="half a turn about its middle"):
        api.solve(api.puzzle("ayeheya", square(2, 2), rooms=[0, 0, 0, 1], clues=[None] * 4))
