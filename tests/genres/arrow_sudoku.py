"""Arrow Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.text import text
from tests.small_boards import TOUCHING, Case, Cells, differ, grids, judged, kept, printed, random_sudoku

COMPASS = {
    (-1, 0): "n",
    (-1, 1): "ne",
    (0, 1): "e",
    (1, 1): "se",
    (1, 0): "s",
    (1, -1): "sw",
    (0, -1): "w",
    (-1, -1): "nw",
}


def case(rng: random.Random) -> Case:
    """Arrows that add up in a random square, now and then one that is too long; some with one cell, some from one circle."""
    board, truth, groups, layers = random_sudoku(rng)
    at = {p: c for c, p in enumerate(board.positions)}
    written: list[Any] = [None] * len(board)
    arrows: list[tuple[int, list[int]]] = []
    for circle in rng.sample(board.cells, rng.randint(0, 4)):
        tokens: list[str] = []
        for _ in range(rng.choice([1, 1, 2])):
            path, steps = [circle], []
            for _ in range(6):
                (row, col), left = board.positions[path[-1]], truth[circle] - sum(truth[c] for c in path[1:])
                onward = [
                    (COMPASS[step], c)
                    for step in TOUCHING["square"]
                    if (c := at.get((row + step[0], col + step[1]))) is not None
                    and c not in path
                    and (truth[c] <= left or rng.random() < 0.02)
                ]
                if not left or not onward:
                    break
                way, cell = rng.choice(onward)
                steps.append(way)
                path.append(cell)
            if steps and (sum(truth[c] for c in path[1:]) == truth[circle] or rng.random() < 0.03):
                tokens += ["o", *steps] if tokens else steps
                arrows.append((circle, path[1:]))
        written[circle] = tuple(tokens) or None
    given = printed(truth, rng, 3)

    def right(number: Cells) -> bool:
        adds = all(sum(number[c] for c in path) == number[circle] for circle, path in arrows)
        return adds and kept(number, given) and differ(number, groups)

    pool = [(grid,) for grid in grids(board)]
    return judged("arrow_sudoku", board, pool, right, given=given, arrows=written, **layers)


PUZZLES = 100
REASONS: dict[str, str] = {}
PINNED = 3


@pytest.mark.parametrize("arrow", [("n",), ("e", "w"), ("o", "e"), ("e", "o"), ("e", "e"), ("s", "e", "nw")])
def test_an_arrow_that_leads_nowhere_or_back_is_refused(arrow: Any) -> None:
    """Off the board, into a hole, back to its circle, or without a step."""
    board = square(3, 3, [(0, 2)])
    with pytest.raises(InputError, match="arrow"):
        api.solve(api.puzzle("arrow_sudoku", board, arrows=[arrow, *[None] * 7]))


def test_arrows_cross_and_turn_with_the_board() -> None:
    """Two diagonals over the same corner; a quarter turn of the picture is the same puzzle."""
    arrows: list[Any] = [None] * 16
    arrows[0], arrows[1] = ("se", "se"), ("sw", "s", "o", "e", "se")
    puzzle = api.puzzle("arrow_sudoku", square(4, 4), arrows=arrows)
    kind = puzzle.genre.inputs["arrows"].value
    turn = {"n": "e", "e": "s", "s": "w", "w": "n"}
    assert kind.turned(arrows[1], turn) == ("nw", "w", "o", "s", "sw")
    found = {tuple(answer["number"]) for answer in api.solve(puzzle, count=0).answers}
    boxes = [[r * 4 + c, r * 4 + c + 1, r * 4 + c + 4, r * 4 + c + 5] for r in (0, 2) for c in (0, 2)]
    right = {
        n
        for n in grids(square(4, 4))
        if differ(n, boxes) and n[0] == n[5] + n[10] and n[1] == n[4] + n[8] and n[1] == n[2] + n[7]
    }
    assert found == right
    assert text.read(text.write(puzzle, None))[0] == puzzle
