"""Arrows (Pfeilzahlen): what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Answer
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged

STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def case(rng: random.Random) -> Case:
    """Some numbers of random arrows, now and then a wrong one; among the fillings some with an arrow too many or too few."""
    board = rng.choice(
        [square(4, 4), square(4, 4), square(4, 5), square(3, 5), square(5, 4, [(2, 2)]), square(4, 4, [(0, 1)])]
    )
    sides = [(row in (0, board.rows - 1)) + (col in (0, board.cols - 1)) for row, col in board.positions]
    pointed = {
        (c, k): [
            n
            for n, (r, s) in enumerate(board.positions)
            if sides[n] == 0 and any((row + far * down, col + far * right) == (r, s) for far in range(1, 6))
        ]
        for c, (row, col) in enumerate(board.positions)
        for k, (down, right) in enumerate(STEPS, 1)
    }
    ways = [[k for k in range(1, 9) if pointed[c, k]] if sides[c] == 1 else [0] for c in board.cells]
    pool: list[Filling] = [(arrows,) for arrows in product(*ways)]
    (truth,) = rng.choice(pool)

    def counts(arrows: Cells) -> list[int]:
        given = [n for c in board.cells if arrows[c] for n in pointed[c, arrows[c]]]
        return [given.count(c) for c in board.cells]

    inside = [c for c in board.cells if sides[c] == 0]
    numbers: list[Any] = [None] * len(board)
    for c in rng.sample(inside, rng.randint(max(1, len(inside) - 2), len(inside))):
        numbers[c] = rng.choice([counts(truth)[c]] * 25 + ["?", 5])
    given = [(c, n) for c, n in enumerate(numbers) if n not in (None, "?")]

    def right(arrows: Cells) -> bool:
        found = counts(arrows)
        return all(found[c] == n for c, n in given)

    found = judged("pfeilzahlen", board, pool, right, numbers=numbers)
    wrong = []
    for _ in range(20):
        arrows = list(truth)
        arrows[rng.choice(board.cells)] = rng.randint(0, 8)
        wrong.append((tuple(arrows),))
    return found._replace(near=[*sorted(found.right), *wrong])


PUZZLES = 60
RARE = True
REASONS: dict[str, str] = {}
# of 241_3x3 an arrow of the recorded answer points out of the board, where its only answer has the opposite one
CORPUS = Corpus("Pfeilzahlen", every=20)


def test_a_number_lies_inside() -> None:
    with pytest.raises(InputError, match="a number lies inside"):
        api.puzzle("pfeilzahlen", square(3, 3), numbers=[None, 1, *[None] * 7])


def test_the_size_of_a_recorded_answer_does_not_count_the_arrows() -> None:
    problem, solution = "3 3\n- - -\n- 4 -\n- - -", "1 1\n- s -\ne 4 w\n- n -"
    puzzle = read_dataset(problem, solution, find("pfeilzahlen"))
    assert isinstance(puzzle.answer, Answer)
    assert api.check(puzzle, puzzle.answer) == []
    written = write_dataset(puzzle, puzzle.answer)
    assert (written["problem"], written["solution"]) == (problem, solution)
    with pytest.raises(InputError, match="3 3 is not the problem's size"):
        read_dataset(problem, solution.replace("1 1", "3 3"), find("pfeilzahlen"))
