"""Oasis: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, blocks, dynasties, judged, near


def reached(board: Lattice, shaded: Cells, circles: set[int], start: int) -> int:
    """Return how many other circles a circle reaches by ways over unshaded cells that pass no third."""
    found = [start]
    for cell in found:
        if cell == start or cell not in circles:
            found += [n for n in near(board)[cell] if not shaded[n] and n not in found]
    return len(circles.intersection(found)) - 1


def case(rng: random.Random) -> Case:
    """Circles in unshaded cells of a random filling, with and without numbers, now and then a wrong one, or one anywhere."""
    board = rng.choice([square(3, 4), square(3, 3), square(2, 6), square(3, 4, [(1, 1)]), square(1, 4), square(4, 4),
                        hexagonal(3, 4), hexagon(2), hexagonal(3, 4, [(1, 2)])])  # fmt: skip
    every = dynasties(board)

    def clear(shaded: Cells) -> bool:
        return any(shaded) and all(any(shaded[c] for c in block) for block in blocks(board))

    good = [*filter(clear, every)]
    truth = rng.choice(good or every)
    places = [c for c in board.cells if not truth[c]]
    circles = set(rng.sample(places, min(len(places), rng.randint(0, 5))))
    if rng.random() < 0.1:
        circles.add(rng.choice(board.cells))
    numbers: list[Any] = [None] * len(board)
    for c in circles:
        numbers[c] = rng.choice([reached(board, truth, circles, c)] * 12 + ["?", "?", 0, 1])

    def right(shaded: Cells) -> bool:
        return clear(shaded) and all(
            not shaded[c] and numbers[c] in ("?", reached(board, shaded, circles, c)) for c in circles
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    return judged("oasis", board, pool, right, circles=numbers)


PUZZLES = 80
PRESENCE = ("circles",)
REASONS = {
    "cuDivideRB": "the unshaded cells form one group",
    "nmOasisGt": "a circle reaches as many other circles as its number says",
    "nmOasisLt": "a circle reaches as many other circles as its number says",
    "cu2x2": "no two by two is unshaded",
}
