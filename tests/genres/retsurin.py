"""Retsurin: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import (
    Case,
    Cells,
    Drawn,
    drawn_loops,
    looped_adjacent_shaded,
    near,
    rows_and_columns,
    shaded_outside,
)


def case(rng: random.Random) -> Case:
    """A random loop; of the cells off it some have numbers and the others are shaded. Some numbers are wrong."""
    board = rng.choice([square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)]), square(3, 4, [(0, 0)])])
    rows, cols = rows_and_columns(board)
    truth = rng.choice(list(drawn_loops(board).values()))
    off = [c for c in board.cells if c not in truth.cells]
    dark: list[int] = []
    for c in rng.sample(off, len(off)):
        if rng.random() < 0.6 and not any(n in near(board)[c] for n in dark):
            dark.append(c)

    def counts(shaded: set[int], cell: int) -> tuple[int, int]:
        row, col = board.positions[cell]
        return len(shaded.intersection(rows[row])), len(shaded.intersection(cols[col]))

    clues: list[Any] = [None] * len(board)
    for c in set(off).difference(dark):
        clues[c] = rng.choice([rng.choice(counts({*dark}, c))] * 12 + ["?", "?", rng.randrange(3)])
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = "?"
    outside = int(rng.random() < 0.2)

    def right(loop: Drawn, shaded: Cells) -> bool:
        dark = {c for c in board.cells if shaded[c]}
        counted = all(n in (None, "?") or counts(dark, c).count(n) == 1 for c, n in enumerate(clues))
        return counted and (not outside or shaded_outside(loop, shaded))

    clued = [c for c, n in enumerate(clues) if n is not None]
    return looped_adjacent_shaded("retsurin", board, clued, right, clues=clues, outside=outside)


PUZZLES = 150
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "nmShadeEq": "a number counts the shaded cells of its row or column, but not of both",
    "nmShadeNe": "a number counts the shaded cells of its row or column, but not of both",
    "lnPlLoop": "the loop is one single loop",
    "lnDeadEnd": "the loop neither branches nor ends",
    "ceEmpty": "the loop passes every cell that is not shaded",
}
