"""Voxas: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from tests.small_boards import Case, Region, crossings, divided, divisions, in_line


def is_bar(board: Lattice, region: Region) -> bool:
    """Whether a region is two or three cells in a line."""
    return in_line(board, region) and len(region) in (2, 3)


def circle_between(board: Lattice, one: Region, other: Region) -> str:
    """The circle that two regions that touch may have between them."""
    upright = [len({board.positions[c][1] for c in region}) == 1 for region in (one, other)]
    return "bgw"[(len(one) == len(other)) + (upright[0] == upright[1])]


def case(rng: random.Random) -> Case:
    """Circles and borders of a random division, now and then a wrong one."""
    board = rng.choice([
        square(3, 3), square(3, 4), square(4, 4), square(2, 5), square(1, 6), square(3, 5),
        square(4, 4, [(0, 0), (2, 2)]), square(3, 4, [(1, 2)]),
    ])  # fmt: skip
    every = divisions(board, is_bar)
    truth = {c: region for region in rng.choice([*every.values()] or [[frozenset(board.cells)]]) for c in region}
    circles: list[Any] = [None] * len(board.links)
    walls = [0] * len(board.links)
    kind = rng.choice([0.15, 0.4])
    for link, (a, b) in enumerate(board.links):
        if truth[a] != truth[b] and rng.random() < kind:
            if rng.random() < 0.3:
                walls[link] = 1
            else:
                circles[link] = circle_between(board, truth[a], truth[b])
        if rng.random() < 0.02:
            circles[link] = rng.choice("bgw")
    tatami = int(rng.random() < 0.3)

    def right(regions: tuple[Region, ...]) -> bool:
        of = {c: region for region in regions for c in region}
        for (a, b), circle, wall in zip(board.links, circles, walls, strict=True):
            if (circle or wall) and of[a] == of[b]:
                return False
            if circle and circle != circle_between(board, of[a], of[b]):
                return False
        return not (tatami and crossings(board, regions))

    return divided("voxas", board, every, right, circles=circles, walls=walls, tatami=tatami)


PUZZLES = 80
REASONS = {
    "bkSizeGt3": "a region has two or three cells in a line",
    "bkSizeLt2": "a region has two or three cells in a line",
    "bkNotRect": "a region has two or three cells in a line",
    "bdVoxasBlack": "at a black circle both are of different length and lie different ways",
    "bdVoxasGray": "at a grey circle both are either equally long or lie the same way",
    "bdVoxasWhite": "at a white circle both are equally long and lie the same way",
    "bdCross": "no four regions meet at a corner",
}
FOLLOWS = {"a border parts two regions": "cells in a line hang together only if no border runs between two of them"}


@pytest.mark.parametrize("body", ["4i", "9h"])
def test_a_mark_of_a_link_that_means_nothing_is_refused(body: str) -> None:
    with pytest.raises(InputError, match="there is no such mark between r1c1 and r1c2"):
        read_link(f"https://puzz.link/p?voxas/2/2/{body}")
