"""Pentominous: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import square
from tests.genres.tetrominous import lettered
from tests.small_boards import Case

PICTURES = {
    "F": "_## ## _#", "I": "#####", "L": "#### #", "N": "_### ##", "P": "### ##", "T": "### _# _#", "U": "### #_#",
    "V": "### # #", "W": "# ## _##", "X": "_# ### _#", "Y": "#### _#", "Z": "## _# _##",
}  # fmt: skip
"""The rows of each shape."""


def case(rng: random.Random) -> Case:
    """A small board."""
    board = rng.choice([
        square(4, 5), square(3, 5), square(5, 5, [(0, 0), (0, 4), (4, 0), (4, 4), (2, 2)]),
        square(5, 5, [(0, 0), (0, 1), (1, 0), (4, 4), (3, 4)]), square(2, 5), square(3, 7, [(0, 0)]),
    ])  # fmt: skip
    return lettered("pentominous", board, PICTURES, rng)


PUZZLES = 60
PINNED = 3
REASONS = {
    "bkSizeLt": "a region has 5 cells",
    "bkSizeGt": "a region has 5 cells",
    "bsSameShape": "regions of the same shape do not share an edge",
}
