"""Windoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import Case, Cells, differ, grids, groups, judged, kept, printed, random_sudoku


def case(rng: random.Random) -> Case:
    """A random square with windows, now and then one that is too large, and some numbers."""
    board, truth, units, layers = random_sudoku(rng)
    tinted: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, len(board)):
        tinted[c] = "x"
        windows = [sorted(group) for group in groups(board, [n for n in board.cells if tinted[n]])]
        if not differ(truth, windows) and rng.random() < 0.98:
            tinted[c] = None
        if rng.random() < 0.1:
            break
    if not any(tinted) and board.rows == 3:
        tinted[0] = "x"
    if usual := board.rows == 4 and rng.random() < 0.1:
        tinted = ["x" if row % 3 and col % 3 else None for row, col in board.positions]
    windows = [sorted(group) for group in groups(board, [c for c in board.cells if tinted[c]])]
    given = printed(truth, rng, rng.choice([0, 3, 6]))

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, [*units, *windows])

    if not usual:
        layers["tinted"] = tinted
    return judged("windoku", board, [(grid,) for grid in grids(board)], right, given=given, **layers)


PUZZLES = 60
RARE = True
REASONS: dict[str, str] = {}
