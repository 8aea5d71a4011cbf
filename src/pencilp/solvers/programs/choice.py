"""Chooses the solver for a program if the user names none.

clasp is best at whole numbers that only have to satisfy rows, and finds many solutions quickly. HiGHS is best at
objectives, large numbers and large ranges, and the only one of the two that takes continuous and unbounded columns. The
limits were measured with ``bench/programs.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.variables import exact
from pencilp.reformulate.linear.program import CONTINUOUS, Program, Row, in_whole_numbers
from pencilp.solvers.installed import installed

MAX_FACTOR = 100
"""The greatest factor with which clasp counts well."""
MAX_RANGE = 50
"""The greatest number of values of a whole number with which clasp counts well."""
MAX_COMBINATIONS = 4096
"""If all whole numbers together have at most this many values, clasp finishes before HiGHS has started."""


def suits_clasp(program: Program, most: int = MAX_FACTOR) -> bool:
    """Return whether clasp is the better choice for a program of bounded whole numbers with factors up to ``most``."""
    combinations = 1
    for _, low, high, _ in program.columns:
        assert low is not None
        assert high is not None
        values = int(high - low) + 1
        if values > MAX_RANGE:
            return False
        combinations *= min(values, MAX_COMBINATIONS + 1) if combinations <= MAX_COMBINATIONS else 1
    if _aims(program) and combinations > MAX_COMBINATIONS:
        return False
    objective = [Row("", program.objective, None, None)] if program.objective else []
    return all(
        -most <= a <= most for row in [*program.rows, *objective] for a, _ in in_whole_numbers(row.terms, None, None)[0]
    )


def _aims(program: Program) -> bool:
    """Return whether the objective can vary."""
    columns = program.columns
    return any(a and columns[c].low != columns[c].high for a, c in program.objective or ())


def with_best_only(program: Program, values: Sequence[float]) -> Program:
    """Return a program without objective whose solutions are the best ones of ``program``, such as ``values``."""
    result = program.copy()
    if program.objective:
        best = sum(exact(a) * round(values[c]) for a, c in program.objective)
        result.rows.append(Row("best_objective", *in_whole_numbers(program.objective, best, best)))
        result.objective, result.offset = None, 0
    return result


def another(program: Program, name: str) -> str:
    """Return the solver to try if ``name`` took too long or failed on ``program``: the best that is installed, or SCIP."""
    whole = all(kind != CONTINUOUS and low is not None and high is not None for _, low, high, kind in program.columns)
    order = ["highs", *(["cpsat"] if whole else []), "scip", *(["clasp"] if whole else []), "glpk", "cbc"]
    return next((each for each in order if each != name and installed(each)), "scip")
