"""Rules that only cbanana has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.structures.islands import EachRectangle, OneColour


def groups_of_one_colour(m: Model, board: Lattice, shaded: Sequence[Lit]) -> OneColour:
    """Return the groups of cells that are all ``shaded`` (a literal per cell) or all not, for other rules."""
    groups = OneColour(m, shaded, board.links, board.names, board.positions if board.shape == "square" else None)
    groups.cache = board.cache
    return groups


def shaded_are_rectangles(m: Model, board: Lattice, groups: OneColour, words: str) -> None:
    """Require that every group of shaded cells is a rectangle (on square boards)."""
    m.require(words, EachRectangle(groups, groups.shaded, board.ring))
