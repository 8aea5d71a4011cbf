"""Rules about groups of shaded cells, or of cells of one colour, and about their sizes."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.model.model import Clue, Place
from pencilp.structures.groups import EachSize, Groups, GroupSize
from pencilp.structures.touched import ShadedGroups, TouchedSize


def shaded_groups(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """Return the groups of ``shaded`` cells (a literal for each cell), for other rules."""
    return ShadedGroups(m, shaded, board.links)


def groups_in(m: Model, board: Lattice, cells: Sequence[int], lits: Sequence[Lit], walls: Sequence[int] = ()) -> Groups:
    """Return the groups of the true cells among ``cells``, such as those of a room, for other rules.

    They are connected by edges within ``cells`` that are no ``walls``, which have a 1 on some links.
    """
    node = {cell: i for i, cell in enumerate(cells)}
    pairs = [(a, b) for a in cells for b in board.near[a] if a < b and b in node]
    edges = [(node[a], node[b], None) for a, b in pairs if not (walls and walls[board.link_between[a, b]])]
    return Groups(m, len(cells), edges, [lits[c] for c in cells], [(c,) for c in cells])


def group_has_size(m: Model, groups: Groups, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """Require that the group of ``cell`` has ``size`` cells."""
    m.require(words, GroupSize(groups, cell, size, size), at=cell, clue=clue)


def every_group_has_size(
    m: Model, groups: Groups, low: int, high: int, words: str, at: Place = None, clue: Clue = None
) -> None:
    """Require that every group has from ``low`` to ``high`` cells."""
    m.require(words, EachSize(groups, low, high), at=at, clue=clue)


def groups_touched(m: Model, groups: ShadedGroups, cell: int, count: int, words: str, clue: Clue = None) -> None:
    """Require that the groups of shaded cells that share an edge with ``cell`` have ``count`` cells in total."""
    m.require(words, TouchedSize(groups, cell, count), at=cell, clue=clue)
