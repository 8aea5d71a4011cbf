"""Finds an irreducible infeasible set: rows and bounds that contradict each other, none of which can be left out.

This is a deletion filter. It leaves out rows, later bounds, first many at a time, then one by one. A row or bound that
the contradiction does not need stays out. Whole numbers stay whole. If all columns are bounded whole numbers, clasp states
each row with a guard once and names the rows in a contradiction. Every other question is a program of its own, for a
solver that takes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import ceil, floor, inf
from typing import Any, NamedTuple

from pencilp._util.timeout import TimeLimitReached
from pencilp.errors import SolverError
from pencilp.model.variables import Number
from pencilp.program_files.write import number_as_text, row_as_text
from pencilp.reformulate.linear.program import CONTINUOUS, Program, Row
from pencilp.solvers.programs.as_model import model_from_program, not_bounded
from pencilp.solvers.programs.solve import program_solutions

QUESTION_SECONDS = 5.0
"""The least time limit for the question whether a row or bound is needed. Without bounds a solver may search for
ever."""
QUESTION_FACTOR = 10
"""The time limit of a question, relative to the time of the first proof that there is no solution."""
GUARDED_SECONDS = 1.0
"""The least time limit for a question to clasp with guards. After that, programs are stated anew."""

_Part = tuple[list[int], list[tuple[int, bool]]]
"""The rows and bounds that remain."""


class ColumnBound(NamedTuple):
    """A bound of a column: its name, the sign ">=" or "<=", and the value."""

    column: str
    sign: str
    value: Number

    def __str__(self) -> str:
        return f"{self.column} {self.sign} {number_as_text(self.value)}"


class InfeasibleSet:
    """The result of ``infeasible_set``.

    ``status`` is "none" (the program has no solution), "some" (it has one) or "unknown" (the time limit came first).
    With "none", ``rows`` and ``bounds`` contradict each other. ``minimal``: without any one of them there is a
    solution. If it is False, time ran out, and a smaller set may exist. ``fractions``: whether they have a solution if
    whole numbers may take fractions (None: not known). ``seconds`` is the time taken.
    """

    __slots__ = ("bounds", "fractions", "minimal", "names", "rows", "seconds", "status")

    def __init__(self, names: Sequence[str]) -> None:
        self.status = "unknown"
        self.names = list(names)
        """The names of the program's columns, to which the terms of the rows refer by index."""
        self.rows: list[Row] = []
        self.bounds: list[ColumnBound] = []
        self.minimal = False
        self.fractions: bool | None = None
        self.seconds = 0.0

    @property
    def lines(self) -> list[str]:
        """Each row and each bound as text."""
        return [f"{row.name}: {row_as_text(row, self.names)}" for row in self.rows] + [str(b) for b in self.bounds]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return (
            f"<InfeasibleSet {self.status}: {len(self.rows)} rows, {len(self.bounds)} bounds, in {self.seconds:.3f} s>"
        )


def infeasible_set(
    program: Program, time_limit: float | None = None, look: Callable[[], object] = lambda: None
) -> InfeasibleSet:
    """Return an irreducible set of rows and bounds of ``program`` that contradict each other.

    After ``time_limit`` seconds the smallest set found so far is returned: all rows and bounds, if nothing more is
    known than the contradiction. ``look`` is called between questions; an exception that it raises ends the search.
    """
    start = time.perf_counter()
    search = _Filter(program, inf if time_limit is None else start + time_limit, look)
    result = InfeasibleSet([column.name for column in program.columns])
    try:
        result.status = search.run()
        result.minimal = result.status == "none" and search.sure
    except TimeLimitReached:
        result.status = search.status
    if result.status == "none":
        result.rows = [program.rows[r] for r in sorted(search.rows)]
        result.bounds = [_bound(program, bound) for bound in sorted(search.bounds)]
        result.fractions = search.with_fractions()
    result.seconds = time.perf_counter() - start
    return result


def _bound(program: Program, bound: tuple[int, bool]) -> ColumnBound:
    c, upper = bound
    name, low, high, _ = program.columns[c]
    value = high if upper else low
    assert value is not None
    return ColumnBound(name, "<=" if upper else ">=", value)


class _Filter:
    """A search whose ``rows`` (indices) and ``bounds`` (column, upper or not) are contradictory, and become fewer."""

    def __init__(self, program: Program, until: float, look: Callable[[], object]) -> None:
        self.program, self.until, self.look = program, until, look
        self.status = "unknown"
        self.rows = [r for r, row in enumerate(program.rows) if not row.low is row.high is None]
        self.bounds = [
            (c, upper)
            for c, (_, low, high, _) in enumerate(program.columns)
            for upper in (False, True)
            if (high if upper else low) is not None
        ]
        self.sure = True
        """Whether every question was answered."""
        self._question = QUESTION_SECONDS

    def run(self) -> str:
        """Search to the end, and return the status. Raise TimeLimitReached."""
        alone = next((c for c, column in enumerate(self.program.columns) if _empty(*column[1:])), None)
        if alone is not None:
            # such bounds contradict each other without any row
            self.status = "none"
            self.rows, self.bounds = [], [(alone, False), (alone, True)]
            return self.status
        start = time.perf_counter()
        solvable = self._solvable(self.rows, self.bounds, self.until)
        if solvable is None:
            raise TimeLimitReached
        if solvable:
            self.status = "some"
            return self.status
        self.status = "none"
        self._question = max(QUESTION_SECONDS, QUESTION_FACTOR * (time.perf_counter() - start))
        if len(self.rows) > 1 and not not_bounded(self.program):
            self._fewer_by_guards()
        self.rows = self._fewest(self.rows, lambda rows: (rows, self.bounds), self._keep_rows)
        used = {c for r in self.rows for _, c in self.program.rows[r].terms}
        self.bounds = [bound for bound in self.bounds if bound[0] in used]
        self.bounds = self._fewest(self.bounds, lambda bounds: (self.rows, bounds), self._keep_bounds)
        return self.status

    def _keep_rows(self, rows: list[int]) -> None:
        self.rows = rows

    def _keep_bounds(self, bounds: list[tuple[int, bool]]) -> None:
        self.bounds = bounds

    def _fewest(
        self, some: list[Any], with_rest: Callable[[list[Any]], _Part], keep: Callable[[list[Any]], None]
    ) -> list[Any]:
        """Return those of ``some`` that the contradiction needs. Pass each smaller set to ``keep``."""
        size = len(some)
        while size:
            at = 0
            while at < len(some):
                without = some[:at] + some[at + size :]
                until = min(self.until, time.perf_counter() + self._question)
                solvable = self._solvable(*with_rest(without), until)
                if solvable is False:
                    some = without
                    keep(some)
                    continue
                if solvable is None and size == 1:
                    self.sure = False
                at += size
            size = min(size // 2, len(some))
        return some

    def _fewer_by_guards(self) -> None:
        """Leave out the rows that clasp does not need, by guards, as far as it decides this quickly."""
        from pencilp.solvers.clasp.search import Clasp

        m = model_from_program(self._part(self.rows, self.bounds))
        m.objective = None
        clasp = Clasp(m, guarded=True, lasting=())
        guards = clasp.program.guards[: len(self.rows)]
        row_of = dict(zip(guards, self.rows, strict=True))
        kept: list[int] = []
        rest = list(guards)
        first = True
        while rest:
            last = [] if first else [rest.pop()]
            first = False
            try:
                seconds = max(GUARDED_SECONDS, self._question / QUESTION_FACTOR)
                core = clasp.contradicting([*kept, *rest], min(self.until, time.perf_counter() + seconds), self.look)
            except TimeLimitReached:
                self._check_time()
                return
            if core is None:
                kept += last
            else:
                rest = [guard for guard in rest if guard in set(core)]
                self.rows = sorted(row_of[guard] for guard in (*kept, *rest))

    def _check_time(self) -> None:
        """Raise TimeLimitReached if the time of the whole search is over."""
        self.look()
        if time.perf_counter() >= self.until:
            raise TimeLimitReached

    def _part(self, rows: Sequence[int], bounds: Sequence[tuple[int, bool]]) -> Program:
        """Return the program with these rows and bounds only, and without an objective."""
        part = self.program.copy()
        part.objective, part.offset = None, 0
        part.rows = [self.program.rows[r] for r in rows]
        kept = set(bounds)
        part.columns = [
            column._replace(
                low=column.low if (c, False) in kept else None, high=column.high if (c, True) in kept else None
            )
            for c, column in enumerate(self.program.columns)
        ]
        return part

    def _solvable(self, rows: Sequence[int], bounds: Sequence[tuple[int, bool]], until: float) -> bool | None:
        """Return whether these rows and bounds have a solution; None if time runs out or the solver fails."""
        self._check_time()
        left = None if until == inf else max(0.0, until - time.perf_counter())
        found = program_solutions(self._part(rows, bounds), None, count=1, time_limit=left)
        try:
            next(found)
            return True
        except StopIteration as stop:
            return False if stop.value.complete else None
        except SolverError:
            return None
        finally:
            found.close()

    def with_fractions(self) -> bool | None:
        """Return whether the set has a solution if whole numbers may take fractions."""
        from pencilp.solvers.programs.relaxation import relax

        try:
            status = relax(self._part(self.rows, self.bounds), QUESTION_SECONDS).status
        except SolverError:
            return None
        return {"optimal": True, "infeasible": False}.get(status)


def _empty(low: Number | None, high: Number | None, kind: int) -> bool:
    """Return whether no value is between the bounds of a column."""
    if low is None or high is None:
        return False
    return low > high if kind == CONTINUOUS else ceil(low) > floor(high)
