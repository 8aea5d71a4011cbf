"""Yonmasu: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagonal, square
from pencilp.formats.dataset import read_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Region, divided, divisions


def case(rng: random.Random) -> Case:
    """A circle in each region of a random division, now and then elsewhere; mostly those of some ways that fit the fewest."""
    board = rng.choice([
        square(3, 4), square(4, 4), square(4, 4), square(3, 3, [(1, 1)]), square(3, 5, [(0, 1), (1, 1), (2, 4)]),
        hexagonal(3, 4), hexagonal(3, 4),
    ])  # fmt: skip
    every = divisions(board, size=4)
    truth = rng.choice(list(every.values()))
    ways = [
        frozenset(rng.choice(board.cells) if rng.random() < 0.04 else rng.choice(sorted(region)) for region in truth)
        for _ in range(rng.choice([1, 6, 6]))
    ]

    def fits(regions: tuple[Region, ...], circled: frozenset[int]) -> bool:
        return all(len(region & circled) == 1 for region in regions)

    circled = min(ways, key=lambda way: sum(fits(regions, way) for regions in every.values()))
    circles: list[Any] = ["o" if c in circled else None for c in board.cells]
    return divided("yonmasu", board, every, lambda regions: fits(regions, circled), circles=circles)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Yonmasu", every=8)


def test_cells_that_are_crossed_out_are_not_there() -> None:
    puzzle = read_dataset("2 3\nx o -\n- - x", "2 3\n- 1 1\n1 1 -", find("yonmasu"))
    assert len(puzzle.lattice) == 4
    assert puzzle.answer is not None
    assert puzzle.answer["borders"] == [0, 0, 0]
