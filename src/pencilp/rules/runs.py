"""Words about what stands in a row along a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, repeat

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, RoomGrid
from pencilp.model import Clause, Lit, Model, any_of, at_most, none_of, not_all


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

    Where a run lies is told by order literals: "it has started at most t places after its earliest start" and "it has
    ended at most t places after its earliest end", which is the same thing for a run of known length. A place is
    covered when a run has started and not ended, and free when a run has ended and the next has not started. So these
    literals follow from the line, and the line from them. ``at`` are the cells of the line.
    """
    lengths = [n for n in lengths if n != 0]
    runs = len(lengths)
    shortest = [1 if n == UNKNOWN else int(n) for n in lengths]
    slack = len(line) - sum(shortest) - runs + 1
    if not runs or slack < 0:
        m.require(words, any_of(()) if runs else none_of(line), at=at)
        return
    free = [~x for x in line]
    structure: list[list[Lit]] = []
    rule: list[list[Lit]] = []
    start = 0  # the earliest start of the run
    before: Sequence[Lit] = ()  # the literals of the end of the run before it
    for n, least in zip(lengths, shortest, strict=True):
        started = m.binaries("started", slack)
        ended = m.binaries("ended", slack) if n == UNKNOWN else started
        structure += [[~x, y] for x, y in pairwise(started)]
        if ended is not started:
            structure += [[~x, y] for x, y in pairwise(ended)]
            structure += [[~x, y] for x, y in zip(ended, started, strict=True)]
        not_yet = [[x] for x in started]
        begun = [[~x] for x in started]
        if start:
            structure += [[~x, y] for x, y in zip(started, before, strict=True)]
            past = [*[[~x] for x in before], []]
            gap = free[start - 1 : start + slack]
            rule += [[*a, *b, x] for a, b, x in zip(past, [[], *not_yet], gap, strict=True)]
        else:
            rule += [[x, y] for x, y in zip(started, free[:slack], strict=True)]
        always: list[list[Lit]] = [[]] * least
        going_on = [*always, *([x] for x in ended)]
        cells = line[start : start + slack + least]
        rule += [[*a, *b, x] for a, b, x in zip([*begun, *always], going_on, cells, strict=True)]
        start += least + 1
        before = ended
    rule += [[~x, y] for x, y in zip(before, free[start - 1 :], strict=True)]
    m.require_all("", map(Clause, structure))
    m.require_all(words, map(Clause, rule), repeat(at))


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
