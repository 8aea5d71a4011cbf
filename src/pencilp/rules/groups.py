"""Words about the groups that shaded cells form, or cells of one colour, and how many cells these have."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.model.groups import Groups, GroupSize
from pencilp.model.islands import EachRectangle, OneColour
from pencilp.model.model import Clue
from pencilp.model.touched import ShadedGroups, TouchedSize
from pencilp.rules.counting import across_corners


def shaded_groups(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """The groups of ``shaded`` cells (a literal per cell), of which other rules speak."""
    return ShadedGroups(m, shaded, board.links)


def groups_by_corners(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """The groups of ``shaded`` cells that hang together across corners alone, of which other rules speak."""
    return ShadedGroups(m, shaded, [(a, b) for a, b, _ in across_corners(board)])


def groups_of_one_colour(m: Model, board: Lattice, shaded: Sequence[Lit]) -> OneColour:
    """The groups of cells that are all ``shaded`` (a literal per cell) or all not, of which other rules speak."""
    groups = OneColour(m, shaded, board.links, board.names, board.positions if board.shape == "square" else None)
    groups.kept = board.kept
    return groups


def shaded_are_rectangles(m: Model, board: Lattice, groups: OneColour, words: str) -> None:
    """Every group of shaded cells is a rectangle (on square boards)."""
    m.require(words, EachRectangle(groups, groups.shaded, board.ring))


def group_has_size(m: Model, groups: Groups, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """``cell`` lies in a group of ``size`` cells."""
    m.require(words, GroupSize(groups, cell, size, size), at=cell, clue=clue)


def groups_touched(m: Model, groups: ShadedGroups, cell: int, count: int, words: str, clue: Clue = None) -> None:
    """The groups of shaded cells that touch ``cell`` by an edge have ``count`` cells together."""
    m.require(words, TouchedSize(groups, cell, count), at=cell, clue=clue)
