"""Kakurasu: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, rows_and_columns


def case(rng: random.Random) -> Case:
    """The points of some lines of a random shading, now and then wrong ones."""
    board = rng.choice([square(3, 3), square(2, 4), square(4, 3), square(3, 3, [(0, 1)])])
    pool: list[Filling] = [(filling,) for filling in product((0, 1), repeat=len(board))]
    truth = rng.choice(pool)[0]
    lines = zip(("left", "top"), rows_and_columns(board), (1, 0), strict=True)
    parts = [(side, line, axis) for side, some, axis in lines for line in some]

    def points(filling: Cells, line: list[int], axis: int) -> int:
        return sum(board.positions[c][axis] + 1 for c in line if filling[c])

    few = rng.choice([0, 3])
    if rng.random() < 0.1:
        truth = (0,) * len(board)
    sums: dict[str, list[Any]] = {"left": [], "top": []}
    for side, line, axis in parts:
        sums[side].append(rng.choice([points(truth, line, axis)] * 30 + [None] * few * 3 + ["?", 2]))

    def right(filling: Cells) -> bool:
        given = [*sums["left"], *sums["top"]]
        return any(filling) and all(
            n in (None, "?", points(filling, line, axis)) for n, (_, line, axis) in zip(given, parts, strict=True)
        )

    return judged("kakurasu", board, pool, right, sums=sums)


PUZZLES = 60
REASONS = {
    "brNoShade": "some cell is shaded",
    "nmSumRowShadeNe": "the number outside is the points of the row",
}
CORPUS = Corpus("Kakurasu", every=20)
