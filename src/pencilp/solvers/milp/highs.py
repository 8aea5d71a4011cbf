"""HiGHS, the embedded MILP solver, through highspy in a child process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.errors import SolverError
from pencilp.model import Model
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.reformulate.linear.program import CONTINUOUS, Program
from pencilp.solvers.installed import TITLES, require
from pencilp.solvers.milp.search import ChildSession, Prepared, prepared

NAME = "highs"
TITLE = TITLES[NAME]


def prepare(model: Model, *, threads: int = 1, command: str = "") -> Prepared:
    """State ``model`` to HiGHS; see ``pencilp.solvers.prepare``."""
    return prepared(model, NAME, lambda program: session(program, threads))


def session(program: Program, threads: int = 1) -> ChildSession:
    """Return a session with a plain program. Raise SolverMissing if HiGHS is not installed."""
    require(NAME)
    return ChildSession(NAME, TITLE, program, threads, tells=True)


class Engine:
    """The HiGHS engine in the child; see ``pencilp.solvers.milp.search.Session``."""

    def __init__(
        self,
        columns: Sequence[tuple[Any, ...]],
        rows: Sequence[tuple[Any, ...]],
        objective: Sequence[tuple[float, int]] | None,
        maximise: bool,
        threads: int,
    ) -> None:
        import highspy

        self._highspy: Any = highspy
        # the scheduler's threads are made once; an engine with another number of threads would not run
        highspy.Highs.resetGlobalScheduler(True)
        self._highs = h = self._highspy.Highs()
        h.setOptionValue("output_flag", False)
        h.setOptionValue("threads", threads)
        h.setOptionValue("mip_rel_gap", 0.0)
        h.setOptionValue("mip_abs_gap", 1e-6)
        h.setOptionValue("mip_feasibility_tolerance", 1e-7)
        self._size = 0
        self._figures: dict[str, float] = {}
        self.add(columns, rows)
        for factor, column in objective or ():
            h.changeColCost(column, factor)
        if maximise:
            h.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def add(self, columns: Sequence[tuple[Any, ...]], rows: Sequence[tuple[Any, ...]]) -> None:
        """Add columns and rows."""
        h, inf = self._highs, self._highspy.kHighsInf
        whole = self._highspy.HighsVarType.kInteger
        for low, high, kind in columns:
            h.addVar(-inf if low is None else low, inf if high is None else high)
            if kind != CONTINUOUS:
                h.changeColIntegrality(self._size, whole)
            self._size += 1
        if rows:
            starts: list[int] = []
            indices: list[int] = []
            factors: list[float] = []
            for cs, values, _, _ in rows:
                starts.append(len(indices))
                indices += cs
                factors += map(float, values)
            h.addRows(
                len(rows),
                [-inf if low is None else float(low) for _, _, low, _ in rows],
                [inf if high is None else float(high) for _, _, _, high in rows],
                len(indices),
                starts,
                indices,
                factors,
            )

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Search for a best solution."""
        h, status = self._highs, self._highspy.HighsModelStatus
        h.setOptionValue("time_limit", self._highspy.kHighsInf if seconds is None else h.getRunTime() + seconds)
        h.run()
        found = h.getModelStatus()
        self._count(h.getInfo())
        if found == status.kOptimal:
            return OPTIMAL, list(h.getSolution().col_value)
        if found == status.kInfeasible:
            return INFEASIBLE, None
        if found in (status.kUnbounded, status.kUnboundedOrInfeasible):
            return UNBOUNDED, None
        if found in (status.kTimeLimit, status.kInterrupt):
            feasible = h.getInfo().primal_solution_status == self._highspy.SolutionStatus.kSolutionStatusFeasible
            return LIMIT, list(h.getSolution().col_value) if feasible else None
        raise SolverError(f"HiGHS stopped with {h.modelStatusToString(found)!r}")

    def _count(self, info: Any) -> None:
        """Add the figures of a search. HiGHS reports its final bound, which is the root's if there was no branching."""
        nodes = max(0, info.mip_node_count)
        if not self._figures and nodes <= 1 and abs(info.mip_dual_bound) < self._highspy.kHighsInf:
            self._figures["root"] = info.mip_dual_bound
        self._figures["nodes"] = self._figures.get("nodes", 0) + nodes

    def duals(self) -> tuple[list[float], list[float], list[float], list[float]]:
        """Return the columns' values and reduced costs and the rows' activities and duals of a solved LP."""
        found = self._highs.getSolution()
        return list(found.col_value), list(found.col_dual), list(found.row_value), list(found.row_dual)

    def figures(self) -> dict[str, float]:
        """Return the nodes of all searches, and the root bound of the first one if it is known."""
        return self._figures
