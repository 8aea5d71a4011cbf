"""Kakuro: what proves it."""

from __future__ import annotations

import random
from itertools import takewhile
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.formats.text import text
from tests.proof import Corpus
from tests.small_boards import Case, Filling, fillings, ray, sometimes, stretches


def case(rng: random.Random) -> Case:
    """The sums of random numbers, some unknown, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(3, 3, [(0, 2)])])
    white = sorted(rng.sample(board.cells, rng.randint(2, min(5, len(board) - 2))))
    runs = stretches(board, white.__contains__)
    partners = [{c for run in runs if cell in run for c in run} - {cell} for cell in board.cells]
    values = [range(1, 10) if c in white else [0] for c in board.cells]

    def unequal(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return last not in white or all(chosen[c] != chosen[last] for c in partners[last] if c < last)

    truth = next(fillings([rng.sample(numbers, len(numbers)) for numbers in values], unequal))
    sums: list[Any] = [None if c in white else [None, None] for c in board.cells]
    wanted = []
    unsure, wrong = rng.choice([(0, 0.3), (0, 0), (0.2, 0)])
    for c in board.cells:
        for k, direction in enumerate((2, 1)):
            run = list(takewhile(white.__contains__, ray(board, c, direction)))
            if c not in white and run:
                amount = sum(truth[x] for x in run)
                sums[c][k] = sometimes(rng, unsure, sometimes(rng, wrong, amount, amount + 1), rng.choice(["?", None]))
                if isinstance(sums[c][k], int):
                    wanted.append((run, sums[c][k]))

    def fits(chosen: list[int]) -> bool:
        return unequal(chosen) and all(
            sum(chosen[c] for c in run) == amount for run, amount in wanted if run[-1] == len(chosen) - 1
        )

    found: list[Filling] = []
    for filling in fillings(values, fits):
        found.append((filling,))
        if len(found) > 300:
            return case(rng)
    return Case(api.puzzle("kakuro", board, sums=sums), set(found), [*found, (truth,)])


PUZZLES = 60
REASONS = {
    "nmDupRow": "no number occurs twice in a run",
    "nmSumRowNe": "the numbers of a run add up to its sum",
    "ceNoNum": "every cell must be filled",
}
CORPUS = Corpus("Kakuro", every=60, several=frozenset({"257_24x28"}))


def test_a_sum_without_cells_has_no_answer() -> None:
    puzzle = text.read("kakuro\nsums:\n\\ 4\\ \\\n\\3 - -\n\\5 \\ \\\n")[0]
    assert api.solve(puzzle).status == "none"
