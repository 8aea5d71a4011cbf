"""Herugolf: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.small_boards import Case, Cells, Filling, judged, line_of, loops, ray


def ways(
    board: Lattice, start: int, number: int, balls: Sequence[Any], holes: Sequence[Any], water: Sequence[Any]
) -> Iterator[list[int]]:
    """All ways of a ball into a hole, as the cells that it passes."""

    def fly(path: list[int], length: int) -> Iterator[list[int]]:
        for way in range(4):
            flight = ray(board, path[-1], way)[:length]
            passed = [c for c in flight[:-1] if holes[c]] + [c for c in flight if balls[c] or c in path]
            if length and len(flight) == length and not passed:
                if holes[flight[-1]]:
                    yield [*path, *flight]
                elif not water[flight[-1]]:
                    yield from fly([*path, *flight], length - 1)

    return fly([start], number)


def case(rng: random.Random) -> Case:
    """Some balls, and the holes at the end of random ways; now and then something wrong."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(3, 5, [(1, 2)]), square(4, 4, [(1, 1)])])
    balls: list[Any] = [None] * len(board)
    holes: list[Any] = [None] * len(board)
    water: list[Any] = ["x" if rng.random() < 0.15 else None for _ in board.cells]
    cells = rng.sample(board.cells, 6)
    count = rng.choice([1, 2, 2, 3])
    for ball, hole in zip(cells[:count], cells[3:], strict=False):
        balls[ball] = rng.choice([1, 2, 2, 3, 3])
        holes[hole] = "H"
    if rng.random() < 0.05:
        balls[rng.choice(cells)] = None
    holes = [None if ball else hole for ball, hole in zip(balls, holes, strict=True)]
    water = [None if balls[c] or holes[c] else water[c] for c in board.cells]
    pool: list[Filling] = []

    def hit(left: list[int], passed: list[int], steps: set[frozenset[int]]) -> None:
        if not left:
            if all(c in passed for c, hole in enumerate(holes) if hole) and steps:
                pool.append((tuple([int(frozenset(link) in steps) for link in board.links]),))
            return
        for way in ways(board, left[0], balls[left[0]], balls, holes, water):
            if not any(c in passed for c in way):
                hit(left[1:], [*passed, *way], steps | {frozenset(pair) for pair in pairwise(way)})

    hit([c for c, n in enumerate(balls) if n], [], set())
    # different ways may draw the same lines
    pool = sorted(set(pool))
    # few puzzles have several answers
    if len(pool) < 2 and rng.random() < (0.8 if pool else 0.997):
        return case(rng)
    found = judged("herugolf", board, pool, lambda line: True, balls=balls, holes=holes, water=water)
    closed: list[Filling] = [(line_of(board, loop),) for loop in rng.sample(loops(board), 3)]
    joined: list[Filling] = [
        (tuple([x | y for x, y in zip(a, b, strict=True)]),) for (a,) in pool[:3] for (b,) in closed
    ]
    none: Cells = tuple([0] * len(board.links))
    return found._replace(near=[*found.near, *closed, *joined, (none,)])


PUZZLES = 80
RARE = True
BALL = "one way begins at every ball, and none passes it"
BETWEEN = "a way neither branches nor crosses nor ends between"
REASONS = {
    "brNoLine": "some line is drawn",
    "lnBranch": BETWEEN,
    "lnCross": BETWEEN,
    "nmConnected": BALL,
    "laOnNum": BALL,
    "laOnHole": "every hole takes one ball, and no way passes it",
    "laMoveOver": "each further shot is one cell shorter, until the ball is in a hole",
    "laLenNe": "the first shot of a ball is as long as its number",
    "laWaterHazard": "no ball comes down on water",
    "nmIgnored": "every hole takes one ball, and no way passes it",
}

FOLLOWS = {
    "the first shot of a ball is as long as its number": "all lines are shots, and no other ball ends here",
}
BOARDS = (
    # two ways that cross; one over a ball; balls that meet; nothing
    "herugolf\nballs:\n- 2 -\n2 - -\n- - -\nholes:\n- - -\n- - H\n- H -\n",
    "herugolf\nballs:\n3 2 - -\n- - - -\n- - - -\nholes:\n- - - H\n- - - -\n- H - -\n",
    "herugolf\nballs:\n1 - 1\nholes:\n- - -\n",
    "herugolf\nballs:\n- -\nholes:\n- -\n",
)
PRESENCE = ("balls", "holes", "water")


def test_a_ball_lies_in_no_hole() -> None:
    with pytest.raises(InputError, match="balls r1c2: a cell has a ball or a hole, not both"):
        api.puzzle("herugolf", square(1, 2), balls=[None, 1], holes=["H", "H"])


def test_neither_a_ball_nor_a_hole_lies_in_water() -> None:
    # puzz.link refuses every answer of such a puzzle
    with pytest.raises(InputError, match="balls r1c1: no ball lies in water at the start"):
        api.puzzle("herugolf", square(1, 2), balls=[1, None], holes=[None, "H"], water=["x", None])
    with pytest.raises(InputError, match="holes r1c2: no hole lies in water"):
        api.puzzle("herugolf", square(1, 2), balls=[1, None], holes=[None, "H"], water=[None, "x"])


def test_shots_may_go_straight_on() -> None:
    row = [2, None, None, "H"]
    puzzle = api.puzzle(
        "herugolf",
        square(1, 4),
        balls=[n if n == 2 else None for n in row],
        holes=[n if n == "H" else None for n in row],
    )
    assert api.solve(puzzle).status == "unique"
