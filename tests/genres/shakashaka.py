"""Shakashaka: what proves it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, groups, judged, near

BLACK_QUARTERS = ((), (0, 1), (1, 2), (2, 3), (3, 0))
"""The quarters (n, e, s, w) of a cell that are black where nothing or its corner ne, se, sw, nw is shaded."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def leaves_rectangles(board: Lattice, marks: Mapping[int, int]) -> bool:
    """Whether the areas left white are rectangles, where ``marks`` has the shaded corner of every white cell.

    Every cell is cut into four quarters by its diagonals. An area of quarters is a rectangle when it has as many as a
    rectangle with its extent, upright or along the diagonals.
    """
    at = {p: c for c, p in enumerate(board.positions)}
    white = {(c, q) for c, mark in marks.items() for q in range(4) if q not in BLACK_QUARTERS[mark]}
    while white:
        stack = [white.pop()]
        area = set(stack)
        while stack:
            c, q = stack.pop()
            beyond = at.get((board.positions[c][0] + STEPS[q][0], board.positions[c][1] + STEPS[q][1]), -1)
            fresh = {(c, (q + 1) % 4), (c, (q + 3) % 4), (beyond, (q + 2) % 4)} & white
            white -= fresh
            area |= fresh
            stack += fresh
        points = set()
        for c, q in area:
            y, x = (2 * n + 1 for n in board.positions[c])
            (dy, dx), (ey, ex) = STEPS[q], STEPS[(q + 1) % 4]
            # the middle of the cell and the two corners of the side
            points |= {(x, y), (x + dx + ex, y + dy + ey), (x + dx - ex, y + dy - ey)}
        width, height = (max(numbers) - min(numbers) for numbers in zip(*points, strict=True))
        down, up = (max(numbers) - min(numbers) for numbers in zip(*((x + y, x - y) for x, y in points), strict=True))
        # a quarter is one of these squares of halves; along the diagonals lengths grow by the root of 2
        if len(area) not in (width * height, down * up / 2):
            return False
    return True


@lru_cache
def quilts(board: Lattice, cells: Cells) -> list[dict[int, int]]:
    """All shadings of halves of these cells that leave only rectangles."""
    every = (dict(zip(cells, marks, strict=True)) for marks in product(range(5), repeat=len(cells)))
    return [marks for marks in every if leaves_rectangles(board, marks)]


PATTERNS = (
    "../..", "..x/...", "..x/x..", "..x../..x..", "..x/xxx/..x/..x", "x. /..x/..x", ".x./x.x/..x/..x", " .x./..x./..x ",
)  # fmt: skip
"""Boards with white cells, black ones (x), and holes."""


def case(rng: random.Random) -> Case:
    """Numbers in some of the black cells, now and then a wrong one."""
    rows = rng.choice(PATTERNS).split("/")
    board = square(
        len(rows), len(rows[0]), [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == " "]
    )
    black = [cell for cell, (r, c) in enumerate(board.positions) if rows[r][c] == "x"]
    # no area goes from one group of white cells to another
    white = groups(board, set(board.cells).difference(black))
    pool: list[Filling] = []
    for parts in product(*(quilts(board, tuple(sorted(group))) for group in white)):
        mark_of = {c: mark for part in parts for c, mark in part.items()}
        pool.append((tuple([mark_of.get(c, 0) for c in board.cells]),))
    truth = rng.choice(pool)[0] if pool else (0,) * len(board)
    walls: list[Any] = [None] * len(board)
    for c in black:
        walls[c] = rng.choice(["x", sum(truth[n] > 0 for n in near(board)[c])])
    if black and rng.random() < 0.3:
        walls[rng.choice(black)] = rng.randint(0, 4)

    def right(triangle: Cells) -> bool:
        return all(wall in (None, "x", sum(triangle[n] > 0 for n in near(board)[c])) for c, wall in enumerate(walls))

    return judged("shakashaka", board, pool, right, walls=walls)


PUZZLES = 100
REASONS = {
    "nmTriangleGt": "a number counts the shaded cells next to it",
    "cuNotRectx": "every white area is a rectangle",
}
CORPUS = Corpus("Shakashaka", every=40)


@pytest.mark.parametrize(
    ("walls", "most"),
    [
        ([None] * 8 + ["x"], 4),
        ([None] * 9, 3),
        ([None, None, 2, *[None] * 6], 3),
        ([*[None] * 4, "x", *[None] * 4], 3),
    ],
)
def test_white_areas_are_rectangles(walls: Sequence[Any], most: int) -> None:
    """On a board with too many shadings to try: all that are found are right, and none with few triangles is missed."""
    board = square(3, 3)

    def right(triangle: Cells) -> bool:
        if any(mark and wall is not None for mark, wall in zip(triangle, walls, strict=True)):
            return False
        counted = all(wall in (None, "x", sum(triangle[n] > 0 for n in near(board)[c])) for c, wall in enumerate(walls))
        return counted and leaves_rectangles(board, {c: triangle[c] for c in board.cells if walls[c] is None})

    found = {
        tuple(answer["triangle"]) for answer in api.solve(api.puzzle("shakashaka", board, walls=walls), count=0).answers
    }
    assert all(map(right, found))
    few = (
        tuple([dict(zip(cells, marks, strict=True)).get(c, 0) for c in board.cells])
        for count in range(most + 1)
        for cells in combinations(board.cells, count)
        for marks in product(range(1, 5), repeat=count)
    )
    assert {filling for filling in few if right(filling)} == {f for f in found if sum(mark > 0 for mark in f) <= most}


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="only 0 to 4"):
        plain.read("shakashaka\nwalls:\n5 -\n")
