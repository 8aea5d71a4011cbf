"""Curving Road: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, dynasties, judged, near, noise, with_value


def paths(board: Lattice, shaded: Cells, start: int) -> Iterator[list[int]]:
    """All paths of unshaded cells from a cell that turn once at most, walked cell by cell."""

    def turns(path: list[int]) -> int:
        at = [board.positions[c] for c in path]
        steps = [(r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise(at)]
        return sum(a != b for a, b in pairwise(steps))

    def walk(path: list[int]) -> Iterator[list[int]]:
        yield path
        for n in near(board)[path[-1]]:
            if not shaded[n] and n not in path and turns([*path, n]) < 2:
                yield from walk([*path, n])

    return walk([start])


def case(rng: random.Random) -> Case:
    """Circles in unshaded cells of a random filling that no path of one turn joins, now and then one more."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(3, 3), square(1, 5), square(4, 3, [(0, 0)]),
                        hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip
    every = dynasties(board)
    truth = rng.choice([max(every, key=sum), *rng.sample(every, 3)])
    circles: set[int] = set()
    for cell in rng.sample(with_value(truth, 0), truth.count(0)):
        if not any(path[-1] in circles for path in paths(board, truth, cell)):
            circles.add(cell)
    if rng.random() < 0.3:
        circles.add(rng.choice(board.cells))
    given: list[Any] = ["o" if c in circles else None for c in board.cells]

    def right(shaded: Cells) -> bool:
        marked = [c for c in board.cells if given[c]]
        return not any(
            shaded[c] or any(given[path[-1]] for path in paths(board, shaded, c) if len(path) > 1) for c in marked
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("curving", board, pool, right, circles=given)
    # most leave several answers
    return (
        found._replace(near=[*found.near, *noise(board, rng)])
        if len(found.right) < 2 or rng.random() < 0.3
        else case(rng)
    )


PUZZLES = 80
REASONS = {
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
    "curvingNoTurns": "no straight path joins two circles",
    "curvingOneTurn": "no path with a single turn joins two circles",
}
# where a circle is none, paths do not end there
PRESENCE = ("circles",)
CORPUS = Corpus("CurvingRoad", every=9)
