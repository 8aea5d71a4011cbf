"""Words about the numbers in cells: latin squares, sums and products, views of towers, numbers in a row or apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Grid
from pencilp.model import (
    AllDifferent,
    Constraint,
    Implied,
    Int,
    Lazy,
    Lit,
    Model,
    Sum,
    any_of,
    at_most,
    exactly,
    none_of,
    not_all,
    total,
)
from pencilp.model.constraints import Value
from pencilp.model.model import Place
from pencilp.rules.counting import touching


def givens(m: Model, number: Sequence[Int], given: Grid) -> None:
    """A number that is printed in a cell stays there."""
    for cell, n in given.known():
        m.require("a given number stays", number[cell] == n, at=cell)


def all_different(m: Model, number: Sequence[Int], groups: Iterable[Sequence[int]], words: str) -> None:
    """No number occurs twice in a group of cells."""
    for group in groups:
        m.require(words, AllDifferent([number[c] for c in group]), at=group)


def latin_square(m: Model, board: Lattice, number: Sequence[Int]) -> None:
    """No number occurs twice in a row or in a column of the frame."""
    all_different(m, number, board.row_cells, "no number occurs twice in a row")
    all_different(m, number, board.col_cells, "no number occurs twice in a column")


# -- sums and products ----------------------------------------------------------------------------------------------


def distinct_sum(m: Model, ints: Sequence[Int], amount: int, words: str, at: Place) -> None:
    """The numbers add up to ``amount``; that they are all different is stated apart.

    States also what follows for different numbers: those in no combination that makes the sum are out, those in every
    combination occur.
    """
    if not ints:
        if amount:
            m.require(words, any_of([]), at)
        return
    values = range(min(x.low for x in ints), max(x.high for x in ints) + 1)
    possible, certain, several = combinations_for(values, len(ints), amount)
    impossible = [v for v in values if v not in possible]
    if impossible:
        m.require(words, none_of([x == v for x in ints for v in impossible]), at)
    for v in certain:
        m.require(words, any_of([x == v for x in ints]), at)
    if several:
        m.require(words, total(ints) == amount, at)


@lru_cache(maxsize=4096)
def combinations_for(values: range, count: int, amount: int) -> tuple[frozenset[int], frozenset[int], bool]:
    """Of the sets of ``count`` different ``values`` that make ``amount``: what is in any, what is in all, are there several."""
    sets = [frozenset(combo) for combo in combinations(values, count) if sum(combo) == amount]
    if not sets:
        return frozenset(), frozenset(), False
    return frozenset.union(*sets), frozenset.intersection(*sets), len(sets) > 1


def product(ints: Sequence[Int], amount: int) -> list[Constraint]:
    """What it takes for numbers to multiply to ``amount``.

    All divide it, and for every prime their exponents add up to that of ``amount``.
    """
    if amount == 0:
        return [any_of([x == 0 for x in ints])]
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
    return rows


def _exponent(number: int, prime: int) -> int:
    count = 0
    while number % prime == 0:
        number //= prime
        count += 1
    return count


def pair(x: Int, y: Int, pairs: Iterable[tuple[int, int]]) -> list[Constraint]:
    """What it takes for the values of ``x`` and ``y`` to be one of ``pairs``, in this order."""
    pairs = list(pairs)
    return [
        *((x == v) >> any_of([y == w for u, w in pairs if u == v]) for v in x.values),
        *((y == w) >> any_of([x == v for v, u in pairs if u == w]) for w in y.values),
    ]


# -- lines of numbers -----------------------------------------------------------------------------------------------


def towers_seen(m: Model, line: Sequence[Int], count: int, words: str, at: Place) -> None:
    """From before the first of ``line``, ``count`` towers are seen: those with no tower as high before them.

    The numbers are heights, 0 is no tower; they are different except for 0.
    """
    highest = max(x.high for x in line)
    # a tower so high so early hides too many
    m.require(
        words,
        none_of([x == v for i, x in enumerate(line) for v in x.values if v and v > highest - count + 1 + i]),
        at,
    )
    before: list[Lit] = []
    seen = []
    for x in line:
        heights = [x == v for v in range(1, highest + 1)]
        if not before:
            seen += heights
            before = [m.any_of(heights[v:]) for v in range(highest)]
        else:
            seen += [m.all_of((here, ~higher)) for here, higher in zip(heights, before, strict=True)]
            before = [m.any_of((higher, *heights[v:])) for v, higher in enumerate(before)]
    m.require(words, exactly(count, seen), at)


def consecutive(m: Model, ints: Sequence[Int], words: str, at: Place) -> None:
    """The numbers, all different, are consecutive in some order: the greatest is less than the least plus their count."""
    n = len(ints)
    low, high = min(x.low for x in ints), max(x.high for x in ints)
    there = {v: m.any_of([x == v for x in ints if v in x.values]) for v in range(low, high + 1)}
    for v in range(high - n + 1, low + n):
        m.require(words, there[v], at)
    upwards = there[high]
    for v in range(high, low + n - 1, -1):
        if v < high:
            upwards = m.any_of((there[v], upwards))
        m.require(words, not_all((there[v - n], upwards)), at)


def far_apart(m: Model, lines: Iterable[Sequence[int]], number: Sequence[Int], words: str) -> None:
    """Between two equal numbers N in the same line lie at least N cells: N occurs once at most in N + 1 cells in a row."""
    lines = list(lines)
    for n in range(1, max((x.high for x in number), default=0) + 1):
        is_n = {cell: x == n for cell, x in enumerate(number) if n in x.values}
        for line in lines:
            able = [(place, cell) for place, cell in enumerate(line) if cell in is_n]
            end = 0
            for start, (place, _) in enumerate(able):
                # a window that ends where the one before it ended says nothing new
                before = end
                while end < len(able) and able[end][0] <= place + n:
                    end += 1
                if end > before and end - start > 1:
                    window = [cell for _, cell in able[start:end]]
                    m.require(words, at_most(1, [is_n[c] for c in window]), at=window)


def no_equal_neighbours(m: Model, board: Lattice, number: Sequence[Int], words: str) -> None:
    """No two cells that touch, be it at a corner, hold the same number."""
    groups = touching(board)
    for n in range(1, max((x.high for x in number), default=0) + 1):
        is_n = {cell: x == n for cell, x in enumerate(number) if n in x.values}
        for group in groups:
            able = [is_n[c] for c in group if c in is_n]
            if len(able) > 1:
                m.require(words, at_most(1, able), at=group)


def long_diagonals(board: Lattice) -> list[tuple[int, ...]]:
    """The two long diagonals of a square frame of square cells."""
    last = board.cols - 1
    down = [c for c, (row, col) in enumerate(board.positions) if row == col]
    up = [c for c, (row, col) in enumerate(board.positions) if row + col == last]
    return [tuple(down), tuple(up)]


def lines_differ(m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]], words: str) -> None:
    """No two of ``lines`` (cells), of equally many cells, are filled alike. Stated only where an answer breaks it."""

    def alike(value: Value) -> list[tuple[Sequence[int], Sequence[int]]]:
        first: dict[tuple[int, ...], Sequence[int]] = {}
        result = []
        for line in lines:
            filled = tuple([value(lits[c]) for c in line])
            if filled in first:
                result.append((first[filled], line))
            first.setdefault(filled, line)
        return result

    def violated(value: Value) -> list[Constraint]:
        # of two lines that are alike one must change where it is true, or the other where it is false
        return [not_all([x if value(x) else ~x for c in (*a, *b) for x in (lits[c],)]) for a, b in alike(value)]

    over = [lits[c] for line in lines for c in line]
    m.require(words, Lazy(over, violated))
    m.require(words, Implied(over, lambda value: [(*a, *b) for a, b in alike(value)]))
