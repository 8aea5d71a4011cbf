"""Rules about islands: groups of unshaded cells, separated by the sea of shaded cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.model.model import Clue
from pencilp.structures.groups import EachHolds, GroupSize
from pencilp.structures.islands import Islands


def parted_by_sea(m: Model, board: Lattice, sea: Sequence[Lit]) -> Islands:
    """Return the islands between cells of ``sea`` (a literal for each cell), for other rules."""
    islands = Islands(m, sea, board.links, board.names, board.positions if board.shape == "square" else None)
    islands.cache = board.cache
    return islands


def each_island_holds_one(m: Model, islands: Islands, cells: Iterable[int], none: str, several: str) -> None:
    """Require that every island holds exactly one of ``cells``.

    ``none`` is the text of the rule "at least one", ``several`` that of "at most one".
    """
    marked = sorted(set(cells))
    m.require(none, EachHolds(islands, range(islands.count), marked, 1, islands.count))
    no_island_holds_two(m, islands, marked, several)


def no_island_holds_two(m: Model, islands: Islands, cells: Iterable[int], words: str) -> None:
    """Require that every island holds at most one of ``cells``."""
    marked = sorted(set(cells))
    m.require(words, EachHolds(islands, marked, marked, 0, 1))


def island_has_size(m: Model, islands: Islands, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """Require that the island of ``cell`` has ``size`` cells."""
    m.require(words, GroupSize(islands, cell, size, size), at=cell, clue=clue)
