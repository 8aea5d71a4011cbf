"""Rules about objects in cells: their number in a line, objects that do not touch, cells between walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, CellsClue, Grid, RoomGrid
from pencilp.model import Lit, Model, at_most, exactly


def segments(board: Lattice, clear: Sequence[bool], axis: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the longest stretches of ``clear`` cells, along one axis of the lattice or along all."""
    for lines in board.lines if axis is None else (board.lines[axis],):
        for line in lines:
            start = 0
            for end, cell in enumerate(line):
                if not clear[cell]:
                    if start < end:
                        yield line[start:end]
                    start = end + 1
            if start < len(line):
                yield line[start:]


@lru_cache(maxsize=64)
def touching(board: Lattice) -> list[tuple[int, ...]]:
    """Return groups of cells that all touch each other. Any two cells that touch, even at a corner, share a group."""
    groups: list[tuple[int, ...]] = []
    covered: set[tuple[int, int]] = set()
    for group in sorted(board.corner_cells, key=len, reverse=True):
        pairs = {(a, b) for a in group for b in group if a < b}
        if not pairs <= covered:
            covered |= pairs
            groups.append(group)
    return groups


@lru_cache(maxsize=64)
def across_corners(board: Lattice) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the pairs of cells that touch only at a corner, each with the other cells at that corner."""
    return [
        (a, b, tuple([c for c in group if c not in (a, b)]))
        for group in board.corner_cells
        for a, b in combinations(group, 2)
        if b not in board.near[a]
    ]


def not_touching(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that no two true cells touch, not even at a corner."""
    groups = touching(board)
    m.require_all(words, [at_most(1, [lits[c] for c in group]) for group in groups], groups)


def lines_outside(
    board: Lattice, clues: Mapping[str, Sequence[tuple[Any, ...]]], sides: Sequence[str] = ()
) -> Iterator[CellsClue]:
    """Yield a clue for each side and line: the cells of the line from that side on, and the tuple of its numbers.

    ``clues`` is a layer of ``Lines``. ``sides`` are the sides to use, by default all of the layer.
    """
    for side in sides or clues:
        lines = board.col_cells if side in ("top", "bottom") else board.row_cells
        for i, (line, numbers) in enumerate(zip(lines, clues[side], strict=True)):
            yield CellsClue((line if side in ("top", "left") else line[::-1], numbers, (clues, side, i)))


def seen_from_outside(
    board: Lattice, clues: Mapping[str, Sequence[tuple[Any, ...]]], sides: Sequence[str] = ()
) -> Iterator[CellsClue]:
    """Yield the known numbers outside as clues, each with the cells of its line from that side on.

    ``clues`` is a layer of single ``Lines``. ``sides`` are the sides to use, by default all of the layer.
    """
    for line, numbers, source in lines_outside(board, clues, sides):
        if numbers and numbers[0] != UNKNOWN:
            yield CellsClue((line, numbers[0], source))


def counts_outside(
    m: Model,
    board: Lattice,
    clues: Mapping[str, Sequence[tuple[Any, ...]]],
    lits: Sequence[Lit],
    words: str,
    sides: Sequence[str] = (),
) -> None:
    """Require that numbers outside count the true literals in their rows and columns.

    ``clues`` is a layer of single ``Lines``. ``sides`` are the sides whose numbers count these literals, by default
    all.
    """
    for clue in seen_from_outside(board, clues, sides):
        m.require(words, exactly(clue.value, [lits[c] for c in clue.cells]), clue=clue)


def counts_in_rooms(m: Model, rooms: RoomGrid, clues: Grid, lits: Sequence[Lit], words: str) -> None:
    """Require that the numbers of ``clues``, a layer ``on=InRooms``, count the true literals in their rooms."""
    for clue in rooms.numbers(clues):
        m.require(words, exactly(clue.value, [lits[c] for c in clue.cells]), clue=clue)
