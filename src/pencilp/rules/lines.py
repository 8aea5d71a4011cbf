"""Words about what stands in a row along a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN
from pencilp.model import Lit, Model, Runs
from pencilp.model.lines import Lines, NoneAlike, NoRun, Stretches
from pencilp.model.model import Clue


def windows(board: Lattice, length: int) -> Iterator[tuple[int, ...]]:
    """Every ``length`` cells that stand in a row, along every axis."""
    for lines in board.lines:
        for line in lines:
            for start in range(len(line) - length + 1):
                yield line[start : start + length]


def no_run_of(m: Model, board: Lattice, length: int, lits: Sequence[Lit], words: str) -> None:
    """There are no ``length`` cells in a row whose literals are all true."""
    m.require(words, NoRun(Stretches.of(m, board), lits, length, list(windows(board, length))))


def stretches_across(board: Lattice, borders: Collection[int], count: int) -> Iterator[tuple[int, ...]]:
    """The shortest stretches of cells in a row that cross ``count`` of some ``borders``, which are links."""
    across = {board.links[e] for e in borders}
    for lines in board.lines:
        for line in lines:
            last = [i for i, pair in enumerate(pairwise(line)) if pair in across or pair[::-1] in across]
            for i, j in zip(last, last[count - 1 :]):  # noqa: B905 (the second is the shorter one)
                yield line[i : j + 2]


def runs_are(
    m: Model, line: Sequence[Lit], lengths: Sequence[int | str], words: str, at: Sequence[int], clue: Clue = None
) -> None:
    """The runs of true literals in ``line`` have exactly these ``lengths``, in this order (``?``: any length).

    ``at`` are the cells of the line.
    """
    m.require(words, Runs(line, [None if n == UNKNOWN else int(n) for n in lengths if n != 0]), at, clue=clue)


def lines_differ(m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]], words: str) -> None:
    """No two of ``lines`` (cells), of equally many cells, are filled alike."""
    m.require(words, NoneAlike(Lines(m, lits, lines)))
