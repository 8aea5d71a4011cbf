"""Mochinyoro: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import Lattice
from tests.genres.mochikoro import sized
from tests.small_boards import Case, Cells, groups, is_rectangle, with_value


def bent(board: Lattice, shaded: Cells) -> bool:
    """Whether no group of shaded cells is a rectangle."""
    return not any(is_rectangle(board, group) for group in groups(board, with_value(shaded, 1)))


def case(rng: random.Random) -> Case:
    """Some sizes of rectangles."""
    return sized("mochinyoro", rng, bent)


PUZZLES = 120
RARE = True
REASONS = {
    "brNoShade": "some cell is shaded",
    "csDivide8": "the rectangles are connected by their corners",
    "bkSizeNe": "a number counts the cells of its rectangle",
}
