"""Myopia: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.genres.slitherlink import lines_around
from tests.small_boards import Case, Cells, Filling, judged, ray, sometimes


def nearest(board: Lattice, line: Cells, cell: int) -> list[int]:
    """Per direction how many cells are between the eye, in its own, and the line; 99 where there is no line."""
    found = []
    for way in range(4):
        edges = [board.cell_edges[c][way] for c in (cell, *ray(board, cell, way))]
        found.append(next((k for k, edge in enumerate(edges) if line[edge]), 99))
    return found


def arrows(board: Lattice, line: Cells, cell: int) -> str | None:
    """The arrows that tell where the line is nearest; None where it is not seen at all."""
    far = nearest(board, line, cell)
    return None if min(far) == 99 else "".join(way for way, n in zip("nesw", far, strict=True) if n == min(far))


def case(rng: random.Random) -> Case:
    """The arrows of a random loop in some cells, now and then wrong ones."""
    board = rng.choice([square(1, 3), square(2, 3), square(3, 3), square(3, 3), square(2, 4), square(3, 3, [(1, 1)]),
                        square(2, 4, [(0, 0), (0, 3)]), square(3, 3, [(0, 1)])])  # fmt: skip
    every = lines_around(board)
    loops = [line for line, around in every.items() if around.single]
    truth = rng.choice(loops)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board) * 2 // 3)):
        clues[c] = sometimes(rng, 0.06, arrows(board, truth, c), rng.choice(["n", "es", "nsw", "nesw", "?"]))

    def right(line: Cells) -> bool:
        return all(ways in (None, "?", arrows(board, line, c)) for c, ways in enumerate(clues))

    pool: list[Filling] = [(line,) for line in loops]
    return judged("myopia", board, pool, right, arrows=clues)._replace(near=[(line,) for line in every])


PUZZLES = 80
RARE = True
EQUAL, FARTHER = (
    "the loop is equally far in the directions of the arrows",
    "the loop is farther in directions without an arrow",
)
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "arNoLineSeen": "there is a piece of the loop in the direction of an arrow",
    "arDistanceGt": FARTHER,
    "arDistanceNe": EQUAL,
}
