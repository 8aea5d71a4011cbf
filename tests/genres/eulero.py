"""Eulero: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, grids, judged


def case(rng: random.Random) -> Case:
    """Some digits of two squares put together, now and then a wrong one."""
    board = square(3, 3, [rng.choice([(0, 1), (1, 1), (2, 2)])] if rng.random() < 0.4 else [])
    squares = grids(board)
    pool: list[Filling] = [
        (tuple([10 * x + y for x, y in zip(one, other, strict=True)]),) for one in squares for other in squares
    ]
    (truth,) = rng.choice([filling for filling in pool if len({*filling[0]}) == len(board)])
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(2, 4)):
        first, second = divmod(truth[c], 10)
        given[c] = rng.choice([10 * first, second, 10 * first + second] * 8 + [20, 3, "?", 47])

    def right(number: Cells) -> bool:
        stated = [(divmod(n, 10), divmod(x, 10)) for n, x in zip(given, number, strict=True) if n not in (None, "?")]
        stays = all(digit in (0, own) for digits, has in stated for digit, own in zip(digits, has, strict=True))
        return stays and len({*number}) == len(number)

    return judged("eulero", board, pool, right, given=given)


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("Eulero", every=20)


def test_digits_end_at_nine() -> None:
    with pytest.raises(InputError, match="at most 9 rows"):
        api.puzzle("eulero", square(10, 10), given=[None] * 100)
