"""Rules about paths: lines from cell to cell that join two ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model, exactly
from pencilp.model.model import Clue
from pencilp.model.structures import Degrees
from pencilp.structures.paths import AllLeadTo, InOneGroup, Paths


def paths_from_cell_to_cell(m: Model, board: Lattice, line: Sequence[Lit]) -> Paths:
    """Return the paths of ``line`` (a literal for each link), for other rules."""
    return Paths(m, board, line)


def path_ends(m: Model, paths: Paths, cell: int, words: str, clue: Clue = None) -> None:
    """Require that one path ends at ``cell``."""
    m.require(words, exactly(1, paths.lines_at(cell)), at=cell, clue=clue)


def paths_go_on(m: Model, paths: Paths, ends: Collection[int], words: str) -> None:
    """Require that paths neither branch nor stop, except at ``ends``. Cells may stay empty."""
    between = [c for c in range(paths.count) if c not in ends]
    m.require(words, Degrees(paths, between, [*map(paths.lines_at, between)]))


def path_joins(m: Model, paths: Paths, cell: int, other: int, words: str, clue: Clue = None) -> None:
    """Require that a path leads from ``cell`` to ``other``."""
    m.require(words, InOneGroup(paths, cell, other), at=(cell, other), clue=clue)


def paths_lead_to(m: Model, paths: Paths, ends: Collection[int], words: str) -> None:
    """Require that every line belongs to a path that leads to one of ``ends``. So there are no loops."""
    m.require(words, AllLeadTo(paths, ends))
