"""X-Sums Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import Case, Cells, differ, grids, judged, kept, printed, random_sudoku, rows_and_columns


def first_sum(line: list[int]) -> int | None:
    """The sum of the first X numbers, X being the first of them, if there are X."""
    return sum(line[: line[0]]) if line[0] <= len(line) else None


def case(rng: random.Random) -> Case:
    """The sums of a random square, now and then another one, and some numbers."""
    board, truth, groups, layers = random_sudoku(rng)
    rows, cols = rows_and_columns(board)
    lines = {"left": rows, "top": cols, "right": [row[::-1] for row in rows], "bottom": [col[::-1] for col in cols]}
    few = rng.choice([2, 8])
    sums: dict[str, list[Any]] = {
        side: [rng.choice([first_sum([truth[c] for c in line])] * 4 + [None] * few + ["?"]) for line in some]
        for side, some in lines.items()
    }
    if rng.random() < 0.2:
        sums[rng.choice([*sums])][0] = rng.randint(0, 6)
    given = printed(truth, rng, 3)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            said in (None, "?") or first_sum([number[c] for c in line]) == said
            for side, some in lines.items()
            for said, line in zip(sums[side], some, strict=True)
        )  # fmt: skip

    if rng.random() < 0.9:
        layers["sums"] = sums
    else:
        sums = {side: [None] * board.rows for side in lines}
    pool = [(grid,) for grid in grids(board)]
    return judged("xsums_sudoku", board, pool, right, given=given, **layers)


PUZZLES = 100
RARE = True
REASONS: dict[str, str] = {}
