"""Fuzuli: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache

from pencilp import api
from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    blocks,
    fillings,
    judged,
    kept,
    printed,
    rows_and_columns,
    sometimes,
)


@lru_cache
def spread(board: Lattice, greatest: int) -> list[Cells]:
    """All fillings with every number once in every row and column."""
    lines = [line for both in rows_and_columns(board) for line in both]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return not any(
            (chosen[last] and [chosen[c] for c in line if c < last].count(chosen[last]))
            or (last == max(line) and {chosen[c] for c in line} - {0} != {*range(1, greatest + 1)})
            for line in lines
            if last in line
        )

    return list(fillings([range(greatest + 1)] * len(board), fits))


def case(rng: random.Random) -> Case:
    """Some numbers of a random right filling, now and then a wrong one."""
    board, greatest = rng.choice([
        (square(3, 3), 1), (square(3, 3), 2), (square(4, 4), 2), (square(4, 4), 2), (square(4, 4), 3), (square(2, 2), 1),
        (square(4, 4, [(1, 1)]), 2), (square(3, 4), 2), (square(3, 3), 3),
    ])  # fmt: skip
    pool: list[Filling] = [(number,) for number in spread(board, greatest)]

    def open_(number: Cells) -> bool:
        return not any(all(number[c] for c in block) for block in blocks(board))

    good = [filling for filling in pool if open_(*filling)]
    given = printed(rng.choice(good or pool or [((1,) * len(board),)])[0], rng, 8) if board.cols > 2 else [None] * 4
    given = [sometimes(rng, 0.08, n if n in (None, "?") else min(n, board.cols), "?") for n in given]
    return judged(
        "fuzuli", board, pool, lambda n: kept(n, given, blank=0) and open_(n), given=given, greatest=greatest
    )  # fmt: skip


PUZZLES = 80
REASONS: dict[str, str] = {}
PRESENCE = ("given",)
CORPUS = Corpus("Fuzuli", every=8)


def test_a_question_mark_is_some_number() -> None:
    answers = api.solve(api.puzzle("fuzuli", square(2, 2), given=["?", None, None, None], greatest=1)).answers
    assert [list(answer["number"]) for answer in answers] == [[1, 0, 0, 1]]
