"""Signpost: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, judged, kept

STEPS = {
    "n": (-1, 0),
    "e": (0, 1),
    "s": (1, 0),
    "w": (0, -1),
    "ne": (-1, 1),
    "se": (1, 1),
    "sw": (1, -1),
    "nw": (-1, -1),
}
SIZES = (
    square(2, 2),
    square(2, 3),
    square(3, 3),
    square(1, 4),
    square(3, 3, [(1, 1)]),
    square(2, 4, [(0, 2)]),
    square(3, 2),
)


def pointed_at(board: Lattice, cell: int, arrow: str) -> set[int]:
    """Return the cells in the direction of an arrow."""
    (row, col), (down, right) = board.positions[cell], STEPS[arrow]
    return {
        c
        for c, (r, k) in enumerate(board.positions)
        for n in range(1, 9)
        if (r, k) == (row + n * down, col + n * right)
    }


def walks(board: Lattice, arrows: list[Any]) -> Iterator[Cells]:
    """Return all ways to number the cells so that each arrow, but that of the last cell, points to the next number."""
    beyond = [{*board.cells} if arrow is None else pointed_at(board, c, arrow) for c, arrow in enumerate(arrows)]

    def go(way: list[int]) -> Iterator[Cells]:
        if len(way) == len(board):
            yield tuple([way.index(c) + 1 for c in board.cells])
        for c in board.cells if not way else beyond[way[-1]]:
            if c not in way:
                yield from go([*way, c])

    return go([])


def case(rng: random.Random) -> Case:
    """The arrows of a random walk, some of them missing, and some of its numbers; now and then others."""
    board = rng.choice(SIZES)
    way = rng.sample(board.cells, len(board))
    arrows: list[Any] = [None] * len(board)
    hidden = rng.choice([0, 0, 0.2])
    for c in board.cells:
        k = way.index(c)
        fits = [arrow for arrow in STEPS if k + 1 < len(way) and way[k + 1] in pointed_at(board, c, arrow)]
        if not fits and k + 1 < len(way):
            return case(rng)
        if fits and rng.random() >= hidden:
            arrows[c] = fits[0] if rng.random() < 0.99 else rng.choice([*STEPS])
    if rng.random() < 0.1:
        arrows[way[-1]] = rng.choice([*STEPS])
    every = [*walks(board, arrows)]
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 3)):
        given[c] = way.index(c) + 1 if rng.random() < 0.9 else rng.randint(1, len(board))

    def right(number: Cells) -> bool:
        last = number.index(len(board))
        return arrows[last] is None and kept(number, given)

    pool: list[Filling] = [(number,) for number in every]
    found = judged("signpost", board, pool, right, arrows=arrows, given=given)
    near = [*rng.sample(pool, min(20, len(pool)))]
    for _ in range(10):
        near.append((tuple(rng.sample(range(1, len(board) + 1), len(board))),))
    # a number twice
    near += [(tuple([min(n, len(board) - 1) for n in number]),) for (number,) in pool[:5]]
    return found._replace(near=near)


PUZZLES = 80
REASONS: dict[str, str] = {}
