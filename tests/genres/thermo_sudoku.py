"""Thermo Sudoku: what proves it."""

from __future__ import annotations

import random
from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.draw.svg import to_svg
from pencilp.draw.terminal import to_text
from pencilp.errors import InputError
from tests.small_boards import Case, Cells, differ, grids, judged, kept, printed, random_sudoku


def case(rng: random.Random) -> Case:
    """Thermometers along which the numbers of a random square grow, now and then one the wrong way round; some numbers."""
    board, truth, groups, layers = random_sudoku(rng)
    layer: list[Any] = [None] * len(board)
    paths = []
    for start in rng.sample(board.cells, rng.randint(1, 6)):
        path = [start] if layer[start] is None else []
        while path:
            row, col = board.positions[path[-1]]
            adjacent = [c for c, (r, k) in enumerate(board.positions) if max(abs(r - row), abs(k - col)) == 1]
            grown = [n for n in adjacent if layer[n] is None and truth[n] > truth[path[-1]]]
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


def test_a_thermometer_goes_on_over_edges_and_corners_but_makes_no_leap() -> None:
    given: list[None] = [None] * 9
    for far, cells in ((False, {0: 1, 4: 2, 2: 3}), (True, {0: 1, 2: 2})):
        layer = [(1, cells[c]) if c in cells else None for c in range(9)]
        with pytest.raises(InputError, match="does not touch") if far else nullcontext():
            api.puzzle("thermo_sudoku", square(3, 3), given=given, thermometers=layer)
    with pytest.raises(InputError, match="does not touch"):
        api.puzzle("thermometers", square(2, 2), thermometers=[(1, 1), None, None, (1, 2)], counts={})


def test_diagonal_pieces_are_drawn_across_the_corners() -> None:
    layer = [(1, 1), (2, 1), None, (2, 2), (1, 2), None, None, None, (1, 3)]
    puzzle = api.puzzle("thermo_sudoku", square(3, 3), given=[None] * 9, thermometers=layer)
    drawn = to_text(puzzle, unicode=True)
    assert (drawn.count("╳"), drawn.count("╲"), drawn.count("╱")) == (1, 1, 0)
    drawn = to_text(puzzle, unicode=False)
    assert (drawn.count("X"), drawn.count("\\"), drawn.count("/")) == (1, 1, 0)
    assert to_svg(puzzle).count("<path") > to_svg(api.puzzle("sudoku", square(3, 3), given=[None] * 9)).count("<path")
