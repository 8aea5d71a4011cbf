"""Pentopia: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.genres.battleship import SHIPS, cells_of, fleets, shape
from tests.small_boards import Case, Cells, Filling, judged, noise, ray


def nearest(board: Lattice, filling: Cells, cell: int) -> str:
    """The directions in which the nearest covered cell lies."""
    met = [next((k for k, c in enumerate(ray(board, cell, way)) if filling[c]), 99) for way in range(4)]
    return "".join(way for way, far in zip("nesw", met, strict=True) if far == min(met) < 99)


def case(rng: random.Random) -> Case:
    """Some of the shapes of a random board and others, some arrows; now and then something wrong."""
    board = rng.choice(
        [square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)]), square(4, 3, [(1, 0), (2, 2)])]
    )
    shapes = {shape(cells_of(rows)): rows for rows in SHIPS.values()}
    possible = [fleet for fleet in fleets(board) if set(fleet) <= set(shapes)]
    chosen = rng.choice(possible)
    bank = [shapes[piece] for piece in chosen] + rng.sample(list(SHIPS.values()), rng.randint(0, 3))
    if rng.random() < 0.1:
        bank = bank[1:] or [("xx",)]
    bank = bank or [("x",)]
    truth = rng.choice(fleets(board)[chosen])
    covered = int(rng.random() < 0.3)
    arrows: list[Any] = [None] * len(board)
    most = max(board.cells, key=lambda c: (not truth[c], len(nearest(board, truth, c)), rng.random()))
    for cell in {*rng.sample(board.cells, rng.choice([0, 2, 5])), most}:
        if (covered or not truth[cell]) and (ways := nearest(board, truth, cell)):
            anything = "".join(way for way in "nesw" if rng.random() < 0.7) or "?"
            arrows[cell] = rng.choice([ways] * 12 + ["?", anything])
    there = Counter(shape(cells_of(rows)) for rows in bank)
    pool: list[Filling] = [
        (filling,) for fleet in possible if Counter(fleet) <= there for filling in fleets(board)[fleet]
    ]

    def right(filling: Cells) -> bool:
        return all(
            (covered or not filling[cell]) and ways in ("?", nearest(board, filling, cell))
            for cell, ways in enumerate(arrows)
            if ways
        )

    found = judged("pentopia", board, pool, right, bank=bank, arrows=arrows, covered=covered)
    others: list[Filling] = [(rng.choice(fleets(board)[other]),) for other in rng.sample(possible, 5)]
    return found._replace(near=[*found.near, *others, *noise(board, rng)])


PUZZLES = 100
RARE = True
REASONS = {
    "csOnArrow": "arrows are not covered",
    "arNoShade": "there is a shape in the direction of an arrow",
    "arDistanceGt": "shapes are farther in directions without an arrow",
    "bankInvalid": "there are no shapes but those of the bank",
    "bankGt": "the shape xx./.xx occurs no more often than in the bank",
    "shDiag": "shapes do not touch at a corner",
}
PRESENCE = ("arrows",)
