"""Reads LP and MPS files, and solves linear programs with any solver."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from importlib import import_module
from math import ceil, floor
from typing import IO, Any, NamedTuple, cast

from pencilp._util import read_limited
from pencilp._util.decode import decoded, plain_spaces
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.errors import InputError, SolverError, brief, did_you_mean, shown
from pencilp.model import Model
from pencilp.model.variables import Int, Number, exact, literals
from pencilp.program_files import lp, lp_solve, mps
from pencilp.program_files.bounds import with_bounds
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, BareProgram, Column, Program, Row
from pencilp.solvers.programs.as_model import model_from_program, not_bounded
from pencilp.solvers.result import Ending, status_of

SUFFIXES = (".lp", ".mps", ".lp.gz", ".mps.gz")
GZIP_START = b"\x1f\x8b"
"""The first bytes of a file that gzip has compressed, whatever its name."""
UNIQUE_IN_WHOLE_NUMBERS = "unique_in_whole_numbers"
"""The status of a program whose best solution is unique in its whole numbers, while other columns can vary."""
MANY_BEST, MANY_FACTOR = 50, 10
"""After this many best solutions clasp finds the others if no factor is larger: it needs no row for each."""
MAX_LISTED, MAX_QUOTED = 4, 80
"""The greatest number of names in a list, and of characters in a name."""


def program_from_file(path: str) -> Program:
    """Return the program in an LP file (CPLEX's format or lp_solve's) or MPS file, which may be compressed by gzip.

    The caller should show its ``remarks``. Raise InputError with file and line if it cannot be read.
    """
    name = path.lower()
    if not name.endswith(SUFFIXES):
        raise InputError(f"the name of a linear program ends in {' or '.join(SUFFIXES[:2])}", path)
    try:
        content = read_limited.content_of(path, read_limited.MAX_IN_PROGRAM)
        if name.endswith(".gz") or content.startswith(GZIP_START):
            content = _unpacked(content)
        text = decoded(content)
        if "\n" not in text:
            text = text.replace("\r", "\n")
        text = text if text.isascii() else plain_spaces(text)
        if not name.removesuffix(".gz").endswith(".lp"):
            return mps.read(text)
        return lp_solve.read(text) if lp_solve.is_lp_solve(text) else lp.read(text)
    except InputError as error:
        raise error.within(path) from None


def _unpacked(content: bytes) -> bytes:
    """Return the uncompressed ``content``. Raise InputError if it is too long or damaged."""
    try:
        with gzip.open(io.BytesIO(content)) as file:
            return read_limited.whole(cast(IO[bytes], file), read_limited.MAX_IN_PROGRAM)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError("its compressed data is damaged") from None


def program_from_values(
    columns: Iterable[Sequence[Any]],
    rows: Iterable[Sequence[Any]],
    objective: list[tuple[Any, int]],
    objective_name: str | None,
    offset: float,
    maximise: bool,
) -> Program:
    """Return the program that a child process read, from plain values."""
    program = Program()
    program.columns = [Column(*column) for column in columns]
    program.rows = [Row(*row) for row in rows]
    program.objective = objective or None
    if objective and objective_name:
        program.objective_name = objective_name
    program.offset, program.sense = offset, "maximize" if maximise else "minimize"
    return program


def settled(program: Program) -> tuple[Program, dict[str, float]]:
    """Return a program without the continuous columns that no row restricts, and their best values by name.

    Such a column, for instance the dummy ``x`` of the published programs, is independent of all others. A column whose
    best value is unbounded stays in the program. (MathProg's objective is also a row, one without bounds.)
    """
    used = {c for row in program.rows if not (row.low is row.high is None) for _, c in row.terms}
    costs = {c: a if program.sense == "minimize" else -a for a, c in program.objective or ()}
    values: dict[int, Any] = {}
    for c, (_, low, high, kind) in enumerate(program.columns):
        if kind != CONTINUOUS or c in used or (low is not None and high is not None and low > high):
            continue
        cost = costs.get(c, 0)
        best = low if cost > 0 else high if cost < 0 else next((v for v in (low, high) if v is not None), 0)
        if best is not None:
            values[c] = best
    if not values:
        return program, {}
    result = program.copy()
    result.columns = [column for c, column in enumerate(program.columns) if c not in values]
    place = {c: i for i, c in enumerate(c for c in range(len(program.columns)) if c not in values)}
    result.rows = [row._replace(terms=[(a, place[c]) for a, c in row.terms if c in place]) for row in program.rows]
    result.objective = [(a, place[c]) for a, c in program.objective or () if c in place] or None
    result.offset = program.offset + sum(a * values[c] for a, c in program.objective or () if c in values)
    return result, {program.columns[c].name: value for c, value in values.items()}


def program_solutions(
    program: Program,
    solver: str | None = "clasp",
    *,
    count: int = 2,
    time_limit: float | None = None,
    threads: int = 1,
    distinct_in: Collection[str] | None = None,
    say: Callable[[str], object] = lambda _: None,
    chosen: Callable[[str], object] = lambda _: None,
) -> Generator[dict[str, float], None, Ending]:
    """Yield up to ``count`` solutions (0: all) of a plain program, one by one: a value per column name.

    They differ in a whole number; if there is an objective they are the best ones. With ``distinct_in`` they differ in
    one of these columns. MILP solvers also take continuous and unbounded columns; clasp and CP-SAT raise SolverError
    for them, unless they occur in no row. If ``solver`` is None, ``pencilp.solvers.programs.choice`` chooses one, and
    ``chosen`` is called with its name; ``say`` is called with a line that explains why it cannot be clasp. The ending's
    ``incumbent`` also has values by name.
    """
    from pencilp import solvers
    from pencilp.solvers.programs import choice

    name, _, command = (solver or "clasp").partition(":")
    if name not in solvers.SOLVERS:
        raise SolverError(f"there is no solver {solver!r}, only {', '.join(solvers.SOLVERS)}")
    clock = TimeLimit(time_limit)
    search = _Search(threads, distinct_in, clock, command)
    try:
        whole, alone = clock.run(lambda: _with_what_follows(program))
        if any(_contradictory(column) for column in whole.columns):
            return Ending(name, complete=True)
        why = not_bounded(whole)
        if solver is None:
            name = "highs" if why or not choice.suits_clasp(whole) else "clasp"
            chosen(name)
            if why:
                say(f"{why}, which clasp does not take: HiGHS solves it")
        elif why and name in ("clasp", "cpsat"):
            raise SolverError(f"{why}, which {name} does not take; use --solver highs")
        found = clock.run(lambda: search.solutions(whole, name, count))
    except TimeLimitReached:
        return Ending(name, complete=False)
    if solver is None and name == "highs" and not why and not 0 < count <= MANY_BEST:
        found = search.with_help_of_clasp(whole, found, count)

    def in_own_columns(given: dict[str, float]) -> dict[str, float]:
        given = {**given, **alone}
        return {column.name: given[column.name] for column in program.columns}

    number = 0
    only: dict[str, float] = {}
    while True:
        try:
            values = next(found)
        except StopIteration as stop:
            ending: Ending = stop.value
            if ending.incumbent is not None:
                return ending._replace(incumbent=in_own_columns(ending.incumbent))
            if ending.complete and number == 1 and distinct_in is None:
                return _with_undetermined(ending, program, only, clock)
            return ending
        number += 1
        only = in_own_columns(values)
        yield only


class _Search:
    """The settings that all searches of a program share."""

    def __init__(self, threads: int, distinct_in: Collection[str] | None, clock: TimeLimit, command: str) -> None:
        self._threads, self._distinct_in, self._clock, self._command = threads, distinct_in, clock, command

    def solutions(self, program: Program, name: str, count: int) -> Generator[dict[str, float], None, Ending]:
        """Yield the solutions of a solver as values by name."""
        from pencilp.solvers.milp.search import Prepared

        if name == "clasp":
            m, run = _stated(program, self._threads, self._distinct_in)
            found = run.answers(count, self._clock.left(), watch=[*literals(range(1, m.size + 1)), *m.ints])
            return _named(found, lambda solution: _by_name(program, m, solution))
        module = import_module(f"pencilp.solvers.milp.{name}")
        extra = {"command": self._command} if name == "external" else {}
        search = Prepared(
            BareProgram(program, self._distinct_in), name, lambda p: module.session(p, self._threads, **extra)
        )

        def values(solution: Any) -> dict[str, float]:
            # columns that exclude answers come after the program's own
            return {column.name: _tidy(v, column.kind) for column, v in zip(program.columns, solution, strict=False)}

        return _named(search.answers(count, self._clock.left()), values)

    def with_help_of_clasp(
        self, program: Program, found: Generator[dict[str, float], None, Ending], count: int
    ) -> Generator[dict[str, float], None, Ending]:
        """Yield the solutions that HiGHS has ``found``.

        If there are many, and clasp suits them, it finds the others.
        """
        from pencilp.solvers.programs.choice import suits_clasp, with_best_only

        known: set[tuple[float, ...]] = set()
        apart = [c.name for c in program.columns if self._distinct_in is None or c.name in self._distinct_in]
        rest: Generator[dict[str, float], None, Ending] | None = None
        while rest is None:
            try:
                values = next(found)
            except StopIteration as stop:
                ending: Ending = stop.value
                return ending
            yield values
            known.add(tuple(values[name] for name in apart))
            if len(known) == MANY_BEST:
                best = with_best_only(program, [values[column.name] for column in program.columns])
                if not suits_clasp(best, MANY_FACTOR):
                    return (yield from found)
                try:
                    # clasp finds the known solutions again
                    rest = self._clock.run(lambda: self.solutions(best, "clasp", count and count + MANY_BEST))  # noqa: B023
                except TimeLimitReached:
                    return Ending("highs", complete=False)
        found.close()
        while count == 0 or len(known) < count:
            try:
                values = next(rest)
            except StopIteration as stop:
                ending = stop.value
                return ending
            key = tuple(values[name] for name in apart)
            if key not in known:
                known.add(key)
                yield values
        rest.close()
        return Ending("clasp", complete=False)


def _named(
    found: Generator[Any, None, Ending], values: Callable[[Any], dict[str, float]]
) -> Generator[dict[str, float], None, Ending]:
    """Yield solutions as values by name, and convert the incumbent, too."""
    while True:
        try:
            solution = next(found)
        except StopIteration as stop:
            ending: Ending = stop.value
            return ending if ending.incumbent is None else ending._replace(incumbent=values(ending.incumbent))
        yield values(solution)


def _with_undetermined(ending: Ending, program: Program, only: Mapping[str, float], clock: TimeLimit) -> Ending:
    """Return how a search ended that found one solution: add the columns that can vary, or make it incomplete."""
    from pencilp.solvers.programs.determined import undetermined

    found = undetermined(program, only, clock.left(), solver=ending.solver)
    return ending._replace(complete=False) if found is None else ending._replace(undetermined=found)


def status_of_program(program: Program, found: int, ending: Ending) -> str:
    """Return the status of a search: see ``FileResult``."""
    status = status_of(found, ending.complete)
    if status != "unique" or not ending.undetermined:
        return status
    return "multiple" if all(column.kind == CONTINUOUS for column in program.columns) else UNIQUE_IN_WHOLE_NUMBERS


def _with_what_follows(program: Program) -> tuple[Program, dict[str, float]]:
    """Return a program with the bounds that follow from its rows, without settled columns, and their values by name."""
    whole, alone = settled(program)
    return with_bounds(whole), alone


def _contradictory(column: Column) -> bool:
    """Return whether no value is between the bounds of a column."""
    _, low, high, kind = column
    if low is None or high is None:
        return False
    return low > high if kind == CONTINUOUS else ceil(low) > floor(high)


def _stated(program: Program, threads: int, distinct_in: Collection[str] | None) -> tuple[Model, Any]:
    """Return a program as a model, and stated to clasp."""
    from pencilp import solvers

    m = model_from_program(program, distinct_in)
    return m, solvers.prepare(m, "clasp", threads=threads)


def names_in(text: str) -> list[str]:
    """Return the names in a list with commas, where brackets may contain commas: "A, x(1,2)"."""
    return [*filter(None, map(str.strip, re.findall(r"(?:[^,(\[]|[(\[][^)\]]*(?:[)\]]|$))+", text)))]


def columns_called(program: Program, names: Iterable[str]) -> list[str]:
    """Return the columns called one of ``names``.

    A name is that of a column, or of a family: ``x`` for all columns x(1,2) or x[1,2]. Raise InputError for a name
    without a column, and for a continuous column: solutions differ in whole numbers.
    """
    families: dict[str, list[Column]] = {}
    for column in program.columns:
        families.setdefault(column.name, []).append(column)
        if stem := _stem(column.name):
            families.setdefault(stem, []).append(column)
    found: dict[str, None] = {}
    for name in names:
        if name not in families:
            near = did_you_mean(name, families) or _spelled_otherwise(name, families)
            stems = dict.fromkeys(_stem(column.name) or column.name for column in program.columns)
            raise InputError(f"no column is called {brief(name[:MAX_QUOTED])}{near or f', but {listed(list(stems))}'}")
        for column in families[name]:
            if column.kind == CONTINUOUS:
                raise InputError(f"{column.name} is continuous: solutions differ in whole numbers only")
            found[column.name] = None
    if not found:
        raise InputError("name columns, or families of them, as in A,B or x")
    return list(found)


def listed(names: Sequence[str]) -> str:
    """Return a few of ``names`` as text: "A, B and C", "A, B, C, D and others"."""
    few = [shown(name[:MAX_QUOTED]) for name in names[:MAX_LISTED]]
    if len(names) > MAX_LISTED:
        return f"{', '.join(few)} and others"
    return " and ".join(filter(None, (", ".join(few[:-1]), few[-1])))


def _stem(name: str) -> str:
    """Return the part of a name before its bracket; "" if it has none."""
    stem = re.split(r"[(\[]", name, maxsplit=1)[0]
    return stem if stem != name else ""


def _spelled_otherwise(name: str, known: Iterable[str]) -> str:
    """Return a question with names that have the same letters and digits, such as x[1,2] for x_1_2; "" if none has."""
    letters = re.sub(r"\W|_", "", name).lower()
    same = [other for other in known if re.sub(r"\W|_", "", other).lower() == letters]
    return f" (did you mean {' or '.join(same[:3])}?)" if same else ""


class FileResult(NamedTuple):
    """The result of solving a file: see ``pencilp.solvers.result.Result``; a solution is a value per column name.

    ``status`` is "unique" only if all columns are determined. If continuous columns can vary (``undetermined``), it is
    "unique_in_whole_numbers", or "multiple" if there are no whole numbers. ``objective`` is the best value of the
    objective, None without one or without a solution. ``incumbent`` is the best solution so far of a search that ended
    before it was proved the best. ``complete``: all solutions that differ in whole numbers were found.
    """

    solver: str
    status: str
    solutions: list[dict[str, float]]
    objective: float | None
    incumbent: dict[str, float] | None = None
    undetermined: Sequence[str] = ()
    complete: bool = False


def solve_program(
    program: Program,
    solver: str | None = "clasp",
    *,
    count: int = 2,
    time_limit: float | None = None,
    threads: int = 1,
    distinct_in: Collection[str] | None = None,
) -> FileResult:
    """Return the result of ``program_solutions``, when it has ended."""
    found = program_solutions(
        program, solver, count=count, time_limit=time_limit, threads=threads, distinct_in=distinct_in
    )
    solutions: list[dict[str, float]] = []
    while True:
        try:
            solutions.append(next(found))
        except StopIteration as stop:
            ending: Ending = stop.value
            break
    status = status_of_program(program, len(solutions), ending)
    objective = objective_of(program, solutions[0]) if solutions else None
    return FileResult(
        ending.solver, status, solutions, objective, ending.incumbent, ending.undetermined, ending.complete
    )


def objective_of(program: Program, values: Mapping[str, float]) -> float | None:
    """Return the value of the objective in a solution, None if there is none.

    It is calculated exactly: an int if it is whole, otherwise the float next to it.
    """
    if not program.objective:
        return None
    columns = program.columns
    value = exact(program.offset) + sum(exact(a) * exact(values[columns[c].name]) for a, c in program.objective)
    return int(value) if value.denominator == 1 else float(value)


def solution_file(program: Program, values: Mapping[str, float] | None, status: str, *, zeros: bool = False) -> str:
    """Return a solution, or that there is none (None), in the format of SCIP's ``write solution``.

    Columns that are 0 are left out unless ``zeros``. ``status`` is that of a ``FileResult``, or "limit": the solution
    may not be the best. Raise InputError for a name with a space, which the format does not allow.
    """
    stranger = next(
        (column.name for column in program.columns if not column.name.isprintable() or " " in column.name), None
    )
    if stranger is not None:
        raise InputError(f"{stranger!r} has a space in it, which this format does not allow; use .json")
    if values is None:
        says = "infeasible" if status == "none" else "unknown"
        return f"solution status: {says}\nno solution available\n"
    costs = {program.columns[c].name: a for a, c in program.objective or ()}
    lines = [
        f"solution status: {'time limit reached' if status == 'limit' else 'optimal solution found'}",
        f"objective value: {float(objective_of(program, values) or 0)!r:>35}",
    ]
    for name, value in values.items():
        if value or zeros:
            lines.append(f"{name:<32} {_written(value):>20} \t(obj:{_written(costs.get(name, 0))})")
    return "\n".join(lines) + "\n"


def _written(value: Number) -> str:
    """Return a number as text, a whole one without a decimal point."""
    return str(int(value)) if value == int(value) else repr(float(value))


def _by_name(program: Program, m: Model, solution: Any) -> dict[str, float]:
    ints: Sequence[Int] = m.ints
    by_name = {x.name: solution(x) for x in ints}
    by_name.update({name: solution.bits[v] for v, name in enumerate(m.names()) if v in solution.bits})
    return {column.name: by_name[column.name] for column in program.columns}


def _tidy(value: float, kind: int) -> float:
    # solvers may return -0.0
    return round(value) if kind == INTEGER else value + 0.0
