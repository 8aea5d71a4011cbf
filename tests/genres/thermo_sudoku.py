"""Thermo Sudoku: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from tests.small_boards import Case, Cells, differ, grids, judged, kept, near, printed, random_sudoku


def case(rng: random.Random) -> Case:
    """Thermometers along which the numbers of a random square grow, now and then one the wrong way round; some numbers."""
    board, truth, groups, layers = random_sudoku(rng)
    layer: list[Any] = [None] * len(board)
    paths = []
    for start in rng.sample(board.cells, rng.randint(1, 6)):
        path = [start] if layer[start] is None else []
        while path:
            grown = [n for n in near(board)[path[-1]] if layer[n] is None and truth[n] > truth[path[-1]]]
            if not grown:
                break
            path.append(rng.choice(grown))
        if len(path) > 1:
            paths.append(path[::-1] if rng.random() < 0.1 else path)
            for place, cell in enumerate(paths[-1], 1):
                layer[cell] = (len(paths), place)
    given = printed(truth, rng, 3)

    def right(number: Cells) -> bool:
        grows = all(number[a] < number[b] for path in paths for a, b in pairwise(path))
        return grows and kept(number, given) and differ(number, groups)

    pool = [(grid,) for grid in grids(board)]
    return judged("thermo_sudoku", board, pool, right, given=given, thermometers=layer, **layers)


PUZZLES = 100
REASONS: dict[str, str] = {}
