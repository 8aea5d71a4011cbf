"""Binairo: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus, all_answers, answer_of
from tests.small_boards import Case, Cells, Filling, judged, kept, rows_and_columns, stretches

SIZES = (square(2, 2), square(4, 4), square(4, 4), square(2, 4), square(4, 2), square(2, 6), square(3, 4), square(3, 3),
          square(4, 4, [(0, 0), (0, 3), (3, 0), (3, 3)]))  # fmt: skip


@lru_cache
def binaries(board: Lattice) -> dict[Cells, bool]:
    """Per filling with 0 and 1 in which every line is half and half and has no three in a row whether all lines differ."""
    both = rows_and_columns(board)
    straight = [run for run in stretches(board) if len(run) > 2]
    found = {}
    halves = [[bits for bits in product((0, 1), repeat=len(row)) if sum(bits) * 2 == len(row)] for row in both[0]]
    for rows in product(*halves):
        filling = tuple(n for row in rows for n in row)
        if all(sum(filling[c] for c in col) * 2 == len(col) for col in both[1]) and all(
            len(list(run)) < 3 for line in straight for _, run in groupby(filling[c] for c in line)
        ):
            patterns = [[tuple(filling[c] for c in line) for line in lines] for lines in both]
            found[filling] = all(len(set(lines)) == len(lines) for lines in patterns)
    return found


def some_givens(rng: random.Random, truth: Cells) -> list[Any]:
    """Return up to half of the numbers of a filling, now and then ``?`` or a wrong one."""
    given: list[Any] = [None] * len(truth)
    for c in rng.sample(range(len(truth)), rng.randint(0, len(truth) // 2)):
        given[c] = rng.choice([truth[c]] * 20 + ["?", 0, 1])
    return given


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one; on boards with odd lines there is none."""
    board = rng.choice(SIZES)
    every = binaries(board)
    alike = rng.choice([0, 1])
    truth = rng.choice(list(every) or [(0,) * len(board)])
    given = some_givens(rng, truth)
    pool: list[Filling] = [(filling,) for filling in every]
    return judged(
        "binairo",
        board,
        pool,
        lambda number: kept(number, given) and (alike or every[number]),
        given=given,
        alike=alike,
    )


PUZZLES = 100
REASONS: dict[str, str] = {}
CORPUS = Corpus("Binairo", every=20)


def test_rows_that_are_the_same_are_named() -> None:
    board = square(4, 4)
    puzzle = api.puzzle("binairo", board, given=[None] * 16)
    wanted = {(number,) for number, different in binaries(board).items() if different}
    assert all_answers(puzzle) == wanted
    assert all_answers(api.puzzle("binairo", board, given=[None] * 16, alike=1)) == {(n,) for n in binaries(board)}
    for number in binaries(board):
        if (number,) not in wanted:
            broken = api.check(puzzle, answer_of(puzzle, (number,)))
            assert {fault.rule for fault in broken} <= {"no two rows are the same", "no two columns are the same"}
            assert broken
