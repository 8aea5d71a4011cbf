"""GLPK, through swiglpk, in a child process because GLPK may abort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.errors import SolverError
from pencilp.model import Model
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.reformulate.linear.program import CONTINUOUS, Program
from pencilp.solvers.installed import TITLES, require
from pencilp.solvers.milp.search import ChildSession, Prepared, prepared

NAME = "glpk"
TITLE = TITLES[NAME]
DEATHS = (6, 11)
"""The signals of an abort and of a wrong access to memory."""


def prepare(model: Model, *, threads: int = 1, command: str = "") -> Prepared:
    """State ``model`` to GLPK; see ``pencilp.solvers.prepare``. GLPK searches with one thread."""
    return prepared(model, NAME, lambda program: session(program, threads))


def session(program: Program, threads: int = 1) -> ChildSession:
    """Return a session with a plain program. Raise SolverMissing if GLPK is not installed."""
    require(NAME)
    return GlpkSession(NAME, TITLE, program, threads)


class GlpkSession(ChildSession):
    """A session that restarts without GLPK's presolver if GLPK crashes.

    GLPK 5.0 aborts if presolving leaves rows but no columns: it asks for 0 new columns, and its own check refuses that.
    Its message may be lost, so every abort (signal 6) and every wrong access to memory (signal 11) counts. A second
    crash is an error.
    """

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        try:
            return super().solve(seconds)
        except SolverError as error:
            if not any(f"(signal {number})" in str(error) for number in DEATHS):
                raise
        self.restart()
        self.tell("without_presolver")
        return super().solve(seconds)


class Engine:
    """The GLPK engine in the child; see ``pencilp.solvers.milp.search.Session``."""

    def __init__(
        self,
        columns: Sequence[tuple[Any, ...]],
        rows: Sequence[tuple[Any, ...]],
        objective: Sequence[tuple[float, int]] | None,
        maximise: bool,
        threads: int,
    ) -> None:
        import swiglpk

        self._glpk: Any = swiglpk
        swiglpk.glp_term_out(swiglpk.GLP_OFF)
        self._problem = p = swiglpk.glp_create_prob()
        self._presolver = True
        self.add(columns, rows)
        swiglpk.glp_set_obj_dir(p, swiglpk.GLP_MAX if maximise else swiglpk.GLP_MIN)
        for factor, column in objective or ():
            swiglpk.glp_set_obj_coef(p, column + 1, factor)

    def __del__(self) -> None:
        self._glpk.glp_delete_prob(self._problem)

    def add(self, columns: Sequence[tuple[Any, ...]], rows: Sequence[tuple[Any, ...]]) -> None:
        """Add columns and rows."""
        g, p = self._glpk, self._problem
        if columns:
            first = g.glp_add_cols(p, len(columns))
            for j, (low, high, kind) in enumerate(columns, first):
                if kind != CONTINUOUS:
                    g.glp_set_col_kind(p, j, g.GLP_IV)
                g.glp_set_col_bnds(p, j, self._bounds(low, high), float(low or 0), float(high or 0))
        if rows:
            first = g.glp_add_rows(p, len(rows))
            for i, (cs, factors, low, high) in enumerate(rows, first):
                g.glp_set_row_bnds(p, i, self._bounds(low, high), float(low or 0), float(high or 0))
                indices, values = g.intArray(len(cs) + 1), g.doubleArray(len(cs) + 1)
                for k, (c, a) in enumerate(zip(cs, factors, strict=True), 1):
                    indices[k], values[k] = c + 1, float(a)
                g.glp_set_mat_row(p, i, len(cs), indices, values)

    def _bounds(self, low: float | None, high: float | None) -> int:
        g = self._glpk
        if low is None:
            return int(g.GLP_FR if high is None else g.GLP_UP)
        if high is None:
            return int(g.GLP_LO)
        return int(g.GLP_FX if low == high else g.GLP_DB)

    def without_presolver(self) -> None:
        """Search without presolving from now on."""
        self._presolver = False

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Search for a best solution."""
        g, p = self._glpk, self._problem
        status = optimise(g, p, seconds, presolver=self._presolver)
        if status != OPTIMAL and not (status == LIMIT and g.glp_mip_status(p) == g.GLP_FEAS):
            return status, None
        return status, [g.glp_mip_col_val(p, j) for j in range(1, g.glp_get_num_cols(p) + 1)]


def optimise(g: Any, problem: Any, seconds: float | None, *, presolver: bool = True) -> str:
    """Run GLPK's branch and cut on a problem object. Return a status of ``pencilp.program_files.status``."""
    parameters = g.glp_iocp()
    g.glp_init_iocp(parameters)
    parameters.gmi_cuts = parameters.mir_cuts = parameters.cov_cuts = parameters.clq_cuts = g.GLP_ON
    parameters.msg_lev = g.GLP_MSG_OFF
    if presolver:
        parameters.presolve = g.GLP_ON
    else:
        # without presolving the search needs a solved relaxation
        relaxation = g.glp_smcp()
        g.glp_init_smcp(relaxation)
        relaxation.msg_lev = g.GLP_MSG_OFF
        g.glp_adv_basis(problem, 0)
        code = g.glp_simplex(problem, relaxation)
        if code:
            raise SolverError(f"GLPK stopped with error code {code} on the relaxation")
        if g.glp_get_status(problem) == g.GLP_NOFEAS:
            return INFEASIBLE
        if g.glp_get_status(problem) == g.GLP_UNBND:
            return UNBOUNDED
    if seconds is not None:
        parameters.tm_lim = min(int(seconds * 1000) + 1, 2**31 - 1)
    code = g.glp_intopt(problem, parameters)
    if code == g.GLP_ENOPFS:
        return INFEASIBLE
    if code == g.GLP_ENODFS:
        return UNBOUNDED
    if code == g.GLP_ETMLIM:
        return LIMIT
    if code:
        raise SolverError(f"GLPK stopped with error code {code}")
    status = g.glp_mip_status(problem)
    return OPTIMAL if status == g.GLP_OPT else INFEASIBLE if status == g.GLP_NOFEAS else LIMIT
