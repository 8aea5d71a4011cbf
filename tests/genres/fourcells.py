"""Four Cells: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import Case, Region, divided, divisions, drawn_sides


def sized(name: str, board: Lattice, cells: int, rng: random.Random, **layers: Any) -> Case:
    """Some numbers of a random division into regions of ``cells`` cells, now and then a wrong one."""
    every = divisions(board, size=cells)
    truth = rng.choice(list(every.values()) or [(frozenset(board.cells),)])
    numbers: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.randint(1, 5)):
        (region,) = (region for region in truth if cell in region)
        numbers[cell] = rng.choice([drawn_sides(board, cell, region)] * 14 + ["?", 1, 3])

    def right(regions: tuple[Region, ...]) -> bool:
        return all(numbers[c] in (None, "?", drawn_sides(board, c, region)) for region in regions for c in region)

    return divided(name, board, every, right, numbers=numbers, **layers)


def case(rng: random.Random) -> Case:
    """Numbers of a random division, now and then a wrong one; other sizes of regions too."""
    board, size = rng.choice([
        (square(2, 4), 4), (square(3, 4), 4), (square(4, 4), 4), (square(3, 4), 3), (square(3, 4, [(1, 1)]), 4),
        (square(3, 5, [(1, 1), (1, 2), (2, 4)]), 4), (square(3, 3), 2), (hexagonal(3, 4), 4), (hexagonal(3, 3), 3),
        (square(2, 3), 1), (square(2, 5), 5),
    ])  # fmt: skip
    return sized("fourcells", board, size, rng, **({} if size == 4 else {"size": size}))


PUZZLES = 100
PINNED = 3
REASONS = {
    "nmBorderNe": "a number says how many sides are borders",
    "bdDeadEnd": "a border parts two regions",
}
CORPUS = Corpus("Foseruzu", every=10)


def test_a_reason_counts_the_sides_on_the_outline() -> None:
    puzzle = api.puzzle("fourcells", square(2, 4), numbers=[2] + [None] * 7)
    levels = Answer(puzzle, {"borders": [int(a < 4 <= b) for a, b in puzzle.lattice.links]})
    assert [broken.says for broken in api.check(puzzle, levels)] == [
        "2 at r1c1: 3 instead of 2 (a number says how many sides are borders)"
    ]
