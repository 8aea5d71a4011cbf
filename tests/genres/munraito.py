"""Moonlight: what proves it."""

from __future__ import annotations

import random
from itertools import permutations, takewhile
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, ray

STAR, CLOUD = 1, 2


def lit(board: Lattice, sky: Cells, moons: list[Any], cell: int) -> str:
    """The sides from which a moon is lit."""
    sides = ""
    for way, direction in (("n", 0), ("s", 2), ("e", 1), ("w", 3)):
        clear = takewhile(lambda c: moons[c] is None, ray(board, cell, direction))
        first = next((sky[c] for c in clear if sky[c]), None)
        sides += way if first == STAR else ""
    return sides or "x"


def case(rng: random.Random) -> Case:
    """Stars, clouds, and the moons between them, now and then with another light, or one that is no longer in the way."""
    size = rng.choice([3, 4, 4])
    board = square(size, size, [(1, 1)] if rng.random() < 0.2 else [])
    at = {p: c for c, p in enumerate(board.positions)}
    pool: list[Filling] = []
    for stars in permutations(range(size)):
        for clouds in permutations(range(size)):
            if all(
                a != b and (r, a) in at and (r, b) in at for r, (a, b) in enumerate(zip(stars, clouds, strict=True))
            ):
                sky = [0] * len(board)
                for row in range(size):
                    sky[at[row, stars[row]]], sky[at[row, clouds[row]]] = STAR, CLOUD
                pool.append((tuple(sky),))
    if not pool:
        return case(rng)
    (truth,) = rng.choice(pool)
    moons: list[Any] = [None] * len(board)
    some = [c for c in board.cells if not truth[c] and rng.random() < 0.5]
    for c in some:
        moons[c] = "x"
    for c in some:
        moons[c] = lit(board, truth, moons, c)
    if some and rng.random() < 0.2:
        moons[rng.choice(some)] = rng.choice(["x", "n", "se", None])

    def right(sky: Cells) -> bool:
        there = [c for c in board.cells if moons[c] is not None]
        return all(not sky[c] and lit(board, sky, moons, c) == moons[c] for c in there)

    return judged("munraito", board, pool, right, moons=moons)


PUZZLES = 60
REASONS: dict[str, str] = {}
PRESENCE = ("moons",)
CORPUS = Corpus("Munraito", every=20)
