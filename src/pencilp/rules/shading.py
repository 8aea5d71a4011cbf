"""Words about which cells are shaded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.model import Clause, Connected, Lit, Model, Reached, all_hold, not_all
from pencilp.model.model import Clue
from pencilp.model.plane import NotAdjacent, Plane
from pencilp.model.touched import ShadedGroups, TouchedSize


def not_adjacent(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """No two cells that share an edge are both true."""
    m.require(words, NotAdjacent(m, board, lits))


def all_alike(m: Model, lits: Sequence[Lit], cells: Sequence[int], words: str) -> None:
    """The literals of ``cells`` are all true or all false."""
    for a, b in pairwise(cells):
        m.require(words, all_hold([Clause((~lits[a], lits[b])), Clause((lits[a], ~lits[b]))]), at=(a, b))


def no_two_by_two(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Not all cells around a corner are true: four on square boards, three on hexagonal ones."""
    m.require_all(words, [not_all([lits[c] for c in block]) for block in board.blocks], board.blocks)


def connected(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """The cells whose literal is true form one group, joined by edges. ``lits`` has one literal per cell."""
    edges = [(a, b, None) for a, b in board.links]
    m.require(words, Connected(lits, edges, places=board.cells, of=Plane.of(m, board)))


def reaches_outside(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Every cell whose literal is true is joined by such cells to the outline of the board (or to a hole)."""
    arcs = [(a, b, None) for pair in board.links for a, b in (pair, pair[::-1])]
    m.require(words, Reached(lits, arcs, board.coast, places=board.cells, of=Plane.of(m, board)))


def dynasty(m: Model, board: Lattice, shaded: Sequence[Lit]) -> None:
    """No two shaded cells share an edge, and the unshaded cells form one group."""
    not_adjacent(m, board, shaded, "shaded cells do not touch")
    connected(m, board, [~x for x in shaded], "the unshaded cells form one group")


def shaded_groups(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """The groups of ``shaded`` cells (a literal per cell), of which other rules speak."""
    return ShadedGroups(m, shaded, board.links)


def groups_touched(m: Model, groups: ShadedGroups, cell: int, count: int, words: str, clue: Clue = None) -> None:
    """The groups of shaded cells that touch ``cell`` by an edge have ``count`` cells together."""
    m.require(words, TouchedSize(groups, cell, count), at=cell, clue=clue)
