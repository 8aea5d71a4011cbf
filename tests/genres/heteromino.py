"""Heteromino: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from tests.small_boards import Case, Region, divided, divisions, near


def way(board: Lattice, region: Region) -> list[tuple[int, int]]:
    """The shape of a region and how it is turned: the same wherever it lies."""
    places = sorted(board.positions[c] for c in region)
    return [(row - places[0][0], col - places[0][1]) for row, col in places]


def right(board: Lattice, regions: tuple[Region, ...]) -> bool:
    """Whether no two regions of three cells that share an edge are alike."""
    return all(len(region) == 3 for region in regions) and not any(
        a != b and way(board, a) == way(board, b) and any(n in b for c in a for n in near(board)[c])
        for a in regions
        for b in regions
    )


@lru_cache
def every(board: Lattice) -> dict[tuple[int, ...], tuple[Region, ...]]:
    return divisions(board, size=3)


def case(rng: random.Random) -> Case:
    """A board with random holes."""
    board = rng.choice(
        [square(3, 4), square(4, 4), square(5, 5), square(3, 6), square(2, 6), hexagonal(3, 4), hexagonal(4, 4)]
    )
    # most boards have no answer, and many only one
    holes = rng.sample(sorted(board.positions), rng.choice([0, 3, 3, 3, 6, 1]) + len(board) % 3)
    make = square if board.shape == "square" else hexagonal
    board = make(board.rows, board.cols, holes)
    found = divided("heteromino", board, every(board), lambda regions: right(board, regions))
    if not found.near:
        alone = tuple([1] * len(board.links))
        found = found._replace(near=[(alone,), (tuple([0] * len(board.links)),)])
    return found if len(found.right) == 1 or rng.random() < (0.2 if found.right else 0.1) else case(rng)


PUZZLES = 80
REASONS = {"bkSizeGt3": "a region has 3 cells", "bkSizeLt3": "a region has 3 cells"}


def test_equal_regions_may_touch_at_a_corner() -> None:
    assert (
        api.solve(api.puzzle("heteromino", square(2, 6, [(0, 3), (0, 4), (0, 5), (1, 0), (1, 1), (1, 2)]))).status
        == "unique"
    )
    assert api.solve(api.puzzle("heteromino", square(1, 6))).status == "none"


def test_links_tell_holes_only() -> None:
    with pytest.raises(InputError, match="character 2 of the body: '3' cannot stand here"):
        read_link("https://puzz.link/p?heteromino/2/2/a3b")
