"""Ant Mill: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.genres.scrin import corner_rings, rectangles
from tests.small_boards import Case, Cells, Filling, judged, noise


@lru_cache
def every_ring(board: Lattice) -> tuple[list[Cells], list[Cells]]:
    """Return all rings of dominoes, and open chains and rings of rectangles."""
    rings, chains = corner_rings(board, [part for part in rectangles(board) if len(part) == 2])
    return rings, [*chains, *(corner_rings(board, rectangles(board))[0])]


def case(rng: random.Random) -> Case:
    """Signs between the cells of a random ring, now and then a wrong one."""
    board = rng.choice([square(4, 4), square(4, 5), square(5, 4), square(4, 5, [(1, 2)]), square(4, 5, [(0, 4)])])
    rings, others = every_ring(board)
    truth = rng.choice(rings)
    chance = rng.choice([0, 0.1, 0.3])
    marks: list[Any] = [None] * len(board.links)
    for e, (a, b) in enumerate(board.links):
        if rng.random() < chance:
            marks[e] = "=x"[truth[a] != truth[b]] if rng.random() < 0.93 else rng.choice("=x")

    def right(shaded: Cells) -> bool:
        signs = zip(board.links, marks, strict=True)
        return all((sign == "=") == (shaded[a] == shaded[b]) for (a, b), sign in signs if sign)

    found = judged("antmill", board, [(shaded,) for shaded in rings], right, marks=marks)
    near: list[Filling] = [(shaded,) for shaded in rng.sample(others, 30)]
    return found._replace(near=[*found.near, ((0,) * len(board),), *near, *noise(board, rng)])


PUZZLES = 60
PAIRS = "a shaded cell touches exactly one other"
TOUCHES = "a domino touches exactly two others at its corners"
TWO_RINGS = "-xx---xx-", "x--x-x--x", "x--x-x--x", "-xx---xx-"
BOARDS = (
    "antmill\nsize: 4 9\nmarks:\n"
    + "".join(
        f"r{r + 1}c{c + 1}{way} {'=' if sign == TWO_RINGS[r + down][c + right] else 'x'}\n"
        for r, row in enumerate(TWO_RINGS)
        for c, sign in enumerate(row)
        for way, down, right in (("e", 0, 1), ("s", 1, 0))
        if r + down < 4 and c + right < 9
    ),
)
REASONS = {
    "csLt2": PAIRS,
    "bdEqual": "the cells at = are both shaded or both not",
    "bdUnequal": "just one of the cells at x is shaded",
    "rmBranch": TOUCHES,
    "rmDeadend": TOUCHES,
}
