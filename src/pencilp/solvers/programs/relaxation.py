"""The LP relaxation of a program: its bound, values, duals and reduced costs, by HiGHS.

Whole numbers may take fractions between their bounds; nothing else changes. The signs are those of a rate of change,
whether the objective is minimised or maximised. A dual is the change of the bound for each unit by which the side of
its row is raised; a reduced cost is the same for the bound at which its column is. So for an objective c, rows A and
offset k

    c[j] = sum of A[i][j] * dual[i] over the rows + reduced cost[j]
    bound = k + sum of side[i] * dual[i] over the rows + sum of bound[j] * reduced cost[j] over the columns

When minimised, a row at its lower side has a dual >= 0 and one at its upper side a dual <= 0; when maximised it is the other way
round. A row or column between its sides has 0.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.reformulate.linear.program import CONTINUOUS, TOLERANCE, Program
from pencilp.solvers.installed import require
from pencilp.solvers.milp.search import ChildSession


class Relaxation:
    """The outcome of ``relax``.

    ``status`` is "optimal", "infeasible" (then the program has no solution either), "unbounded" (the objective has no
    bound in the relaxation) or "unknown" (the time limit came first). With "optimal", ``bound`` is the best value of
    the objective: no solution of the program has a better one (0 if there is no objective). ``values`` and
    ``reduced_costs`` are by column name, ``activities`` (the values of the rows' sums) and ``duals`` by row name; the
    second of two equal names gets ``#2``. ``whole``: all whole numbers have whole values, so that the bound is the best
    value. ``seconds`` is the time taken.
    """

    __slots__ = ("activities", "bound", "duals", "reduced_costs", "seconds", "status", "values", "whole")

    def __init__(self, status: str) -> None:
        self.status = status
        self.bound: float | None = None
        self.values: dict[str, float] = {}
        self.reduced_costs: dict[str, float] = {}
        self.activities: dict[str, float] = {}
        self.duals: dict[str, float] = {}
        self.whole = False
        self.seconds = 0.0

    def __repr__(self) -> str:
        return f"<Relaxation {self.status}: bound {self.bound}, in {self.seconds:.3f} s>"


def relax(program: Program, time_limit: float | None = None) -> Relaxation:
    """Return the LP relaxation of ``program``, solved for at most ``time_limit`` seconds.

    Raise SolverError if HiGHS is not installed or fails.
    """
    start = time.perf_counter()
    result = _solved(program, time_limit)
    result.seconds = time.perf_counter() - start
    return result


def _solved(program: Program, time_limit: float | None) -> Relaxation:
    columns, rows = program.columns, [row for row in program.rows if not row.low is row.high is None]
    for _, terms, low, high, *_ in rows:
        # solvers differ on such rows
        if (low is not None and high is not None and low > high) or (not terms and ((low or 0) > 0 or (high or 0) < 0)):
            return Relaxation("infeasible")
    if any(low is not None and high is not None and low > high for _, low, high, _ in columns):
        return Relaxation("infeasible")
    held = [row for row in rows if row.terms]
    if columns:
        end = None if time_limit is None else time.perf_counter() + time_limit
        relaxed = program.copy()
        relaxed.columns = [column._replace(kind=CONTINUOUS) for column in columns]
        relaxed.rows = held
        status, found = _solve_lp(relaxed, time_limit)
        if status == UNBOUNDED and program.objective:
            # HiGHS also says this of some infeasible programs
            relaxed.objective = None
            left = None if end is None else max(0.0, end - time.perf_counter())
            feasible, _ = _solve_lp(relaxed, left)
            status = UNBOUNDED if feasible == OPTIMAL else feasible
    else:
        status, found = OPTIMAL, ([], [], [], [])
    if status != OPTIMAL:
        return Relaxation({INFEASIBLE: "infeasible", UNBOUNDED: "unbounded", LIMIT: "unknown"}[status])
    values, costs, activities, duals = ([x + 0.0 for x in numbers] for numbers in found)
    result = Relaxation("optimal")
    names, row_names = _distinct(column.name for column in columns), _distinct(row.name for row in held)
    result.values = dict(zip(names, values, strict=True))
    result.reduced_costs = dict(zip(names, costs, strict=True))
    result.activities = dict(zip(row_names, activities, strict=True))
    result.duals = dict(zip(row_names, duals, strict=True))
    result.bound = float(program.offset) + sum(float(a) * values[c] for a, c in program.objective or ())
    result.whole = all(
        abs(value - round(value)) <= TOLERANCE
        for value, column in zip(values, columns, strict=True)
        if column.kind != CONTINUOUS
    )
    return result


def _solve_lp(program: Program, seconds: float | None) -> tuple[str, Any]:
    """Return HiGHS's status for a program without whole numbers, and if it is solved the lists of ``Engine.duals``."""
    require("highs")
    session = ChildSession("highs", "HiGHS", program, 1)
    status = LIMIT
    try:
        status, _ = session.solve(seconds)
        return status, session.ask("duals") if status == OPTIMAL else None
    finally:
        session.close(reusable=status != LIMIT)


def _distinct(names: Iterable[str]) -> list[str]:
    """Return the names; a repeated name gets its number."""
    counts: dict[str, int] = {}
    result = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        result.append(name if counts[name] == 1 else f"{name}#{counts[name]}")
    return result
