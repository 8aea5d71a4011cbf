"""Sansa Road: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from tests.genres.kurarin import right_dot, some_dots
from tests.small_boards import Case, Cells, Filling, at_corners, blocks, connected, judged, near, noise, with_value


@lru_cache
def roads(board: Lattice) -> dict[Cells, frozenset[int]]:
    """All roads, as the shaded cells next to them, each with the cells where three ways meet."""
    found = {}
    for shaded in product((0, 1), repeat=len(board)):
        if not all(any(shaded[c] for c in block) for block in blocks(board)):
            continue
        ways = {c: sum([not shaded[n] for n in near(board)[c]]) for c in with_value(shaded, 0)}
        if {*ways.values()} <= {2, 3} and connected(board, ways):
            found[shaded] = frozenset(c for c, n in ways.items() if n == 3)
    return found


def case(rng: random.Random) -> Case:
    """The triangles and some dots of a random road, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(3, 5), square(4, 4), square(3, 5, [(1, 1)]), square(4, 4, [(0, 3)])])
    truth = rng.choice(sorted(roads(board), key=lambda road: -len(roads(board)[road]))[:40])
    triangles: list[Any] = [None] * len(board)
    for c in roads(board)[truth]:
        triangles[c] = None if rng.random() < 0.02 else "t"
    if rng.random() < 0.05:
        triangles[rng.choice(board.cells)] = "t"
    touched: dict[str, Sequence[Sequence[int]]] = {"edge_dots": board.links, "corner_dots": at_corners(board)}
    dots = some_dots(touched, truth, rng, rng.choice([0, 0.05, 0.3]), 30)
    pool: list[Filling] = [(shaded,) for shaded in roads(board)]

    def right(shaded: Cells) -> bool:
        return roads(board)[shaded] == {c for c, sign in enumerate(triangles) if sign} and all(
            dot in (None, right_dot(cells, shaded))
            for name, places in touched.items()
            for dot, cells in zip(dots[name], places, strict=True)
        )

    found = judged("sansaroad", board, pool, right, triangles=triangles, **{n: d for n, d in dots.items() if any(d)})
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
RARE = True
REASONS = {
    "cuDivide": "the unshaded cells form one group",
    "cuLt2": "an unshaded cell without a triangle touches two others",
    "cuGt2": "an unshaded cell without a triangle touches two others",
    "cuLt3": "a triangle touches three unshaded cells",
    "cu2x2": "no two by two is unshaded",
    "csDotWhite": "fewer cells at a white dot are shaded than not",
    "csDotGray": "half of the cells at a grey dot are shaded",
}
# only on a larger board there is room for two roads
BOARDS = ("sansaroad\ntriangles:\n" + "- - - - - - -\n" * 3,)


def test_cells_hold_triangles_only() -> None:
    with pytest.raises(InputError, match="no mark 2"):
        read_link("https://puzz.link/p?sansaroad/2/2/8j")
