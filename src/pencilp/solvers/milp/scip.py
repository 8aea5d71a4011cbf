"""SCIP, through PySCIPOpt in a child process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.errors import SolverError
from pencilp.model import Model
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.reformulate.linear.program import CONTINUOUS, Program
from pencilp.solvers.installed import TITLES, require
from pencilp.solvers.milp.search import ChildSession, Prepared, prepared

NAME = "scip"
TITLE = TITLES[NAME]


def prepare(model: Model, *, threads: int = 1, command: str = "") -> Prepared:
    """State ``model`` to SCIP; see ``pencilp.solvers.prepare``. SCIP searches with one thread."""
    return prepared(model, NAME, lambda program: session(program, threads))


def session(program: Program, threads: int = 1) -> ChildSession:
    """Return a session with a plain program. Raise SolverMissing if SCIP is not installed."""
    require(NAME)
    return ChildSession(NAME, TITLE, program, threads, tells=True)


class Engine:
    """The SCIP engine in the child; see ``pencilp.solvers.milp.search.Session``."""

    def __init__(
        self,
        columns: Sequence[tuple[Any, ...]],
        rows: Sequence[tuple[Any, ...]],
        objective: Sequence[tuple[float, int]] | None,
        maximise: bool,
        threads: int,
    ) -> None:
        from pyscipopt import ExprCons, Model, quicksum

        self._constraint, self._sum = ExprCons, quicksum
        self._scip = scip = Model()
        scip.hideOutput()
        scip.setParam("misc/catchctrlc", False)
        # if SCIP 10.0 turns rows such as "a loop has two edges at each of its nodes" into parities, it finds some
        # feasible programs infeasible
        scip.setParam("constraints/linear/upgrade/xor", False)
        self._columns: list[Any] = []
        self._figures: dict[str, float] = {}
        self.add(columns, rows)
        if objective:
            scip.setObjective(
                quicksum(a * self._columns[c] for a, c in objective), "maximize" if maximise else "minimize"
            )

    def add(self, columns: Sequence[tuple[Any, ...]], rows: Sequence[tuple[Any, ...]]) -> None:
        """Add columns and rows."""
        scip, mine = self._scip, self._columns
        scip.freeTransform()
        for low, high, kind in columns:
            kind = "C" if kind == CONTINUOUS else "B" if (low, high) == (0, 1) else "I"
            mine.append(scip.addVar(vtype=kind, lb=low, ub=high))
        for cs, factors, low, high in rows:
            expression = self._sum(a * mine[c] for a, c in zip(factors, cs, strict=True))
            scip.addCons(
                self._constraint(expression, None if low is None else float(low), None if high is None else float(high))
            )

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Search for a best solution."""
        scip = self._scip
        scip.setParam("limits/time", 1e20 if seconds is None else max(seconds, 0.0))
        scip.optimize()
        found = scip.getStatus()
        root = scip.getDualboundRoot()
        if not self._figures and abs(root) < scip.infinity():
            self._figures["root"] = root
        self._figures["nodes"] = self._figures.get("nodes", 0) + scip.getNTotalNodes()
        if found == "optimal":
            return OPTIMAL, self._values()
        if found == "infeasible":
            return INFEASIBLE, None
        if found in ("unbounded", "inforunbd"):
            return UNBOUNDED, None
        if found in ("timelimit", "userinterrupt", "memlimit"):
            return LIMIT, self._values() if scip.getNSols() else None
        raise SolverError(f"SCIP stopped with {found!r}")

    def figures(self) -> dict[str, float]:
        """Return the nodes of all searches, and the root bound of the first one if there was one."""
        return self._figures

    def _values(self) -> list[float]:
        """Return the columns' values in the best solution."""
        best = self._scip.getBestSol()
        return [self._scip.getSolVal(best, x) for x in self._columns]
