"""Words about islands: groups of unshaded cells, parted by the sea of shaded ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.model.model import Clue
from pencilp.structures.groups import EachHolds, GroupSize
from pencilp.structures.islands import Islands


def parted_by_sea(m: Model, board: Lattice, sea: Sequence[Lit]) -> Islands:
    """Return the islands between cells of ``sea`` (a literal per cell), for other rules."""
    islands = Islands(m, sea, board.links, board.names, board.positions if board.shape == "square" else None)
    islands.kept = board.kept
    return islands


def each_island_holds_one(m: Model, islands: Islands, cells: Iterable[int], none: str, several: str) -> None:
    """Every island holds exactly one of ``cells``. ``none`` and ``several`` are the words for one at least, and one at most."""
    marked = sorted(set(cells))
    m.require(none, EachHolds(islands, range(islands.count), marked, 1, islands.count))
    no_island_holds_two(m, islands, marked, several)


def no_island_holds_two(m: Model, islands: Islands, cells: Iterable[int], words: str) -> None:
    """Every island holds at most one of ``cells``."""
    marked = sorted(set(cells))
    m.require(words, EachHolds(islands, marked, marked, 0, 1))


def island_has_size(m: Model, islands: Islands, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """``cell`` lies on an island of ``size`` cells."""
    m.require(words, GroupSize(islands, cell, size, size), at=cell, clue=clue)
