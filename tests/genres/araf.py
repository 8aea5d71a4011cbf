"""Araf: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagonal, square
from tests.proof import Corpus, all_answers, cases, second_statement
from tests.small_boards import Case, Region, divided, divisions


def case(rng: random.Random) -> Case:
    """Two numbers in each region of a random division, now and then a wrong one; or any numbers anywhere."""
    board = rng.choice(
        [square(2, 3), square(2, 4), square(3, 3), square(3, 3, [(1, 1)]), hexagonal(2, 3), hexagonal(2, 4)]
    )
    every = {borders: regions for borders, regions in divisions(board).items() if min(map(len, regions)) > 1}
    numbers: list[Any] = [None] * len(board)
    if rng.random() < 0.2:
        for cell in rng.sample(board.cells, rng.randint(1, 4)):
            numbers[cell] = rng.choice([1, 3, 5, 7, "?"])
    else:
        for region in rng.choice(list(every.values())):
            for cell, n in zip(rng.sample(sorted(region), 2), (-1, 1), strict=True):
                number = rng.choice([len(region) + n * rng.randint(1, 2)] * 5 + ["?", rng.randint(0, 9)])
                numbers[cell] = number if number == "?" else max(0, number)

    def between(size: int, clues: list[Any]) -> bool:
        if len(clues) != 2:
            return False
        # a question mark is any number at all
        candidates = [[clue] if clue != "?" else [*range(size + 2)] for clue in clues]
        return any(min(a, b) < size < max(a, b) for a in candidates[0] for b in candidates[1])

    def right(regions: tuple[Region, ...]) -> bool:
        return all(between(len(r), [numbers[c] for c in r if numbers[c] is not None]) for r in regions)

    return divided("araf", board, every, right, numbers=numbers)


PUZZLES = 100
REASONS = {
    "bkArafEqual": "the size of a region is between its numbers",
    "bkArafTooSmall": "the size of a region is between its numbers",
    "bkArafTooBig": "the size of a region is between its numbers",
    "bkLessThan2Num": "a region has two numbers",
    "bdDeadEnd": "a border parts two regions",
}
CORPUS = Corpus("Araf", every=4)
PINNED = 3

UNNAMED = {
    "numbers": "every region holds two numbers, whose difference decides its size: a rule about two clues",
}


def test_both_statements_are_equivalent() -> None:
    """What otherwise takes a long search."""
    stated: list[int] = []
    with second_statement(stated):
        for puzzle, right, _ in cases("araf")[:60]:
            assert all_answers(puzzle) == right
    assert sum(map(bool, stated)) > 20
