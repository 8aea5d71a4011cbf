"""Rules about consecutive cells along a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model
from pencilp.structures.lines import NoRun, Stretches


def windows(board: Lattice, length: int, axis: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every ``length`` consecutive cells, along one axis of the lattice or along all."""
    for lines in board.lines if axis is None else (board.lines[axis],):
        for line in lines:
            for start in range(len(line) - length + 1):
                yield line[start : start + length]


def no_run_of(
    m: Model, board: Lattice, length: int, lits: Sequence[Lit], words: str, *, axis: int | None = None
) -> None:
    """Require that no ``length`` consecutive cells are all true, along one axis of the lattice or along all."""
    key = "windows", length, axis
    at = board.cache.get(key)
    if at is None:
        at = board.cache[key] = list(windows(board, length, axis))
    m.require(words, NoRun(Stretches.of(m, board), lits, length, at, axis))


def with_gaps(m: Model, board: Lattice, line: Sequence[int], lits: Sequence[Lit]) -> list[Lit]:
    """Return the literals of the cells of a line, with a false one at every hole, so that runs end there."""
    result = [lits[cell] for cell in line]
    if len(board) < board.rows * board.cols:
        for place in range(len(line) - 1, 0, -1):
            if line[place] not in board.near[line[place - 1]]:
                result.insert(place, m.false)
    return result
