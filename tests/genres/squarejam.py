"""Square Jam: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from tests.small_boards import Case, Filling, Region, crossings, divided, divisions, is_rectangle


def width(board: Lattice, region: Region) -> int:
    """How many columns a region touches."""
    return len({board.positions[c][1] for c in region})


def is_square(board: Lattice, region: Region) -> bool:
    """Whether a region is a square."""
    return is_rectangle(board, region) and width(board, region) ** 2 == len(region)


@lru_cache
def jammed(board: Lattice) -> list[tuple[Region, ...]]:
    """All divisions into squares of which no four meet at a corner."""
    return [regions for regions in divisions(board, is_square).values() if not crossings(board, regions)]


def case(rng: random.Random) -> Case:
    """Widths of the squares of a random division, now and then a wrong one."""
    board = rng.choice([
        square(3, 3), square(4, 4), square(3, 5), square(4, 4, [(0, 1)]), square(5, 3, [(2, 2)]), square(1, 4),
        square(3, 4, [(1, 0), (0, 3)]),
    ])  # fmt: skip
    every = divisions(board, is_square)
    truth = rng.choice((jammed(board) if rng.random() < 0.9 else []) or [*every.values()])
    numbers: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.choice([0, 1, 2, 3])):
        (region,) = (region for region in truth if cell in region)
        numbers[cell] = rng.choice([width(board, region)] * 12 + ["?", 1, min(2, board.rows)])

    def right(regions: tuple[Region, ...]) -> bool:
        return not crossings(board, regions) and all(
            numbers[c] in (None, "?", width(board, region)) for region in regions for c in region
        )

    found = divided("squarejam", board, every, right, numbers=numbers)
    anyhow: list[Filling] = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(3)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 70
REASONS = {"bkSideNe": "a number says how wide its square is", "bdCross": "no four regions meet at a corner"}
BOARDS = (
    # if a border parted nothing, all cells around the hole in the middle could be one region, each seeing two cells in every line
    "squarejam\nnumbers:\n- # - - -\n- - - - -\n- - # - -\n- - - - -\n- - - # #\n",
)


def test_a_reason_names_the_width_of_the_square() -> None:
    puzzle = api.puzzle("squarejam", square(2, 2), numbers=[1, None, None, None])
    whole = Answer(puzzle, {"borders": [0] * 4})
    assert [broken.says for broken in api.check(puzzle, whole)] == [
        "1 at r1c1: 2 instead of 1 (a number says how wide its square is)"
    ]
