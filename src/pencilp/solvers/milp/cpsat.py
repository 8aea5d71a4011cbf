"""CP-SAT of OR-Tools, on plain rows with whole numbers, in a child process."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

from pencilp.errors import SolverError
from pencilp.model import Model
from pencilp.model.variables import exact
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL
from pencilp.reformulate.linear.program import CONTINUOUS, Column, Program
from pencilp.solvers.installed import TITLES, require
from pencilp.solvers.milp.search import ChildSession, Prepared, prepared

NAME = "cpsat"
TITLE = TITLES[NAME]
MAX_NUMBER = 2**62
"""The greatest number that is given to CP-SAT, which calculates with 64 bits."""


def prepare(model: Model, *, threads: int = 1, command: str = "") -> Prepared:
    """State ``model`` to CP-SAT; see ``pencilp.solvers.prepare``."""
    return prepared(model, NAME, lambda program: session(program, threads))


def session(program: Program, threads: int = 1) -> ChildSession:
    """Return a session with a plain program.

    Raise SolverError if CP-SAT is not installed, or if a column is continuous or has no bounds.
    """
    require(NAME)
    for column in program.columns:
        _refuse(column)
    return ChildSession(NAME, TITLE, program, threads)


def _refuse(column: Column) -> None:
    what = f"has {column.missing}" if column.missing else ""
    if column.kind == CONTINUOUS:
        what = "is continuous"
    if what:
        raise SolverError(f"{column.name} {what}: CP-SAT takes bounded whole numbers only; use --solver highs")


class Engine:
    """The CP-SAT engine in the child; see ``pencilp.solvers.milp.search.Session``."""

    def __init__(
        self,
        columns: Sequence[tuple[Any, ...]],
        rows: Sequence[tuple[Any, ...]],
        objective: Sequence[tuple[float, int]] | None,
        maximise: bool,
        threads: int,
    ) -> None:
        from ortools.sat.python import cp_model

        self._cp: Any = cp_model
        self._model = cp_model.CpModel()
        self._columns: list[Any] = []
        self._binary: list[bool] = []
        self._threads = threads
        self.add(columns, rows)
        if objective:
            scale = lcm(*(exact(a).denominator for a, _ in objective))
            expression = cp_model.LinearExpr.weighted_sum(
                [self._columns[c] for _, c in objective], [int(exact(a) * scale) for a, _ in objective]
            )
            (self._model.maximize if maximise else self._model.minimize)(expression)

    def add(self, columns: Sequence[tuple[Any, ...]], rows: Sequence[tuple[Any, ...]]) -> None:
        """Add columns and rows."""
        model, mine = self._model, self._columns
        for low, high, _ in columns:
            self._binary.append((low, high) == (0, 1))
            new = model.new_bool_var("") if self._binary[-1] else model.new_int_var(-int(-low // 1), int(high // 1), "")
            mine.append(new)
        for cs, factors, low, high in rows:
            self._row(cs, factors, low, high)

    def _row(self, cs: Sequence[int], factors: Sequence[Any], low: Any, high: Any) -> None:
        model = self._model
        # CP-SAT has constraints of their own for "at least one", "at most one" and "exactly one" of some literals
        if all(self._binary[c] for c in cs) and all(a in (1, -1) for a in factors):
            negative = sum(a < 0 for a in factors)
            literals = [self._columns[c] if a > 0 else ~self._columns[c] for a, c in zip(factors, cs, strict=True)]
            if low == 1 - negative and high is None:
                model.add_bool_or(literals)
                return
            if high == 1 - negative and low in (high, None):
                (model.add_at_most_one if low is None else model.add_exactly_one)(literals)
                return
        scale = lcm(*(exact(n or 0).denominator for n in (*factors, low, high)))
        weights = [int(exact(a) * scale) for a in factors]
        low = -MAX_NUMBER if low is None else int(exact(low) * scale)
        high = MAX_NUMBER if high is None else int(exact(high) * scale)
        if max(map(abs, (*weights, low, high))) > MAX_NUMBER:
            raise SolverError("the numbers are too large for CP-SAT's 64 bits; use --solver highs")
        expression = self._cp.LinearExpr.weighted_sum([self._columns[c] for c in cs], weights)
        model.add_linear_constraint(expression, low, high)

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Search for a best solution."""
        cp = self._cp
        solver = cp.CpSolver()
        solver.parameters.num_workers = self._threads
        if seconds is not None:
            solver.parameters.max_time_in_seconds = max(seconds, 0.0)
        found = solver.solve(self._model)
        if found in (cp.OPTIMAL, cp.FEASIBLE):
            return OPTIMAL if found == cp.OPTIMAL else LIMIT, [float(solver.value(x)) for x in self._columns]
        if found == cp.INFEASIBLE:
            return INFEASIBLE, None
        if found == cp.UNKNOWN:
            return LIMIT, None
        raise SolverError(f"CP-SAT stopped with {solver.status_name(found)}: {self._model.validate()[:200]}")
