"""Skyscraper Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.genres.skyscrapers import seen
from tests.proof import Corpus
from tests.small_boards import Case, Cells, differ, grids, judged, kept, printed, random_sudoku, rows_and_columns


def case(rng: random.Random) -> Case:
    """How many towers of a random square are seen from some places, now and then a wrong count; some numbers."""
    board, truth, groups, layers = random_sudoku(rng)
    rows, cols = rows_and_columns(board)
    views = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([2, 6])
    clues: dict[str, list[Any]] = {
        side: [rng.choice([seen([truth[c] for c in line])] * 5 + [None] * few * 2 + ["?"]) for line in views[side]]
        for side in views
    }
    if rng.random() < 0.15:
        clues["top"][0] = rng.randint(0, board.rows)
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            clue in (None, "?", seen([number[c] for c in line]))
            for side in views
            for clue, line in zip(clues[side], views[side], strict=True)
        )  # fmt: skip

    pool = [(grid,) for grid in grids(board)]
    return judged("skyscraper_sudoku", board, pool, right, given=given, clues=clues, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("SkyscraperSudoku", every=4)
