"""Ring-ring: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, drawn_loops, judged, pairs_of_loops


class Ring:
    """A rectangle of cells: those that it passes, its corners, and the links that it takes."""

    def __init__(self, board: Lattice, upper: int, left: int, lower: int, right: int) -> None:
        rows, cols = range(upper, lower), range(left, right)
        places = [(upper, c) for c in cols] + [(r, right) for r in rows]
        places += [(lower, c + 1) for c in reversed(cols)] + [(r + 1, left) for r in reversed(rows)]
        at = {place: cell for cell, place in enumerate(board.positions)}
        self.complete = all(place in at for place in places)
        self.cells = [at.get(place, -1) for place in places]
        self.corners = {at.get((r, c), -1) for r in (upper, lower) for c in (left, right)}
        self.steps = {frozenset(pair) for pair in zip(self.cells, (*self.cells[1:], self.cells[0]), strict=True)}


@lru_cache
def rings(board: Lattice) -> list[list[Ring]]:
    """Per cell the rectangles of which it is the upper left corner."""
    return [
        [
            ring
            for lower in range(r + 1, board.rows)
            for right in range(c + 1, board.cols)
            if (ring := Ring(board, r, c, lower, right)).complete
        ]
        for r, c in board.positions
    ]


def drawn(board: Lattice, shaded: Cells, every: bool = True) -> Iterator[Cells]:
    """The lines of all rings that pass the cells which are not shaded: each of them, or with ``every`` false some."""

    def draw(cell: int, chosen: tuple[Ring, ...]) -> Iterator[Cells]:
        if cell == len(board):
            steps = {step for ring in chosen for step in ring.steps}
            yield tuple([int(frozenset(link) in steps) for link in board.links])
            return
        for ring in (None, *rings(board)[cell]):
            now = chosen if ring is None else (*chosen, ring)
            if ring is not None and (
                any(shaded[c] for c in ring.cells)
                or any(ring.corners & other.corners or ring.steps & other.steps for other in chosen)
            ):
                continue
            # what passes a cell begins above it, to its left, or there
            if not every or shaded[cell] or any(cell in other.cells for other in now):
                yield from draw(cell + 1, now)

    return draw(0, ())


def case(rng: random.Random) -> Case:
    """The cells next to some random rings are shaded, now and then others."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(5, 5), square(4, 4, [(1, 1)]),
                        square(4, 5, [(0, 2), (3, 4)])])  # fmt: skip
    passed: set[int] = set()
    corners: set[int] = set()
    steps: set[frozenset[int]] = set()
    for ring in rng.sample([ring for some in rings(board) for ring in some], 8 * (len(board) > 8)):
        if not (ring.corners & corners or ring.steps & steps):
            passed |= {*ring.cells}
            corners |= ring.corners
            steps |= ring.steps
    shaded = [int(c not in passed) for c in board.cells]
    if rng.random() < 0.1:
        shaded[rng.randrange(len(board))] ^= 1
    pool: list[Filling] = [(line,) for line in {*drawn(board, tuple(shaded))}]
    found = judged("ringring", board, pool, lambda line: True, walls=["x" if x else None for x in shaded])
    others = [*drawn(board, tuple([0] * len(board)), every=False)] if len(board) < 13 else []
    near = [*others[:200], *list(drawn_loops(board))[:100], *pairs_of_loops(board)] if len(board) < 17 else []
    return found._replace(near=[*found.near, *[(line,) for line in near]])


PUZZLES = 60
UNNAMED = {"walls": "a cell that is not shaded is passed"}
PRESENCE = ("walls",)
REASONS = {
    "brNoLine": "a loop passes every cell that is not shaded",
    "lnBranch": "a loop neither branches nor ends",
    "lnNotRect": "every loop is a rectangle",
    "cuNoLine": "a loop passes every cell that is not shaded",
}
