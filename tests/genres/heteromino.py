"""Heteromino: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import square
from tests.small_boards import Case, Filling, Region, divided, divisions, shape_of, touching_regions


def case(rng: random.Random) -> Case:
    """A small board, most often with holes: there are no other clues."""
    rows, cols = rng.choice([(3, 3), (3, 4), (4, 4), (4, 5), (2, 5), (3, 5), (2, 3)])
    places = [(r, c) for r in range(rows) for c in range(cols)]
    fewest = len(places) % 3
    board = square(rows, cols, rng.sample(places, rng.choice([fewest, fewest, fewest + 3])))
    every = divisions(board, size=3)

    def right(regions: tuple[Region, ...]) -> bool:
        return all(shape_of(board, a) != shape_of(board, b) for a, b in touching_regions(board, regions))

    found = divided("heteromino", board, every, right)
    anyhow: list[Filling] = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(3)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 60
REASONS = {"bkSizeGt3": "a region has three cells", "bkSizeLt3": "a region has three cells"}
FOLLOWS = {"a border parts two regions": "three cells hang together only if no border runs between two of them"}
