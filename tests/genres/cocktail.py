"""Cocktail Lamp: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    blocks,
    connected,
    counts_in_rooms,
    groups_of,
    inner_walls,
    joined,
    judged,
    noise,
    random_rooms,
    rooms_counted,
    with_value,
)


@lru_cache
def lamps(board: Lattice) -> list[Cells]:
    """All fillings whose shaded cells hang together by edges and corners without a two by two."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if not any(all(filling[c] for c in block) for block in blocks(board)) and joined(board, with_value(filling, 1))
    ]


def case(rng: random.Random) -> Case:
    """Random rooms, some with the number of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 2)]), square(2, 5), square(3, 3), square(4, 3, [(0, 0)])])
    rooms = random_rooms(board, rng, rng.choice([3, 5]))
    walls = inner_walls(board, rooms, rng)
    links = across_borders(board, rooms, walls)

    def lit(shaded: Cells) -> bool:
        return not any(shaded[a] and shaded[b] for a, b in links) and all(
            connected(board, [c for c in part if shaded[c]]) for part in groups_of(rooms)
        )

    every = lamps(board)
    clues = counts_in_rooms(rooms, rng.choice([*filter(lit, every)]), rng, rng.choice([0.5, 0.9]))
    pool: list[Filling] = [(shaded,) for shaded in every]

    def right(shaded: Cells) -> bool:
        return lit(shaded) and rooms_counted(rooms, shaded, clues)

    found = judged("cocktail", board, pool, right, rooms=rooms, walls=walls, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
REASONS = {
    "cbShade": "shaded cells do not touch across a border",
    "bkShadeDivide": "the shaded cells of a room form one group",
    "bkShadeNe": "a number counts the shaded cells of its room",
}
CORPUS = Corpus("CocktailLamp", every=3)
