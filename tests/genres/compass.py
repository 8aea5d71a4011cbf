"""Compass: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from tests.small_boards import Case, Region, divided, divisions

Numbers = tuple[Any, ...]


def counted(board: Lattice, cell: int, region: Region) -> Numbers:
    """How many cells of a region lie above a cell, left of it, right of it and below it."""
    row, col = board.positions[cell]
    places = [board.positions[c] for c in region]
    return (
        sum(r < row for r, _ in places), sum(c < col for _, c in places),
        sum(c > col for _, c in places), sum(r > row for r, _ in places),
    )  # fmt: skip


def case(rng: random.Random) -> Case:
    """Compasses of a random division, now and then with a wrong number, one more or one less."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(2, 4), square(1, 5), square(3, 3, [(1, 1)]), square(3, 4, [(0, 0), (1, 2)])]
    )
    every = divisions(board)
    compasses: list[Any] = [None] * len(board)
    unsure = rng.choice([0.1, 0.5])
    regions = rng.choice([found for found in every.values() if len(found) < 5])
    for region in regions:
        cell = rng.choice(sorted(region))
        numbers = [n if rng.random() < 0.96 else rng.randint(0, 2) for n in counted(board, cell, region)]
        compasses[cell] = tuple("?" if rng.random() < unsure else n for n in numbers)
    if rng.random() < 0.2:
        compasses[rng.choice(board.cells)] = rng.choice([None, ("?", "?", "?", 0), ("?", 1, "?", "?")])

    def right(regions: tuple[Region, ...]) -> bool:
        for region in regions:
            given = [c for c in region if compasses[c] is not None]
            if len(given) != 1:
                return False
            there = counted(board, given[0], region)
            if any(n not in ("?", found) for n, found in zip(compasses[given[0]], there, strict=True)):
                return False
        return True

    found = divided("compass", board, every, right, compasses=compasses)
    anyhow = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(10)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 80
REASONS = {"bkNumGe2": "a region has no two compasses", "bkNoNum": "a region has a compass"}


def test_the_numbers_are_those_of_a_published_link() -> None:
    """Which number is which direction is seen from the answer, the only one."""
    puzzle = read_link("https://puzz.link/p?compass/5/5/m..1.i25.1g53..i1..1m")
    assert puzzle["compasses"][7] == ("?", 1, "?", "?")
    assert api.solve(puzzle).status == "unique"


def test_no_number_counts_more_than_all_other_cells() -> None:
    with pytest.raises(InputError, match="4 is not allowed on this board, only 0 to 3"):
        api.puzzle("compass", square(2, 2), compasses=[(4, 0, 0, 0), None, None, None])
    with pytest.raises(InputError, match="9 is not allowed on this board, only 0 to 8"):
        api.puzzle("tapa", square(2, 2), clues=[(9,), None, None, None])
