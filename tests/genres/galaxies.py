"""Spiral Galaxies: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, Position, square
from tests.proof import Corpus
from tests.small_boards import Case, Filling, Region, divisions

Centre = tuple[int, int]
"""Twice the row and the column of a point: a cell, the middle of an edge, or a corner."""


def turned(board: Lattice, region: Region, centre: Centre) -> set[Position]:
    """A region turned by half a turn."""
    return {(centre[0] - row, centre[1] - col) for row, col in (board.positions[c] for c in region)}


def is_symmetric(board: Lattice, region: Region) -> bool:
    """Whether a region is symmetric about some point."""
    rows, cols = zip(*(board.positions[c] for c in region), strict=True)
    centre = (min(rows) + max(rows), min(cols) + max(cols))
    return turned(board, region, centre) == {board.positions[c] for c in region}


@lru_cache
def skies(board: Lattice) -> dict[frozenset[Centre], list[Filling]]:
    """Per set of stars the divisions into regions that are symmetric each about one of them, and no border through a star."""
    result: dict[frozenset[Centre], list[Filling]] = {}
    for borders, regions in divisions(board, is_symmetric).items():
        centres = []
        for region in regions:
            rows, cols = zip(*(board.positions[c] for c in region), strict=True)
            centres.append((min(rows) + max(rows), min(cols) + max(cols)))
        if all(touched(board, centre) <= region for centre, region in zip(centres, regions, strict=True)):
            result.setdefault(frozenset(centres), []).append((borders,))
    return result


def touched(board: Lattice, centre: Centre) -> set[int | None]:
    """The cells in which, or between which, a point lies."""
    at = {p: c for c, p in enumerate(board.positions)}
    return {at.get(((centre[0] + i) // 2, (centre[1] + j) // 2)) for i in (0, 1) for j in (0, 1)}


def case(rng: random.Random) -> Case:
    """The stars of a random division, often of several divisions; now and then one less, one more, or one moved."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(0, 1)]), square(3, 3, [(1, 1)])]
    )
    sky = skies(board)
    several = [stars for stars, divided in sky.items() if len(divided) > 1]
    stars = set(rng.choice(several if several and rng.random() < 0.3 else list(sky)))
    points = [p for p in product(range(2 * board.rows - 1), range(2 * board.cols - 1)) if None not in touched(board, p)]
    if rng.random() < 0.4:
        stars ^= {rng.choice(points)}
    layer: list[Any] = [None] * len(board)
    colours = rng.choice(["w", "wb"])
    for row, col in stars:
        cell = board.positions.index((row // 2, col // 2))
        if layer[cell] is None:
            layer[cell] = rng.choice(colours) + "s" * (row % 2) + "e" * (col % 2)
        else:
            stars = stars - {(row, col)}  # there is no room to write it
    right = set(sky.get(frozenset(stars), []))
    return Case(
        api.puzzle("galaxies", board, stars=layer), right, [filling for divided in sky.values() for filling in divided]
    )


PUZZLES = 100
BOARDS = (
    # all cells but those of the other two stars would be symmetric about the one in the middle, which lies on borders then
    "galaxies\nstars:\n- - - -\n- wse w -\n- w - -\n- - - -\n",
)
PRESENCE = ("stars",)
REASONS = {
    "bdPassStar": "no border runs through a star",
    "bkNoStar": "a galaxy has one star",
    "bkNotSymSt": "a galaxy is symmetric about its star",
}
CORPUS = Corpus("Galaxies", every=18)
