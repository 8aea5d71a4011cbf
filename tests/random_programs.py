"""Hypothesis strategies: small random integer programs, and their best values by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from pencilp.model.variables import exact
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row


@st.composite
def programs(draw: Any, bounded: bool = False, objective: bool = True) -> Program:
    """A program of at most four columns and five rows; ``bounded``: small whole numbers with bounds only."""
    p = Program()
    for k in range(draw(st.integers(1, 4))):
        low, width = draw(st.integers(-2, 1)), draw(st.integers(0, 3))
        kind = INTEGER if bounded else draw(st.sampled_from((CONTINUOUS, INTEGER)))
        ends = (
            (low, low + width)
            if bounded
            else draw(st.sampled_from([(low, low + width), (low, None), (None, low), (None, None)]))
        )
        p.columns.append(Column(f"x{k}", *ends, kind))
    factor = st.integers(-3, 3).filter(bool)
    for k in range(draw(st.integers(0, 5))):
        used = draw(st.lists(st.integers(0, len(p.columns) - 1), min_size=1, unique=True))
        low, width = draw(st.integers(-4, 5)), draw(st.integers(0, 2))
        ends = draw(st.sampled_from([(low, low + width), (low, None), (None, low), (low, low)]))
        p.rows.append(Row(f"c{k}", [(draw(factor), c) for c in used], *ends))
    if objective:
        p.objective = [(draw(factor), c) for c in range(len(p.columns)) if draw(st.booleans())] or None
        p.offset = draw(st.integers(-2, 2)) if p.objective else 0
        p.sense = draw(st.sampled_from(("minimize", "maximize"))) if p.objective else "minimize"
    return p


def solutions(p: Program, rows: list[Row] | None = None, box: int = 0) -> list[tuple[int, ...]]:
    """All solutions of a program of whole numbers; a bound that is missing is ``box`` beyond 0."""
    ranges = [
        range(-box if column.low is None else int(column.low), (box if column.high is None else int(column.high)) + 1)
        for column in p.columns
    ]
    found = []
    for values in product(*ranges):
        sums = ((row, sum(exact(a) * values[c] for a, c in row.terms)) for row in (p.rows if rows is None else rows))
        if all((row.low is None or s >= row.low) and (row.high is None or s <= row.high) for row, s in sums):
            found.append(values)
    return found


def best_value(p: Program) -> float | None:
    """The best value of the objective of a program of bounded whole numbers; None without a solution."""
    values = [sum((Fraction(exact(a) * x[c]) for a, c in p.objective or ()), Fraction(p.offset)) for x in solutions(p)]
    if not values:
        return None
    return float(min(values) if p.sense == "minimize" else max(values))


def has_solution(p: Program, box: int) -> bool:
    """Whether a program of whole numbers has a solution between -``box`` and ``box``."""
    import numpy

    ranges = [
        numpy.arange(
            -box if column.low is None else int(column.low), (box if column.high is None else int(column.high)) + 1
        )
        for column in p.columns
    ]
    values = numpy.meshgrid(*ranges, indexing="ij")
    holds = numpy.ones(values[0].shape, bool)
    for row in p.rows:
        total = sum(int(a) * values[c] for a, c in row.terms)
        holds &= (row.low is None) | (total >= (row.low or 0))
        holds &= (row.high is None) | (total <= (row.high or 0))
    return bool(holds.any())
