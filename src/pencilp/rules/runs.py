"""Words about what stands in a row along a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, RoomGrid
from pencilp.model import Lit, Model, Runs, at_most, not_all


def windows(board: Lattice, length: int) -> Iterator[tuple[int, ...]]:
    """Every ``length`` cells that stand in a row, along every axis."""
    for lines in board.lines:
        for line in lines:
            for start in range(len(line) - length + 1):
                yield line[start : start + length]


def no_run_of(m: Model, board: Lattice, length: int, lits: Sequence[Lit], words: str) -> None:
    """Nowhere ``length`` cells in a row whose literals are all true."""
    places = list(windows(board, length))
    m.require_all(words, [not_all([lits[c] for c in cells]) for cells in places], places)


def stretches_across(board: Lattice, rooms: RoomGrid, borders: int) -> Iterator[tuple[int, ...]]:
    """The shortest stretches of cells in a row that cross ``borders`` borders between rooms."""
    of = rooms.of
    for lines in board.lines:
        for line in lines:
            last = [i for i in range(len(line) - 1) if of[line[i]] != of[line[i + 1]]]
            for i, j in zip(last, last[borders - 1 :]):  # noqa: B905 (the second is the shorter one)
                yield line[i : j + 2]


def runs_are(m: Model, line: Sequence[Lit], lengths: Sequence[int | str], words: str, at: Sequence[int]) -> None:
    """The runs of true literals in ``line`` have exactly these ``lengths``, in this order (``?``: any length).

    ``at`` are the cells of the line.
    """
    m.require(words, Runs(line, [None if n == UNKNOWN else int(n) for n in lengths if n != 0]), at)


def packed_windows(m: Model, board: Lattice, length: int, lits: Sequence[Lit], most: int) -> None:
    """An implied rule where every ``length`` cells in a row hold a true literal and the board holds at most ``most``.

    As many such stretches as can be found are laid side by side. What they hold beyond one each, together with what lies
    outside them, is little when ``most`` is hardly more than their number; searching alone would have to count to see it.
    """
    taken = [False] * len(board.cells)
    packed: list[tuple[int, ...]] = []
    for cell in board.cells:
        for d in board.line_directions:
            window = (cell, *board.rays[cell][d][: length - 1])
            if len(window) == length and not any(taken[c] for c in window):
                packed.append(window)
                for c in window:
                    taken[c] = True
    spare = most - len(packed)
    if spare * 4 < len(packed):
        beyond = [lits[c] for c in board.cells if not taken[c]]
        for window in packed:
            inside = [lits[c] for c in window]
            beyond += [m.count_of(n, inside) for n in range(2, min(length, spare + 2) + 1)]
        m.require("", at_most(spare, beyond))
