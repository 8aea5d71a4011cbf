"""How a program of our own stands in a file, so that a person can read it from the top.

First come the rules that come from clues, then the rules that hold everywhere, then what further variables mean, and last the
rows that make connectivity linear: most of them, and of no interest to a reader. A rule that speaks of one variable alone is
a bound of it: ``lamps(1,7) = 0``. A row with a name of its own, as a document's rows have them, stays a row and where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from operator import attrgetter

from pencilp.model.variables import Number, exact
from pencilp.reformulate.linear.program import (
    CLUES,
    CONNECTIVITY,
    CONTINUOUS,
    DEFINITIONS,
    NUMBERS,
    RULES,
    Bound,
    Column,
    Program,
    Row,
)

TITLES = {
    CLUES: "the rules that come from clues",
    RULES: "the rules that hold everywhere",
    DEFINITIONS: "what further variables mean",
    NUMBERS: "whole numbers, and the 0/1 variables of their values",
    CONNECTIVITY: "what hangs together, made linear by a flow that reaches all of it",
}
"""The comment above each part."""


def arranged(program: Program, *, bounds: bool = True) -> Program:
    """Return the same program in the order of a file; with ``bounds`` its rows of one column are bounds.

    ``program`` itself where it has no parts, as a document's has none, or one that was read from a file.
    """
    if not any(row.part for row in program.rows):
        return program
    result = program.copy()
    result.rows.sort(key=attrgetter("part"))
    result.arranged = True
    if bounds:
        rows, columns, ruled = [], result.columns, set()
        for row in result.rows:
            if row.part and len(row.terms) == 1:
                ((_, c),) = row.terms
                within = _bounded(columns[c], row)
                # what says no more than that a 0/1 variable is one would not be written
                if within is not None and (c in ruled or (within.low, within.high) != (0, 1)):
                    columns[c] = within
                    ruled.add(c)
                    result.bound_by.append(Bound(c, row.words, row.place))
                    continue
            rows.append(row)
        result.rows = rows
    return result


def _bounded(column: Column, row: Row) -> Column | None:
    """Return a column within the bounds that a row of it alone says; None where there is no value between them."""
    factor = exact(row.terms[0][0])
    low: Number | None
    high: Number | None
    low, high = (None if side is None else Fraction(exact(side)) / factor for side in (row.low, row.high))
    if factor < 0:
        low, high = high, low
    if column.kind != CONTINUOUS:
        low, high = None if low is None else ceil(low), None if high is None else floor(high)
    low = _tighter(column.low, low, max)
    high = _tighter(column.high, high, min)
    if low is not None and high is not None and low > high:
        return None
    return column._replace(low=low, high=high)


def _tighter(old: Number | None, new: Number | None, tighter: Callable[..., Number]) -> Number | None:
    return new if old is None else old if new is None else tighter(old, new)
