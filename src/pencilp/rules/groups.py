"""Words about the groups that shaded cells form, or cells of one colour, and how many cells these have."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.model.model import Clue
from pencilp.structures.groups import Groups, GroupSize
from pencilp.structures.touched import ShadedGroups, TouchedSize


def shaded_groups(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """Return the groups of ``shaded`` cells (a literal per cell), for other rules."""
    return ShadedGroups(m, shaded, board.links)


def group_has_size(m: Model, groups: Groups, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """``cell`` lies in a group of ``size`` cells."""
    m.require(words, GroupSize(groups, cell, size, size), at=cell, clue=clue)


def groups_touched(m: Model, groups: ShadedGroups, cell: int, count: int, words: str, clue: Clue = None) -> None:
    """The groups of shaded cells that touch ``cell`` by an edge have ``count`` cells together."""
    m.require(words, TouchedSize(groups, cell, count), at=cell, clue=clue)
