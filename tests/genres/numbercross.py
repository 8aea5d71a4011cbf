"""Number Cross: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, rows_and_columns


def case(rng: random.Random) -> Case:
    """Random numbers, and what is left in some lines when some of them are crossed out, now and then a wrong sum."""
    board = rng.choice([square(3, 3), square(2, 4), square(4, 3), square(3, 3, [(0, 1)])])
    numbers: list[Any] = [rng.choice([rng.randint(0, 9)] * 20 + [None]) for _ in board.cells]
    pool: list[Filling] = [(filling,) for filling in product((0, 1), repeat=len(board))]
    truth = rng.choice(pool)[0]
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))

    def left(crossed: Cells, line: list[int]) -> int:
        return sum(numbers[c] or 0 for c in line if not crossed[c])

    sums = {
        side: [rng.choice([left(truth, line)] * 20 + [None, "?", 4]) for line in some] for side, some in lines.items()
    }

    def right(crossed: Cells) -> bool:
        return not any(crossed[c] and n is None for c, n in enumerate(numbers)) and all(
            n in (None, "?", left(crossed, line))
            for side, some in lines.items()
            for n, line in zip(sums[side], some, strict=True)
        )

    return judged("numbercross", board, pool, right, numbers=numbers, sums=sums)


PUZZLES = 60
REASONS: dict[str, str] = {}
UNNAMED = {"numbers": "a sum is of the numbers of its line: a rule about several of them"}
CORPUS = Corpus("NumberCross", every=8)


def test_a_cell_without_a_number_is_not_crossed_out() -> None:
    puzzle = api.puzzle("numbercross", square(1, 3), numbers=[2, None, 2], sums={"top": [2, 0, None], "left": [2]})
    assert [list(answer["crossed"]) for answer in api.solve(puzzle).answers] == [[0, 0, 1]]
