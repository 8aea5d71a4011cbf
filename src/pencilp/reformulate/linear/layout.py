"""The order of a program in a file, for people who read it from the top.

Rules from clues come first, then the rules that hold everywhere, then definitions of further variables. The rows that
make connectivity linear come last: most rows are such ones, and they do not interest a reader. A rule about a single
variable becomes a bound: ``lamps(1,7) = 0``. A row with a name of its own, as in published programs, stays a row in its
place.
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
    DEFINITIONS: "definitions of further variables",
    NUMBERS: "whole numbers, and the 0/1 variables of their values",
    CONNECTIVITY: "connectivity, as a flow that reaches all connected cells",
}
"""The comment above each part."""


def arranged(program: Program, *, bounds: bool = True) -> Program:
    """Return the same program in the order of a file. With ``bounds``, rows of one column become bounds.

    A program without parts, such as a published one or one from a file, is returned as it is.
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
                # the bounds 0 and 1 of a 0/1 variable would not be written
                if within is not None and (c in ruled or (within.low, within.high) != (0, 1)):
                    columns[c] = within
                    ruled.add(c)
                    result.bound_by.append(Bound(c, row.words, row.place))
                    continue
            rows.append(row)
        result.rows = rows
    return result


def _bounded(column: Column, row: Row) -> Column | None:
    """Return a column with the bounds of a row about it alone, or None if no value is left."""
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
