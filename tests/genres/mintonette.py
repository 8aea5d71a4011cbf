"""Mintonette: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, Sides, joined_by_lines, judged, lines_that_fit, sometimes

SIZES = (
    square(2, 3),
    square(3, 3),
    square(3, 4),
    square(1, 4),
    square(3, 3, [(1, 1)]),
    square(3, 4, [(0, 1)]),
    square(2, 5),
)


def turns(board: Lattice, line: Cells, cells: list[int]) -> int:
    """Return how often lines turn in some cells."""
    ends: dict[int, list[tuple[int, int]]] = {c: [] for c in cells}
    for (a, b), x in zip(board.links, line, strict=True):
        for cell, other in ((a, b), (b, a)) if x else ():
            if cell in ends:
                ends[cell].append(board.positions[other])
    # a line goes straight through a cell if its two neighbours are in one row or in one column
    pairs = [pair for pair in ends.values() if len(pair) == 2]
    return sum(one[0] != other[0] and one[1] != other[1] for one, other in pairs)


def random_circles(board: Lattice, rng: random.Random) -> set[int]:
    """Return the ends of random lines through all cells, or, now and then, any cells."""

    def fits(cell: int, sides: Sides) -> bool:
        return 0 < sum(sides) <= 2

    every = [*lines_that_fit(board, fits)] if len(board) < 10 else []
    if not every or rng.random() < 0.1:
        return set(rng.sample(board.cells, rng.randint(1, len(board) // 2)))
    line = rng.choice(every)
    at = [c for pair, x in zip(board.links, line, strict=True) if x for c in pair]
    return {c for c in board.cells if at.count(c) == 1}


def case(rng: random.Random) -> Case:
    """Circles at the ends of random lines, some with the turns of their line, now and then another number."""
    board = rng.choice(SIZES)
    circles = random_circles(board, rng)
    drawn = [*lines_that_fit(board, lambda cell, sides: sum(sides) == (1 if cell in circles else 2))]
    rings = [(line,) for line in drawn]
    whole = [line for line in drawn if all(circles.intersection(g) for g in groups(board, line))]
    if (len(whole) < 2 and rng.random() < 0.7) or len(whole) > 500:
        return case(rng)
    numbers: list[Any] = ["?" if c in circles else None for c in board.cells]
    truth = rng.choice(whole or [(0,) * len(board.links)])
    hidden = rng.choice([0.4, 1])
    for group in groups(board, truth):
        count = turns(board, truth, group)
        for c in circles.intersection(group):
            numbers[c] = sometimes(rng, hidden, rng.choice([*[count] * 10, count + 1, len(board)]), "?")

    def right(line: Cells) -> bool:
        return line in whole and all(
            numbers[c] in ("?", turns(board, line, group)) for group in groups(board, line) for c in circles & {*group}
        )

    found = judged("mintonette", board, [*rings], right, numbers=numbers)
    near: list[Filling] = [*rings[:40]]
    for line in whole[:20]:
        k = rng.randrange(len(line))
        near.append((tuple([x ^ (i == k) for i, x in enumerate(line)]),))
    return found._replace(near=near or [((0,) * len(board.links),)])


def groups(board: Lattice, line: Cells) -> list[list[int]]:
    """Return the cells of each line."""
    return joined_by_lines(board, line, [None] * len(board))


PUZZLES = 80
# a circle that is not there ends no line
PRESENCE = ("numbers",)
REASONS = {
    "lnCross": "a line neither branches nor ends outside the circles",
    "lcOnNum": "one line ends at every circle",
    "lcCurveNe": "a line turns as often as its number says",
    "lnDeadEnd": "a line neither branches nor ends outside the circles",
    "ceNoLine": "every cell belongs to a line",
}
