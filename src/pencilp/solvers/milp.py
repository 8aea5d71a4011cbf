"""What all MILP solvers share: the search for several answers by excluding each one found.

A solver is a *session*: it is given a program, solves it, takes more columns and rows, solves again. The search here
asks it for a solution, adds what it breaks of the rules that were left out (lazily stated rules, and cuts in place of the
compact rows of connectivity and loops) or checks it exactly against the model, and excludes the answer it means. Cuts
hold in every right answer, so they stay for the rest of the search. A solution that is not exactly right, once its
values are rounded, is a SolverError, never an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pencilp.errors import SolverError
from pencilp.model import Constraint, Model
from pencilp.model.program import CONTINUOUS, TOLERANCE, Column, Program, Row, exclusion, in_whole_numbers, linearise
from pencilp.model.variables import exact
from pencilp.solvers.child import Child
from pencilp.solvers.result import Result

OPTIMAL, INFEASIBLE, UNBOUNDED, LIMIT = "optimal", "infeasible", "unbounded", "limit"
"""What a session may report: a (best) solution, the proof that there is none, that the objective has no bound, or that
the time is over."""


class Session(Protocol):
    """A program given to a solver."""

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Look for a best solution: one of the words above, and the columns' values when it is "optimal"."""

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        """More columns and rows, which may speak of all columns so far."""

    def close(self, *, reusable: bool) -> None:
        """The search is over; ``reusable`` says that it ended in order."""


class Form(Protocol):
    """What is searched: ``Linearised`` or ``Plain`` of ``pencilp.model.program``."""

    @property
    def program(self) -> Program: ...
    @property
    def deciding(self) -> list[int]: ...
    @property
    def values(self) -> set[int]: ...
    def copy(self) -> Form: ...
    def solution(self, values: Sequence[float]) -> Any: ...
    def broken(self, solution: Any) -> str: ...
    def violated(self, solution: Any) -> list[Constraint]: ...
    def rows_of(self, constraints: Sequence[Constraint]) -> tuple[list[Column], list[Row]]: ...


class ChildSession:
    """A session whose solver is the class ``Engine`` of ``pencilp.solvers.MODULE``, in a child process."""

    def __init__(self, module: str, title: str, program: Program, threads: int) -> None:
        self._names, self._program, self._threads = (module, title), program, threads
        self.restart()

    def restart(self) -> None:
        """Give the program as it is now to a child."""
        program = self._program
        self._child = Child.take(*self._names)
        objective = None if program.objective is None else [(float(a), c) for a, c in program.objective]
        self._child.ask(
            "new", _columns(program.columns), _rows(program.rows), objective, program.sense == "maximize", self._threads
        )

    def tell(self, method: str) -> None:
        """Call a method of the engine."""
        self._child.ask(method)

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        answer: tuple[str, list[float] | None] | None = self._child.ask("solve", seconds, seconds=seconds)
        return answer or (LIMIT, None)

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self._child.ask("add", _columns(columns), _rows(rows))

    def close(self, *, reusable: bool) -> None:
        if reusable:
            self._child.give_back()
        else:
            self._child.kill()


def _columns(columns: Sequence[Column]) -> list[tuple[Any, ...]]:
    """Columns as an engine takes them: (low, high, kind), None for no bound."""
    return [(low, high, kind) for _, low, high, kind in columns]


def _rows(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """Rows as an engine takes them: (columns, factors, low, high), without those that say nothing."""
    return [
        ([c for _, c in terms], [a for a, _ in terms], low, high)
        for _, terms, low, high, *_ in rows
        if terms and (low is not None or high is not None)
    ]


def prepared(model: Model, name: str, open_session: Callable[[Program], Session]) -> Callable[..., Result]:
    """The function that searches ``model`` with a solver; every call opens a session of its own."""
    form = linearise(model, cutting=True)

    def run(count: int = 2, time_limit: float | None = None) -> Result:
        return search(form, name, open_session, count, time_limit)

    return run


def search(
    form: Form,
    name: str,
    open_session: Callable[[Program], Session],
    count: int,
    time_limit: float | None,
) -> Result:
    """Look for up to ``count`` answers (0: all) of a linearised model or a plain program for at most ``time_limit`` seconds."""
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    own = form.copy()
    program = own.program
    solutions: list[Any] = []
    session = open_session(program)
    reusable = False
    try:
        while True:
            left = None if deadline is None else deadline - time.perf_counter()
            if left is not None and left <= 0:
                reusable = True
                return Result(name, solutions, False)
            status, values = _solve(session, program, left)
            reusable = status != LIMIT
            if status == LIMIT or values is None:
                if status == UNBOUNDED:
                    raise SolverError(f"{name}: the objective has no bound")
                return Result(name, solutions, status == INFEASIBLE)
            reusable = False
            solution = own.solution(values)
            columns: list[Column] = []
            rows: list[Row] = []
            against = own.violated(solution)
            if against:
                if all(c.holds(solution) for c in against):
                    raise SolverError(
                        "a lazily stated rule, or a cut, gave constraints that do not exclude what it refuses"
                    )
                columns, rows = own.rows_of(against)
            else:
                broken = own.broken(solution)
                if broken:
                    raise SolverError(f"{name} returned a wrong solution ({broken}); try another --solver")
                solutions.append(solution)
                if len(solutions) == count:
                    reusable = True
                    return Result(name, solutions, False)
                if len(solutions) == 1:
                    rows += _keep_objective(program, values)
                columns, more = exclusion(program, own.deciding, values, own.values)
                rows += more
            session.add(columns, rows)
            reusable = True
    finally:
        session.close(reusable=reusable)


def _solve(session: Session, program: Program, seconds: float | None) -> tuple[str, list[float] | None]:
    """One search, without the solver where it is plain: solvers differ on empty and contradictory rows."""
    for _, terms, low, high, *_ in program.rows:
        if low is not None and high is not None and low > high:
            return INFEASIBLE, None
        if not terms and ((low or 0) > 0 or (high or 0) < 0):
            return INFEASIBLE, None
    return session.solve(seconds) if program.columns else (OPTIMAL, [])


def _keep_objective(program: Program, values: Sequence[Any]) -> list[Row]:
    """A row that keeps the objective at its best value; appended to the program and returned."""
    if not program.objective:
        return []
    best = sum(
        exact(a) * (values[c] if program.columns[c].kind == CONTINUOUS else round(values[c]))
        for a, c in program.objective
    )
    minimizing = program.sense == "minimize"
    if any(program.columns[c].kind == CONTINUOUS for _, c in program.objective):
        slack = TOLERANCE * max(1.0, abs(float(best)))
        sides = (None, float(best) + slack) if minimizing else (float(best) - slack, None)
        program.rows.append(Row("best_objective", program.objective, *sides))
    else:
        sides = (None, best) if minimizing else (best, None)
        program.rows.append(Row("best_objective", *in_whole_numbers(program.objective, *sides)))
    return program.rows[-1:]
