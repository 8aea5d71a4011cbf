"""Japanese Sums: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, fillings, judged, rows_and_columns


@lru_cache
def every(board: Lattice, highest: int) -> list[Filling]:
    """All ways to shade cells and to fill the others with no number twice in a row or in a column."""
    lines = [line for both in rows_and_columns(board) for line in both]
    before = [[c for line in lines if cell in line for c in line if c < cell] for cell in board.cells]

    def fits(chosen: list[int]) -> bool:
        return not chosen[-1] or all(chosen[c] != chosen[-1] for c in before[len(chosen) - 1])

    return [(filling,) for filling in fillings([range(highest + 1)] * len(board), fits)]


def sums_of(board: Lattice, filling: Cells, line: Sequence[int]) -> tuple[int, ...]:
    """The sums of the runs of numbers in a line; they end at shaded cells and where there is no cell."""
    found, last = [0], None
    for c in line:
        row, col = board.positions[c]
        if last is not None and row + col != last + 1:
            found.append(0)
        last = row + col
        if filling[c]:
            found[-1] += filling[c]
        else:
            found.append(0)
    return tuple(n for n in found if n)


def case(rng: random.Random) -> Case:
    """Some sums of a random filling, now and then a wrong or unknown one, and some numbers."""
    board, highest = rng.choice([
        (square(3, 3), 2), (square(2, 4), 2), (square(2, 3), 4), (square(2, 3), 3),
        (square(3, 3, [(1, 1)]), 2), (square(2, 4, [(0, 2)]), 3),
    ])  # fmt: skip
    usual = highest == max(board.rows, board.cols)
    told_highest = {} if usual else {"highest": highest}
    (truth,) = rng.choice(every(board, highest))
    chance, wrong = rng.choice([0.3, 0.7, 1]), rng.choice([0, 0, 0.1, 0.4])
    sums: dict[str, list[Any]] = {}
    for side, lines in zip(("left", "top"), rows_and_columns(board), strict=True):
        sums[side] = []
        for line in lines:
            stated: tuple[Any, ...] = sums_of(board, truth, line) or (0,)
            if stated != (0,):
                stated = tuple(
                    rng.choice([n] * 9 + ["?"]) if rng.random() >= wrong else rng.randint(1, 4) for n in stated
                )
            sums[side].append(stated if rng.random() < chance else ())
    given: list[Any] = [n or None if rng.random() < 0.1 else None for n in truth]

    def fits(stated: tuple[Any, ...], found: tuple[int, ...]) -> bool:
        stated = tuple(n for n in stated if n != 0)
        return len(stated) == len(found) and all(n in ("?", m) for n, m in zip(stated, found, strict=True))

    def right(filling: Cells) -> bool:
        return all(n in (None, filling[c]) for c, n in enumerate(given)) and all(
            not stated or fits(stated, sums_of(board, filling, line))
            for side, lines in zip(("left", "top"), rows_and_columns(board), strict=True)
            for stated, line in zip(sums[side], lines, strict=True)
        )

    found = judged("japanesesums", board, every(board, highest), right, **told_highest, sums=sums, given=given)
    # as many answers make no better test
    return found if len(found.right) < 60 else case(rng)


PUZZLES = 60
REASONS = {
    "ceNoNum": "every cell must be filled",
    "nmSumOrderRowNe": "the runs of numbers have the sums outside",
}


def test_a_line_without_numbers_may_hold_anything() -> None:
    puzzle = api.puzzle("japanesesums", square(1, 2), highest=2, sums={"top": [(), ()], "left": [()]})
    assert {tuple(answer["number"]) for answer in api.solve(puzzle, count=0).answers} == {
        (0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1),
    }  # fmt: skip


def test_the_highest_number_may_be_one() -> None:
    """On a board of one cell it is, where the puzzle does not say it."""
    for layers in ({}, {"highest": 1}):
        puzzle = api.puzzle("japanesesums", square(1, 1), sums={"top": [()], "left": [("?",)]}, **layers)
        assert [tuple(answer["number"]) for answer in api.solve(puzzle, count=0).answers] == [(1,)]
    puzzle = api.puzzle("japanesesums", square(2, 2), highest=1, sums={"top": [(), ()], "left": [(1,), (1,)]})
    assert {tuple(answer["number"]) for answer in api.solve(puzzle, count=0).answers} == {(1, 0, 0, 1), (0, 1, 1, 0)}


def test_the_highest_number_may_exceed_the_cells() -> None:
    puzzle = api.puzzle("japanesesums", square(1, 2), highest=9, sums={"top": [(), (8,)], "left": [(17,)]})
    assert [tuple(answer["number"]) for answer in api.solve(puzzle, count=0).answers] == [(9, 8)]
