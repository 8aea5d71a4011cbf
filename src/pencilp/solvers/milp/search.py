"""The search that all MILP solvers share: it finds several answers by excluding each one found.

A solver is a *session*: it gets a program, solves it, takes more columns and rows, and solves again. This search asks
the session for a solution. If the solution breaks rules that were left out (lazily stated rules, and cuts in place of
the compact rows of connectivity and loops), it adds these. Otherwise it checks the solution exactly against the model
and excludes its answer. Cuts hold in every right answer, so they stay for the rest of the search. A solution whose
rounded values are not exactly right is a SolverError, never an answer.

If no row can exclude an answer, because a whole number has no bounds, bounds on that number divide all other solutions
into parts, and each part is searched.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from pencilp.errors import SolverError, Unbounded
from pencilp.model import Constraint, Model
from pencilp.model.variables import Number, exact
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import (
    CONTINUOUS,
    MAX_EXACT_FACTOR,
    MAX_FACTOR,
    TOLERANCE,
    Column,
    Program,
    Row,
    exclusion,
    in_whole_numbers,
    may_miss_solutions,
    with_small_numbers,
)
from pencilp.solvers import prepare
from pencilp.solvers.child import Child, ChildTimedOut
from pencilp.solvers.programs.as_model import model_from_program, not_bounded
from pencilp.solvers.result import GRACE_SECONDS, Ending, Result, collect_result

EXACT_SOLVERS = ("cpsat",)
"""The names of solvers that calculate in whole numbers."""
RELATIVE_SLACK = 1e-3
"""The relative part of ``TOLERANCE`` for a large objective, so that nine of its digits count."""
MAX_SPAN = 10**6
"""A column with more values than this counts as unbounded: solvers keep rows with such numbers only roughly."""


class Session(Protocol):
    """A program given to a solver.

    It may also have a method ``figures()`` that returns the ``nodes`` of all searches and the ``root`` bound of the
    first one.
    """

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Return a status and, if it is OPTIMAL, the columns' values in a best solution.

        For statuses see ``pencilp.program_files.status``. At LIMIT the values are those of the best solution so far, if
        there is one.
        """

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        """Add columns and rows, which may use all columns so far."""

    def close(self, *, reusable: bool) -> None:
        """End the search; ``reusable``: it ended normally."""


class SearchProblem(Protocol):
    """The problem to search: ``Linearised`` or ``BareProgram`` of ``pencilp.reformulate.linear``."""

    @property
    def program(self) -> Program: ...
    @property
    def deciding(self) -> list[int]: ...
    @property
    def values(self) -> set[int]: ...
    def copy(self) -> SearchProblem: ...
    def solution(self, values: Sequence[float]) -> Any: ...
    def broken(self, solution: Any) -> str: ...
    def violated(self, solution: Any) -> list[Constraint]: ...
    def rows_of(self, constraints: Sequence[Constraint]) -> tuple[list[Column], list[Row]]: ...


class ChildSession:
    """A session whose solver is the class ``Engine`` of ``pencilp.solvers.milp.MODULE``, in a child process.

    Calls are sent together with the next search, so that its time limit covers them.
    """

    def __init__(self, module: str, title: str, program: Program, threads: int, *, tells: bool = False) -> None:
        """Prepare the session; with ``tells`` the engine has a method ``figures``."""
        self._names, self._program, self._threads, self._tells = (f"milp.{module}", title), program, threads, tells
        self._searched = False
        self.restart()

    def restart(self) -> None:
        """Give the present program to a child."""
        program = self._program
        self._child = Child.take(*self._names)
        objective = None if program.objective is None else [(float(a), c) for a, c in program.objective]
        self._unsent: list[tuple[Any, ...]] = []
        self.tell(
            "new", _columns(program.columns), _rows(program.rows), objective, program.sense == "maximize", self._threads
        )

    def tell(self, method: str, *arguments: Any) -> None:
        """Call a method of the engine before the next search."""
        self._unsent.append((method, *arguments))

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        deadline = None if seconds is None else time.perf_counter() + seconds
        try:
            while self._unsent:
                self._child.ask(*self._unsent.pop(0), seconds=_left(deadline, GRACE_SECONDS))
            answer: tuple[str, list[float] | None]
            answer = self._child.ask("solve", _left(deadline), seconds=_left(deadline, GRACE_SECONDS))
            self._searched = True
            return answer
        except ChildTimedOut:
            return LIMIT, None

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self.tell("add", _columns(columns), _rows(rows))

    def ask(self, method: str) -> Any:
        """Return the result of a method of the engine, after a search."""
        return self._child.ask(method)

    def figures(self) -> dict[str, float]:
        reported: dict[str, float] = self._child.ask("figures") if self._tells and self._searched else {}
        return reported

    def close(self, *, reusable: bool) -> None:
        if reusable:
            self._child.give_back()
        else:
            self._child.kill()


def _left(deadline: float | None, grace: float = 0.0) -> float | None:
    """Return the seconds until ``grace`` seconds after a deadline."""
    return None if deadline is None else max(0.0, deadline - time.perf_counter()) + grace


def _columns(columns: Sequence[Column]) -> list[tuple[Any, ...]]:
    """Return columns as an engine takes them: (low, high, kind), None for no bound."""
    return [(low, high, kind) for _, low, high, kind in columns]


def _rows(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """Return rows as an engine takes them: (columns, factors, low, high), without empty and free rows."""
    return [
        ([c for _, c in terms], [a for a, _ in terms], low, high)
        for _, terms, low, high, *_ in rows
        if terms and (low is not None or high is not None)
    ]


class Prepared:
    """A search for solutions of a linearised model or a plain program. Every search opens its own sessions."""

    def __init__(self, form: SearchProblem, name: str, open_session: Callable[[Program], Session]) -> None:
        self._form, self._name, self._open_session = form, name, open_session

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result:
        """Look for up to ``count`` answers (0: all) for at most ``time_limit`` seconds."""
        return collect_result(self.answers(count, time_limit))

    def answers(self, count: int = 0, time_limit: float | None = None) -> Generator[Any, None, Ending]:
        """Yield the answers one by one, each found on demand. Return how the search ended."""
        deadline = None if time_limit is None else time.perf_counter() + time_limit
        search = _Search(self._name, self._open_session, count, deadline)
        parts = [Part(self._form, {})]
        while parts:
            if not (yield from search.inside(parts.pop(), parts)):
                return Ending(self._name, complete=False, incumbent=search.incumbent, figures=search.figures)
        return Ending(self._name, complete=True, figures=search.figures)


class Part(NamedTuple):
    """The solutions of ``form`` with other bounds for some columns: (low, high) by column."""

    form: SearchProblem
    bounds: dict[int, tuple[Number | None, Number | None]]


class _Search:
    """A search for up to ``count`` answers (0: all) until a deadline, and its results so far."""

    def __init__(
        self, name: str, open_session: Callable[[Program], Session], count: int, deadline: float | None
    ) -> None:
        self._name, self._open_session, self._count, self._deadline = name, open_session, count, deadline
        self._best: Number | None = None
        self.incumbent: Any = None
        """The best solution so far, if the time ended before one was proved the best."""
        self.figures: dict[str, float] = {}
        """See ``Ending``."""
        self._found: set[tuple[int, ...]] = set()

    def inside(self, part: Part, parts: list[Part]) -> Generator[Any, None, bool]:
        """Yield the answers in a part. Return whether these are all but those of the parts added to ``parts``."""
        own = part.form.copy()
        program = own.program
        small = with_small_numbers(program)
        program.columns, program.rows, program.objective = small.columns, small.rows, small.objective
        for c, (low, high) in part.bounds.items():
            program.columns[c] = program.columns[c]._replace(low=low, high=high)
        self.figures = self.figures or {"rows": len(_rows(program.rows)), "columns": len(program.columns)}
        session = self._open_session(program)
        reusable = False
        try:
            while True:
                left = self._left()
                if left is not None and left <= 0:
                    reusable = True
                    return False
                reusable = False
                status, values = _solve(session, program, left)
                reusable = status != LIMIT
                if status == UNBOUNDED:
                    return self._nothing(program)
                if values is None:
                    return status == INFEASIBLE and self._sure(program)
                if status == LIMIT:
                    self._keep(own, values)
                    return False
                reusable = False
                solution = own.solution(values)
                against = own.violated(solution)
                if against:
                    if all(c.holds(solution) for c in against):
                        raise SolverError(
                            "the constraints of a lazily stated rule, or of a cut, do not exclude the solution that breaks it"
                        )
                    session.add(*own.rows_of(against))
                    reusable = True
                    continue
                if self._best is None or _kept_exactly(program, self._best):
                    beaten = False
                else:
                    # if no row keeps the objective exactly, worse solutions may follow
                    beaten = _worse(program, values, self._best)
                    if _worse(program, values, self._best, TOLERANCE):
                        reusable = True
                        return True
                if not beaten:
                    self._check(own, solution, values)
                    reusable = True
                    yield solution
                    if len(self._found) == self._count:
                        return False
                reusable = False
                rows: list[Row] = []
                if program.objective and self._best is None:
                    self._best = _objective(program, values)
                    rows = [] if _too_rough(program) else _keep_objective(program, self._best)
                apart = _not_excludable(program, own, values)
                if apart:
                    reusable = True
                    parts += _others(own, apart, values)
                    return True
                columns, more = exclusion(program, own.deciding, values, own.values)
                session.add(columns, rows + more)
                reusable = True
        finally:
            try:
                if reusable:
                    self._add_figures(session)
            except SolverError:
                reusable = False  # the child has ended, perhaps because Python ends
            session.close(reusable=reusable)

    def _add_figures(self, session: Session) -> None:
        """Add the figures that a solver reports of its searches in a session."""
        reported: dict[str, float] = getattr(session, "figures", dict)()
        if "nodes" in reported:
            self.figures["nodes"] = self.figures.get("nodes", 0) + reported["nodes"]
        if "root" in reported:
            self.figures.setdefault("root", reported["root"])

    def _keep(self, own: SearchProblem, values: Sequence[float]) -> None:
        """Keep an exactly right solution that may not be the best, unless a best one is known."""
        solution = own.solution(values)
        if self._best is None and not own.violated(solution) and not own.broken(solution):
            self.incumbent = solution

    def _left(self) -> float | None:
        """Return the seconds left."""
        return None if self._deadline is None else self._deadline - time.perf_counter()

    def _check(self, own: SearchProblem, solution: Any, values: Sequence[float]) -> None:
        """Raise SolverError if a solution is wrong, or not new; otherwise count it as found."""
        broken = own.broken(solution)
        if broken:
            raise SolverError(f"{self._name} returned a wrong solution ({broken}); try another --solver")
        # some solvers cannot keep rows with very large numbers
        reported = tuple(round(values[c]) for c in own.deciding)
        if reported in self._found or (self._best is not None and _differs(own.program, values, self._best)):
            raise SolverError(
                f"{self._name} returned {'an answer twice' if reported in self._found else 'an answer that is not the best'}; "
                "try another --solver, or smaller numbers"
            )
        self._found.add(reported)

    def _nothing(self, program: Program) -> bool:
        """Return whether a program is infeasible, whose objective a solver called unbounded.

        Some solvers say this of infeasible programs, too, so it is solved without the objective. Return False if the
        time is over. Raise Unbounded if there is a solution.
        """
        without = program.copy()
        without.objective = None
        session = self._open_session(without)
        status = LIMIT
        try:
            status, _ = _solve(session, without, self._left())
        finally:
            session.close(reusable=status != LIMIT)
        if status in (OPTIMAL, UNBOUNDED):
            raise Unbounded(f"{self._name}: the objective has no bound")
        return status == INFEASIBLE and self._sure(program)

    def _sure(self, program: Program) -> bool:
        """Return whether there is no solution, after a solver found none.

        If the numbers are large, clasp, which calculates exactly, must confirm it. Return False if the time is over.
        Raise SolverError if there is a solution.
        """
        if self._name in EXACT_SOLVERS or not may_miss_solutions(program) or not_bounded(program):
            return True
        without = program.copy()
        without.objective = None
        try:
            result = prepare(model_from_program(without))(count=1, time_limit=self._left())
        except SolverError:
            raise SolverError(
                f"{self._name} cannot prove that there is no {'other ' * bool(self._found)}answer: "
                "the numbers are too large for it; use --solver cpsat, or smaller numbers"
            ) from None
        if result.solutions:
            raise SolverError(f"{self._name} missed an answer; try another --solver, or smaller numbers")
        return result.complete


def _not_excludable(program: Program, own: SearchProblem, values: Sequence[float]) -> list[int]:
    """Return the deciding columns whose bounds are too wide for a row that excludes their values."""
    found = []
    for c in own.deciding:
        _, low, high, _ = program.columns[c]
        v = round(values[c])
        if v not in (low, high) and (low is None or high is None or high - low > MAX_SPAN):
            found.append(c)
    return found


def _others(own: SearchProblem, apart: Sequence[int], values: Sequence[float]) -> Iterator[Part]:
    """Yield parts with all solutions but that with these ``values``; no row can exclude the columns ``apart``.

    For columns x, y, ... with values v, w, ...: x < v; x > v; x = v and y < w; x = v and y > w; ...; and in the last
    part, in which all of these have their values, a row excludes the values of the other columns.
    """
    same: dict[int, tuple[Number | None, Number | None]] = {}
    for c in apart:
        _, low, high, _ = own.program.columns[c]
        v = round(values[c])
        yield Part(own, {**same, c: (low, v - 1)})
        yield Part(own, {**same, c: (v + 1, high)})
        same[c] = (v, v)
    rest = own.copy()
    for c, (low, high) in same.items():
        rest.program.columns[c] = rest.program.columns[c]._replace(low=low, high=high)
    exclusion(rest.program, own.deciding, values, own.values)
    yield Part(rest, {})


def prepared(model: Model, name: str, open_session: Callable[[Program], Session]) -> Prepared:
    """Return a search of ``model`` with a solver, in which cuts state connectivity and loops.

    Raise SolverError if its numbers are too large.
    """
    form = linearise(model, cutting=True)
    if form.too_large:
        raise SolverError(f"{name}: {form.too_large}: the numbers are too large, they must be less than {MAX_FACTOR:,}")
    return Prepared(form, name, open_session)


def _solve(session: Session, program: Program, seconds: float | None) -> tuple[str, list[float] | None]:
    """Return one search; answer trivial programs here, because solvers differ on empty and contradictory rows."""
    for _, terms, low, high, *_ in program.rows:
        if low is not None and high is not None and low > high:
            return INFEASIBLE, None
        if not terms and ((low or 0) > 0 or (high or 0) < 0):
            return INFEASIBLE, None
    return session.solve(seconds) if program.columns else (OPTIMAL, [])


def _objective(program: Program, values: Sequence[Any]) -> Number:
    """Return the value of the objective; it is exact if all its columns are whole numbers."""
    columns = program.columns
    parts = [
        exact(a) * (values[c] if columns[c].kind == CONTINUOUS else round(values[c]))
        for a, c in program.objective or ()
    ]
    return sum(parts, Fraction(0))


def _slack(program: Program, best: Number) -> float:
    """Return by how much an objective may differ from the best: 0 if all its columns are whole numbers."""
    continuous = any(program.columns[c].kind == CONTINUOUS for _, c in program.objective or ())
    return TOLERANCE * max(1.0, RELATIVE_SLACK * abs(float(best))) if continuous else 0


def _differs(program: Program, values: Sequence[Any], best: Number, relative: float = 0) -> bool:
    """Return whether the objective clearly differs from its best value, by more than the share ``relative`` of it."""
    # twice the slack, because a solver keeps the row only up to its own tolerance
    allowed = max(2 * _slack(program, best), relative * abs(float(best)))
    return abs(float(_objective(program, values) - best)) > allowed


def _worse(program: Program, values: Sequence[Any], best: Number, relative: float = 0) -> bool:
    """Return whether the objective is clearly worse than its best value, by more than the share ``relative`` of it."""
    value = _objective(program, values)
    worse = value > best if program.sense == "minimize" else value < best
    return worse and _differs(program, values, best, relative)


def _too_rough(program: Program) -> bool:
    """Return whether floating-point solvers cannot keep an objective of whole numbers by a row."""
    columns = program.columns
    if any(columns[c].kind == CONTINUOUS for _, c in program.objective or ()):
        return False
    return any(
        not -MAX_EXACT_FACTOR < a < MAX_EXACT_FACTOR
        for a, _ in in_whole_numbers(program.objective or [], None, None)[0]
    )


def _kept_exactly(program: Program, best: Number) -> bool:
    """Return whether a row keeps the objective exactly at its best value."""
    return not _slack(program, best) and not _too_rough(program)


def _keep_objective(program: Program, best: Number) -> list[Row]:
    """Append a row to the program that keeps the objective at its best value. Return the row in a list."""
    assert program.objective is not None
    slack = _slack(program, best)
    if slack:
        best = float(best) + (slack if program.sense == "minimize" else -slack)
    sides = (None, best) if program.sense == "minimize" else (best, None)
    row = (program.objective, *sides) if slack else in_whole_numbers(program.objective, *sides)
    program.rows.append(Row("best_objective", *row))
    return program.rows[-1:]
