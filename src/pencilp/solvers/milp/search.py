"""What all MILP solvers share: the search for several answers by excluding each one found.

A solver is a *session*: it is given a program, solves it, takes more columns and rows, solves again. The search here
asks it for a solution, adds what it breaks of the rules that were left out (lazily stated rules, and cuts in place of the
compact rows of connectivity and loops) or checks it exactly against the model, and excludes the answer it means. Cuts
hold in every right answer, so they stay for the rest of the search. A solution that is not exactly right, once its
values are rounded, is a SolverError, never an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from typing import Any, Protocol

from pencilp.errors import SolverError
from pencilp.model import Constraint, Model
from pencilp.model.program import CONTINUOUS, TOLERANCE, Column, Program, Row, exclusion, in_whole_numbers, linearise
from pencilp.model.variables import Number, exact
from pencilp.solvers.child import GRACE, Child, Late
from pencilp.solvers.result import Ending, Result, collected

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
    """A session whose solver is the class ``Engine`` of ``pencilp.solvers.milp.MODULE``, in a child process.

    What it is told is passed on with the next search, so that the time limit of the search holds for that too.
    """

    def __init__(self, module: str, title: str, program: Program, threads: int) -> None:
        self._names, self._program, self._threads = (f"milp.{module}", title), program, threads
        self.restart()

    def restart(self) -> None:
        """Give the program as it is now to a child."""
        program = self._program
        self._child = Child.take(*self._names)
        objective = None if program.objective is None else [(float(a), c) for a, c in program.objective]
        self._untold: list[tuple[Any, ...]] = []
        self.tell(
            "new", _columns(program.columns), _rows(program.rows), objective, program.sense == "maximize", self._threads
        )

    def tell(self, method: str, *arguments: Any) -> None:
        """Call a method of the engine before the next search."""
        self._untold.append((method, *arguments))

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        deadline = None if seconds is None else time.perf_counter() + seconds
        try:
            while self._untold:
                self._child.ask(*self._untold.pop(0), seconds=_left(deadline, GRACE))
            answer: tuple[str, list[float] | None]
            answer = self._child.ask("solve", _left(deadline), seconds=_left(deadline, GRACE))
            return answer
        except Late:
            return LIMIT, None

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self.tell("add", _columns(columns), _rows(rows))

    def close(self, *, reusable: bool) -> None:
        if reusable:
            self._child.give_back()
        else:
            self._child.kill()


def _left(deadline: float | None, grace: float = 0.0) -> float | None:
    """The seconds until some time after a deadline."""
    return None if deadline is None else max(0.0, deadline - time.perf_counter()) + grace


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


class Prepared:
    """A linearised model, or a plain program, with a solver: called, it searches. Every search opens a session of its own."""

    def __init__(self, form: Form, name: str, open_session: Callable[[Program], Session]) -> None:
        self._form, self._name, self._open_session = form, name, open_session

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result:
        """Look for up to ``count`` answers (0: all) for at most ``time_limit`` seconds."""
        return collected(self.answers(count, time_limit))

    def answers(self, count: int = 0, time_limit: float | None = None) -> Generator[Any, None, Ending]:
        """The answers one by one, each searched for when it is asked for; returns how the search ended."""
        deadline = None if time_limit is None else time.perf_counter() + time_limit
        own, name = self._form.copy(), self._name
        program = own.program
        session = self._open_session(program)
        reusable = False
        best: Number | None = None
        found: set[tuple[int, ...]] = set()
        try:
            while True:
                left = None if deadline is None else deadline - time.perf_counter()
                if left is not None and left <= 0:
                    reusable = True
                    return Ending(name, complete=False)
                status, values = _solve(session, program, left)
                reusable = status != LIMIT
                if status == LIMIT or values is None:
                    if status == UNBOUNDED:
                        raise SolverError(f"{name}: the objective has no bound")
                    return Ending(name, status == INFEASIBLE)
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
                    # rows with very large numbers are more than some solvers can keep
                    told = tuple(round(values[c]) for c in own.deciding)
                    if told in found or (best is not None and _worse(program, values, best)):
                        raise SolverError(
                            f"{name} returned {'an answer twice' if told in found else 'an answer that is not the best'}; "
                            "try another --solver, or smaller numbers"
                        )
                    reusable = True
                    yield solution
                    if len(found) + 1 == count:
                        return Ending(name, complete=False)
                    reusable = False
                    if program.objective and best is None:
                        best = _objective(program, values)
                        rows += _keep_objective(program, best)
                    found.add(told)
                    columns, more = exclusion(program, own.deciding, values, own.values)
                    rows += more
                session.add(columns, rows)
                reusable = True
        finally:
            session.close(reusable=reusable)


def prepared(model: Model, name: str, open_session: Callable[[Program], Session]) -> Prepared:
    """``model`` with a solver: connectivity and loops by cuts."""
    return Prepared(linearise(model, cutting=True), name, open_session)


def _solve(session: Session, program: Program, seconds: float | None) -> tuple[str, list[float] | None]:
    """One search, without the solver where it is plain: solvers differ on empty and contradictory rows."""
    for _, terms, low, high, *_ in program.rows:
        if low is not None and high is not None and low > high:
            return INFEASIBLE, None
        if not terms and ((low or 0) > 0 or (high or 0) < 0):
            return INFEASIBLE, None
    return session.solve(seconds) if program.columns else (OPTIMAL, [])


def _objective(program: Program, values: Sequence[Any]) -> Number:
    """The value of the objective, exact where it is one of whole numbers."""
    columns = program.columns
    parts = [
        exact(a) * (values[c] if columns[c].kind == CONTINUOUS else round(values[c]))
        for a, c in program.objective or ()
    ]
    return sum(parts, Fraction(0))


def _slack(program: Program, best: Number) -> float:
    """By how much an objective may differ from the best: nothing, where it is one of whole numbers."""
    continuous = any(program.columns[c].kind == CONTINUOUS for _, c in program.objective or ())
    return TOLERANCE * max(1.0, abs(float(best))) if continuous else 0


def _worse(program: Program, values: Sequence[Any], best: Number) -> bool:
    """Whether the objective is clearly worse than its best value."""
    worse = _objective(program, values) - best
    # twice: a solver keeps the row up to a tolerance of its own
    return (worse if program.sense == "minimize" else -worse) > 2 * _slack(program, best)


def _keep_objective(program: Program, best: Number) -> list[Row]:
    """A row that keeps the objective at its best value; appended to the program and returned."""
    assert program.objective is not None
    slack = _slack(program, best)
    if slack:
        best = float(best) + (slack if program.sense == "minimize" else -slack)
    sides = (None, best) if program.sense == "minimize" else (best, None)
    row = (program.objective, *sides) if slack else in_whole_numbers(program.objective, *sides)
    program.rows.append(Row("best_objective", *row))
    return program.rows[-1:]
