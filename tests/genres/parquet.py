"""Parquet: what proves it."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    connected,
    groups_of,
    judged,
    near,
    noise,
    random_rooms,
    with_value,
)


def has_loop(board: Lattice, shaded: Cells) -> bool:
    """Return whether shaded cells that share edges form a loop: leaves are taken off until nothing or loops are left."""
    left = {*with_value(shaded, 1)}
    while leaves := {c for c in left if len(left.intersection(near(board)[c])) < 2}:
        left -= leaves
    return bool(left)


def case(rng: random.Random) -> Case:
    """Random tiles, joined to rooms at random."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(2, 5), square(4, 4, [(1, 1)]), square(1, 4)])
    tiles = random_rooms(board, rng, rng.choice([2, 3, 4]))
    own = {tile: tile for tile in tiles}
    for _ in range(rng.choice([2, 5, 8])):
        c = rng.choice(board.cells)
        n = rng.choice([*near(board)[c], c])
        one, other = own[tiles[c]], own[tiles[n]]
        if sum(room in (one, other) for room in own.values()) <= 5:
            own = {tile: one if room == other else room for tile, room in own.items()}
    rooms = [own[tile] for tile in tiles]
    choices = [sorted({tiles[c] for c in room}) for room in groups_of(rooms)]
    pool: list[Filling] = [(tuple([int(tile in chosen) for tile in tiles]),) for chosen in map(set, product(*choices))]
    if len(pool) > 3000:
        return case(rng)

    def right(shaded: Cells) -> bool:
        return connected(board, with_value(shaded, 1)) and not has_loop(board, shaded)

    found = judged("parquet", board, pool, right, rooms=rooms, tiles=tiles)
    # most rooms leave no answer
    if not found.right and rng.random() < 0.9:
        return case(rng)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "bkMixed": "a tile is shaded wholly or not at all",
    "bkPluralShade": "a room has one shaded tile",
    "cs2x2": "no two by two is shaded",
    "csLoop": "the shaded cells form no loop",
    "csDivide": "the shaded cells form one group",
}


def test_a_tile_in_two_rooms_is_refused() -> None:
    with pytest.raises(InputError, match="r1c3: this tile lies in two rooms"):
        api.puzzle("parquet", square(1, 4), rooms=[1, 1, 2, 2], tiles=[1, 2, 2, 3])
