"""Tatamibari: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Filling, Region, divided, divisions, is_rectangle


@lru_cache
def uncrossed(board: Lattice) -> dict[tuple[Region, ...], None]:
    """The divisions into rectangles of which no four meet at a point."""

    def crossed(regions: tuple[Region, ...]) -> bool:
        of = {board.positions[c]: k for k, region in enumerate(regions) for c in region}
        around = [[of.get((r + i, c + j)) for i in (0, 1) for j in (0, 1)] for r, c in board.positions]
        return any(None not in four and len({*four}) == 4 for four in around)

    return dict.fromkeys(regions for regions in divisions(board, is_rectangle).values() if not crossed(regions))


def case(rng: random.Random) -> Case:
    """Signs of random rectangles, now and then a wrong one, a sign more or one less."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)]), square(3, 4)])
    every = divisions(board, is_rectangle)

    def sides(region: Region) -> tuple[int, int]:
        rows, cols = zip(*(board.positions[c] for c in region), strict=True)
        return len({*rows}), len({*cols})

    def sign(region: Region) -> str:
        tall, wide = sides(region)
        return "+" if tall == wide else "|" if tall > wide else "_"

    good = uncrossed(board)
    unsure = rng.choice([0.05, 0.05, 0.6])
    signs: list[Any] = [None] * len(board)
    for region in rng.choice(list(good) if rng.random() < 0.9 else list(every.values())):
        cell = rng.choice(sorted(region))
        signs[cell] = "?" if rng.random() < unsure else rng.choice([sign(region)] * 20 + ["+", "|"])
    if rng.random() < 0.2:
        signs[rng.choice(board.cells)] = rng.choice(["+", None, "_", "?"])

    def right(regions: tuple[Region, ...]) -> bool:
        inside = [[signs[c] for c in region if signs[c] is not None] for region in regions]
        fits = all(len(s) == 1 and s[0] in ("?", sign(r)) for s, r in zip(inside, regions, strict=True))
        return fits and regions in good

    found = divided("tatamibari", board, every, right, signs=signs)
    anyhow: list[Filling] = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(10)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 120
REASONS = {
    "bdCross": "no four regions meet at a corner",
    "bkNoNum": "a region has a sign",
    "bkNumGe2": "a region has no two signs",
    "bkNotSquare": "a rectangle with a plus is a square",
    "bkNotVRect": "a rectangle with an upright line is taller than wide",
    "bkNotRect": "a region is a rectangle",
}
PRESENCE = ("signs",)
CORPUS = Corpus("Tatamibari", every=6)
