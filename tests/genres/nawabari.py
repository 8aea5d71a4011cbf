"""Nawabari: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import Case, Region, divided, divisions, drawn_sides, is_rectangle


def case(rng: random.Random) -> Case:
    """A number in each of some random rectangles, now and then a wrong one or another one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)])])
    every = divisions(board, is_rectangle)
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(list(every.values())):
        cell = rng.choice(sorted(region))
        numbers[cell] = rng.choice([drawn_sides(board, cell, region)] * 14 + ["?", "?", 2])
    if rng.random() < 0.2:
        numbers[rng.choice(board.cells)] = rng.randint(0, 4)

    def right(regions: tuple[Region, ...]) -> bool:
        return all(
            len(clued := [c for c in region if numbers[c] is not None]) == 1
            and numbers[clued[0]] in ("?", drawn_sides(board, clued[0], region))
            for region in regions
        )

    return divided("nawabari", board, every, right, numbers=numbers)


PUZZLES = 60
REASONS = {
    "bkNotRect": "a region is a rectangle",
    "bkNoNum": "a region has a number",
    "bdDeadEnd": "a border parts two regions",
}
CORPUS = Corpus("Nawabari", every=12)


def test_any_drawing_of_borders_is_judged() -> None:
    rng = random.Random(7)
    puzzles = [found for found in (case(rng) for _ in range(60)) if len(found.puzzle.lattice) == 6]
    assert any(found.right for found in puzzles)
    for puzzle, right, _ in puzzles:
        for borders in product((0, 1), repeat=len(puzzle.lattice.links)):
            accepted = api.check(puzzle, Answer(puzzle, {"borders": borders})) == []
            assert accepted == ((borders,) in right), borders
