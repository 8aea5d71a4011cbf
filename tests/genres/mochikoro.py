"""Mochikoro: what proves it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, square
from tests.proof import all_answers, cases
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    Region,
    blocks,
    groups,
    is_rectangle,
    joined,
    judged,
    noise,
    with_value,
)


@lru_cache
def mochi(board: Lattice) -> dict[Cells, list[Region]]:
    """Per filling without a two by two, whose unshaded cells are rectangles that hang together, these rectangles."""
    found = {}
    for filling in product((0, 1), repeat=len(board)):
        clear = with_value(filling, 0)
        if any(all(filling[c] for c in block) for block in blocks(board)) or not any(filling):
            continue
        rectangles = groups(board, clear)
        if all(is_rectangle(board, one) for one in rectangles) and joined(board, clear):
            found[filling] = rectangles
    return found


def sized(name: str, rng: random.Random, fits: Callable[[Lattice, Cells], bool]) -> Case:
    """The sizes of some rectangles of a random filling, now and then a wrong one, or two in one; fillings also have to fit."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 2)]), square(3, 5), square(3, 3), square(4, 3, [(0, 0)])])
    every = mochi(board)
    clues: list[Any] = [None] * len(board)
    share = rng.choice([0.6, 1])
    for rectangle in every[rng.choice([shaded for shaded in every if fits(board, shaded)] or [*every])]:
        if rng.random() < share:
            clues[rng.choice(sorted(rectangle))] = rng.choice([len(rectangle)] * 12 + ["?", "?", 1, 2])
    if rng.random() < 0.15:
        clues[rng.choice(board.cells)] = rng.choice(["?", 1, 2])

    def right(shaded: Cells) -> bool:
        for rectangle in every[shaded]:
            numbers = [clues[c] for c in rectangle if clues[c] is not None]
            if len(numbers) > 1 or not {*numbers} <= {"?", len(rectangle)}:
                return False
        return fits(board, shaded) and not any(shaded[c] for c, clue in enumerate(clues) if clue is not None)

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged(name, board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


def case(rng: random.Random) -> Case:
    """Some sizes of rectangles."""
    return sized("mochikoro", rng, lambda board, shaded: True)


PUZZLES = 100
RARE = True
REASONS = {
    "brNoShade": "some cell is shaded",
    "cuNotRect": "the unshaded cells form rectangles",
    "bkNumGe2": "a rectangle holds no two numbers",
    "bkSizeNe": "a number counts the cells of its rectangle",
}
PINNED = 3


@pytest.mark.parametrize("most", [0, 8, 12])
def test_islands_of_which_too_many_would_be_listed_are_counted(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.reformulate.fast.rectangles.MAX_LISTED_CELLS", most)
    for puzzle, right, _ in cases("mochikoro")[:40]:
        assert all_answers(puzzle) == right
