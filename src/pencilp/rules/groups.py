"""Rules about groups of shaded cells, or of cells of one colour, and about their sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Connected, Lit, Model, all_hold, any_of
from pencilp.model.model import Clue, Place
from pencilp.structures.groups import EachHolds, EachSize, GroupHolds, Groups, GroupSize
from pencilp.structures.touched import ShadedGroups, TouchedSize


def shaded_groups(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """Return the groups of ``shaded`` cells (a literal for each cell), for other rules."""
    return ShadedGroups(m, shaded, board.links)


def group_has_size(m: Model, groups: Groups, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """Require that the group of ``cell`` has ``size`` cells."""
    m.require(words, GroupSize(groups, cell, size, size), at=cell, clue=clue)


def every_group_has_size(
    m: Model, groups: Groups, low: int, high: int, words: str, at: Place = None, clue: Clue = None
) -> None:
    """Require that every group has from ``low`` to ``high`` cells."""
    m.require(words, EachSize(groups, low, high), at=at, clue=clue)


def every_group_holds_some(m: Model, groups: Groups, cells: Iterable[int], words: str) -> None:
    """Require that every group holds at least one of ``cells``."""
    m.require(words, EachHolds(groups, range(groups.count), sorted(set(cells)), 1, groups.count))


def group_holds(
    m: Model, groups: Groups, cell: int, others: Iterable[int], count: int, words: str, clue: Clue = None
) -> None:
    """Require that the group of ``cell`` holds ``count`` of ``others``."""
    m.require(words, GroupHolds(groups, cell, others, count, count), at=cell, clue=clue)


def groups_touched(m: Model, groups: ShadedGroups, cell: int, count: int, words: str, clue: Clue = None) -> None:
    """Require that the groups of shaded cells that share an edge with ``cell`` have ``count`` cells in total."""
    m.require(words, TouchedSize(groups, cell, count), at=cell, clue=clue)


def some_group_reaches(m: Model, groups: Groups, size: int, words: str, at: Place = None, clue: Clue = None) -> None:
    """Require that a group has at least ``size`` nodes."""
    sizes = [m.count_of(size, groups.reached(node).values()) for node in range(groups.count)]
    m.require(words, any_of(sizes), at=at, clue=clue)


def room_holds_two_groups(
    m: Model, board: Lattice, room: Sequence[int], lits: Sequence[Lit], words: str
) -> tuple[Sequence[Lit], Sequence[Lit]]:
    """Require that the true cells of ``room`` form two groups: cells connected by edges inside the room.

    Return for each cell of the room whether it is in the group of the first true cell, and whether it is in another.
    """
    number = {cell: i for i, cell in enumerate(room)}
    edges = [(number[a], number[b], None) for a in room for b in board.near[a] if a < b and b in number]
    true = [lits[cell] for cell in room]
    # a further node is the source: it is connected to the first true cell
    source, some = len(room), m.false
    begins = []
    for i, x in enumerate(true):
        begins.append((source, i, m.all_of((x, ~some))))
        some = m.any_of((some, x))
    one = m.flood([*true, m.true], [*edges, *begins], (source,))[:source]
    other = [m.all_of((x, ~y)) for x, y in zip(true, one, strict=True)]
    m.require(words, all_hold([any_of(other), Connected(other, edges, places=room)]), at=room)
    return one, other
