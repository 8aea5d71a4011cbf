"""KenKen: what proves it."""

from __future__ import annotations

import random
from math import prod
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.text import text
from tests.proof import Corpus
from tests.small_boards import Case, Cells, cages_in, grids, groups_of, judged, kept, printed, sometimes


def makes(numbers: list[int], result: int, sign: str | None) -> bool:
    """Whether numbers, in some order, make a result by a sign, or by any that is possible."""
    ways = {"+": sum(numbers) == result, "*": prod(numbers) == result}
    if len(numbers) == 2:
        ways["-"] = max(numbers) - min(numbers) == result
        ways["/"] = min(numbers) * result == max(numbers)
    return any(ways.values()) if sign is None else ways[sign]


def case(rng: random.Random) -> Case:
    """The results of some cages in a random square, now and then a wrong one; some squares have a hole."""
    board = rng.choice([square(3, 3), square(4, 4), square(3, 3, [(0, 1)]), square(4, 4)])
    cages = cages_in(board, rng)
    truth = rng.choice(grids(board))
    results: list[Any] = [None] * len(board)
    for cage in groups_of(cages):
        if rng.random() < 0.9:
            numbers = [truth[c] for c in cage]
            candidates = [
                (result, sign)
                for sign in ("+", "*", None, *("-/" if len(cage) == 2 else ()))
                for result in range(65)
                if makes(numbers, result, sign)
            ]
            result, sign = rng.choice(candidates)
            results[rng.choice(cage)] = (sometimes(rng, 0.03, result, result + 1), sign)
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            results[c] is None or makes([number[x] for x in cage], *results[c])
            for cage in groups_of(cages)
            for c in cage
        )

    return judged("kenken", board, [(grid,) for grid in grids(board)], right, cages=cages, results=results,
                  given=given)  # fmt: skip


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("KenKen", every=30)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("kenken", square(2, 3), cages=[1] * 6, results=[None] * 6)
    with pytest.raises(InputError, match="a cage of 3 cells has no -"):
        text.read("kenken\ncages:\n1 1\n1 2\nresults:\n3- -\n- 1\n")
