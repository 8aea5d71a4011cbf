"""Words about what stands in a row along a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, groupby, pairwise, product

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Grid
from pencilp.model import Constraint, Lit, Model, Runs, Table, at_least, at_most, exactly
from pencilp.model.lines import Lines, NoneAlike, NoRun, Stretches
from pencilp.model.model import Clue


def windows(board: Lattice, length: int, axis: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every ``length`` cells that stand in a row, along one axis of the lattice or along all."""
    for lines in board.lines if axis is None else (board.lines[axis],):
        for line in lines:
            for start in range(len(line) - length + 1):
                yield line[start : start + length]


def no_run_of(
    m: Model, board: Lattice, length: int, lits: Sequence[Lit], words: str, *, axis: int | None = None
) -> None:
    """There are no ``length`` cells in a row whose literals are all true, along one axis of the lattice or along all."""
    key = "windows", length, axis
    at = board.kept.get(key)
    if at is None:
        at = board.kept[key] = list(windows(board, length, axis))
    m.require(words, NoRun(Stretches.of(m, board), lits, length, at, axis))


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


def with_gaps(m: Model, board: Lattice, line: Sequence[int], lits: Sequence[Lit]) -> list[Lit]:
    """The literals of the cells of a line, and one that is false at every hole: no run goes on there."""
    result = [lits[cell] for cell in line]
    if len(board) < board.rows * board.cols:
        for place in range(len(line) - 1, 0, -1):
            if line[place] not in board.near[line[place - 1]]:
                result.insert(place, m.false)
    return result


def runs_in_order(
    m: Model, line: Sequence[Lit], least: Sequence[int]
) -> tuple[list[Constraint | Lit], list[dict[int, Lit]]]:
    """Runs of true literals in ``line``, one for each length in ``least``: there is room for all to be so long, or longer.

    Returns constraints that say so, and for each run the places where it may lie, each with a literal that it does.
    """
    starts = [m.all_of((x, ~before)) for before, x in zip([m.false, *line], line, strict=False)]
    count = len(least)
    # where each begins at the earliest, and at the latest: there is a place between two of them
    first = [*accumulate([n + 1 for n in least], initial=0)][:-1]
    latest = len(line) + 1 - sum(least) - count
    last = [latest + k for k in first]
    said: list[Constraint | Lit] = [exactly(count, starts)]
    said += [at_most(j, starts[:k]) for j, k in enumerate(first) if k]
    said += [at_least(j, starts[: max(k + 1, 0)]) for j, k in enumerate(last, 1) if k + 1 < len(line)]
    begun = cache(lambda j, k: m.count_of(j, starts[: k + 1]))
    runs: list[dict[int, Lit]] = []
    for j, n in enumerate(least, 1):
        places = {}
        for k in range(first[j - 1], last[j - 1] + n):
            this = [begun(j, k)] if k < last[j - 1] else []
            following = [~begun(j + 1, k)] if j < count and k >= first[j] else []
            places[k] = m.all_of([line[k], *this, *following])
        runs.append(places)
    return said, runs


def equal_in_lines(board: Lattice, numbers: Grid) -> list[tuple[int, ...]]:
    """The cells that have the same number in a line, for each line and number that there is more than once."""
    found = []
    for line in chain.from_iterable(board.lines):
        cells_with: dict[int, list[int]] = {}
        for cell in line:
            number = numbers[cell]
            if number in cells_with:
                cells_with[number].append(cell)
            elif number is not None:
                cells_with[number] = [cell]
        if len(cells_with) < len(line):
            found += [tuple(cells) for cells in cells_with.values() if len(cells) > 1]
    return found


def lines_differ(m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]], words: str) -> None:
    """No two of ``lines`` (cells), of equally many cells, are filled alike."""
    m.require(words, NoneAlike(Lines(m, lits, lines)))


def runs_around(
    m: Model,
    board: Lattice,
    lits: Sequence[Lit],
    cell: int,
    lengths: Sequence[int | str],
    words: str,
    clue: Clue = None,
) -> None:
    """The runs of true literals met when going once around ``cell`` have these ``lengths``, in any order.

    ``?`` is a run of any length; alone it may also say that there is none, as 0 does.
    """
    ring = board.ring[cell]
    rows = _rings(tuple([c >= 0 for c in ring]), tuple(sorted(lengths, key=str)))
    m.require(words, Table([lits[c] for c in ring if c >= 0], rows), at=cell, clue=clue)


@lru_cache(maxsize=1024)
def _rings(there: tuple[bool, ...], lengths: tuple[int | str, ...]) -> list[tuple[int, ...]]:
    """How the cells that are ``there`` of a ring can be filled for its runs to have these ``lengths``."""
    told = Counter(n for n in lengths if n != UNKNOWN)
    result = []
    for ring in product(*[(0, 1) if cell else (0,) for cell in there]):
        # begin behind a gap, so that no run is cut in two
        start = ring.index(0) if 0 in ring else 0
        runs = [sum(run) for true, run in groupby((*ring[start:], *ring[:start])) if true] or [0]
        if len(runs) == len(lengths) and told <= Counter(runs):
            result.append(tuple([n for n, cell in zip(ring, there, strict=True) if cell]))
    return result
