"""Rules about numbers in cells: latin squares, sums, products, visible towers, consecutive or unequal numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Grid, RoomGrid
from pencilp.model import (
    AllDifferent,
    Clause,
    Constraint,
    Int,
    Lit,
    Model,
    Sum,
    all_hold,
    any_of,
    exactly,
    none_of,
)
from pencilp.model.fitting import Fitting, Relation, not_equal, relation
from pencilp.model.model import Clue, Place
from pencilp.model.visible_towers import Towers
from pencilp.rules.counting import touching
from pencilp.rules.everywhere import cached_per_shape
from pencilp.structures.sums import SumIs, Sums


def givens(m: Model, number: Sequence[Int], given: Grid, blank: int | None = None) -> None:
    """Require that given numbers stay. A cell with ``?`` has some number, which is not ``blank``."""
    words = "a given number stays"
    for cell, n in given.known():
        m.require(words, number[cell] == n, at=cell, clue=(given, cell))
    for cell in given.where(UNKNOWN) if blank is not None else ():
        m.require(words, number[cell] != blank, at=cell, clue=(given, cell))


def sizes_given(m: Model, written: Sequence[Lit], rooms: RoomGrid, given: Grid) -> None:
    """Require that a given number, or ``?``, is a size ``written`` in its cell: the size of its room."""
    for cell in given.given:
        n = given[cell]
        if n == UNKNOWN or isinstance(n, int):
            right = n in (UNKNOWN, len(rooms.groups[rooms.of[cell]]))
            m.require("a given number stays", written[cell] if right else m.false, at=cell, clue=(given, cell))


def one_for_each_room(m: Model, number: Sequence[Int], rooms: RoomGrid, given: Grid) -> None:
    """Require that all cells of a room have the same number: the one that is ``given`` for it, if there is one.

    ``given`` is a layer ``on=InRooms``.
    """
    for cells, n, clue in rooms.numbers(given):
        m.require("a given number stays", all_hold([number[c] == n for c in cells]), at=cells, clue=clue)
    for cells in rooms:
        for a, b in pairwise(cells):
            equal = all_hold([(number[a] == n) >> (number[b] == n) for n in number[a].values])
            m.require("all cells of a room have the same number", equal, at=(a, b))


def greater_than(x: Int, y: Int) -> Constraint | Lit:
    """Return the constraint that ``x`` is greater than ``y``."""
    return all_hold([(y >= v) >> (x >= v + 1) for v in range(y.low, y.high + 1)])


def all_different(m: Model, number: Sequence[Int], groups: Iterable[Sequence[int]], words: str) -> None:
    """Require that no number occurs twice in any of the ``groups`` of cells."""
    for group in groups:
        m.require(words, AllDifferent([number[c] for c in group]), at=group)


def each_once(
    m: Model, number: Sequence[Int], values: Iterable[int | str], lines: Iterable[Sequence[int]], words: str
) -> None:
    """Require that every one of ``values`` occurs exactly once in every line."""
    values = list(values)
    for line in lines:
        if len(line) == len(values) and all(list(number[c].values) == values for c in line):
            # then all cells of the line are different
            m.require(words, AllDifferent([number[c] for c in line]), at=line)
            continue
        for value in values:
            m.require(words, exactly(1, [number[c] == value for c in line]), at=line)


def latin_square(m: Model, board: Lattice, number: Sequence[Int]) -> None:
    """Require that no number occurs twice in a row or in a column of the frame."""
    all_different(m, number, board.row_cells, "no number occurs twice in a row")
    all_different(m, number, board.col_cells, "no number occurs twice in a column")


# -- sums and products ----------------------------------------------------------------------------------------------


def adds_up(m: Model, ints: Sequence[Int], amount: int, words: str, at: Place = None, clue: Clue = None) -> None:
    """Require that the numbers add up to ``amount``."""
    m.require(words, SumIs(Sums.of(m), ints, amount), at=at, clue=clue)


def product(ints: Sequence[Int], amount: int) -> Constraint | Lit:
    """Return the constraint that the product of the numbers is ``amount``.

    All divide it, and for every prime their exponents add up to that of ``amount``.
    """
    if amount == 0:
        return any_of([x == 0 for x in ints])
    dividing = [(v, x == v) for x in ints for v in x.values if v and amount % v == 0]
    rows: list[Constraint] = [none_of([x == v for x in ints for v in x.values if v == 0 or amount % v])]
    left = amount
    for prime in range(2, max(x.high for x in ints) + 1):
        if all(prime % p for p in range(2, prime)):
            exponent = 0
            while left % prime == 0:
                left //= prime
                exponent += 1
            if exponent:
                rows.append(Sum([(e, x) for v, x in dividing if (e := _exponent(v, prime))]) == exponent)
    if left > 1:
        rows.append(any_of([]))
    return all_hold(rows)


def _exponent(number: int, prime: int) -> int:
    count = 0
    while number % prime == 0:
        number //= prime
        count += 1
    return count


def pair(x: Int, y: Int, pairs: Iterable[tuple[int, int]]) -> Fitting:
    """Return the constraint that the values of ``x`` and ``y`` are one of ``pairs``, in this order."""
    return Fitting(x, y, Relation(pairs))


def fitting(x: Int, y: Int, fits: Callable[[int, int], bool]) -> Fitting:
    """Return the constraint that ``fits(v, w)`` is true for the values v of ``x`` and w of ``y``.

    ``fits`` is called once for all numbers with the same values, so it must be a function of the genre module.
    """
    return Fitting(x, y, relation(fits, x.values, y.values))


def unlike(x: Int, y: Int, least: int | None = None) -> Fitting:
    """Return the constraint that ``x`` and ``y`` are different, or both less than ``least``."""
    return Fitting(x, y, not_equal(min(x.low, y.low) if least is None else least))


# -- lines of numbers -----------------------------------------------------------------------------------------------


def towers_seen(m: Model, line: Sequence[Int], count: int, words: str, at: Place = None, clue: Clue = None) -> None:
    """Require that ``count`` towers are visible from the start of ``line``: those with no tower as high before them.

    The numbers are heights, 0 is no tower.
    """
    m.require(words, Towers(line, count), at, clue=clue)


def consecutive(m: Model, ints: Sequence[Int], words: str, at: Place) -> None:
    """Require that the numbers, all different, are consecutive in some order.

    Their greatest is less than their least plus their count.
    """
    n = len(ints)
    low, high = min(x.low for x in ints), max(x.high for x in ints)
    if n > high - low + 1:
        m.require(words, m.false, at)
        return
    occurs = {v: m.any_of([x == v for x in ints if v in x.values]) for v in range(low, high + 1)}
    parts: list[Constraint | Lit] = [occurs[v] for v in range(high - n + 1, low + n)]
    upwards = occurs[high]
    for v in range(high, low + n - 1, -1):
        if v < high:
            upwards = m.any_of((occurs[v], upwards))
        parts.append(Clause((~occurs[v - n], ~upwards)))
    if parts:
        m.require(words, all_hold(parts), at)


def no_equal_neighbours(m: Model, board: Lattice, number: Sequence[Int], words: str) -> None:
    """Require that no two cells that touch, even at a corner, hold the same number."""
    for group in touching(board):
        m.require(words, AllDifferent([number[c] for c in group]), at=group)


def no_equal_adjacent(m: Model, board: Lattice, number: Sequence[Int], words: str, *, least: int = 1) -> None:
    """Require that no two cells that share an edge hold the same number, if it is ``least`` or more."""
    if all(x.values == number[0].values for x in number):
        _none_adjacent(m, board, number, words, least)
        return
    for a, b in board.links:
        x, y = number[a], number[b]
        if max(least, x.low, y.low) <= min(x.high, y.high):
            m.require(words, unlike(x, y, least), at=(a, b))


@cached_per_shape
def _none_adjacent(m: Model, board: Lattice, number: Sequence[Int], words: str, least: int) -> None:
    """Add the rules of ``no_equal_adjacent`` if all numbers have the same values."""
    for a, b in board.links:
        unequal = [Clause((number[a] != v, number[b] != v)) for v in number[a].values if v >= least]
        if unequal:
            m.require(words, all_hold(unequal), at=(a, b))


def long_diagonals(board: Lattice) -> list[tuple[int, ...]]:
    """Return the two long diagonals of a square frame of square cells."""
    last = board.cols - 1
    down = [c for c, (row, col) in enumerate(board.positions) if row == col]
    up = [c for c, (row, col) in enumerate(board.positions) if row + col == last]
    return [tuple(down), tuple(up)]
