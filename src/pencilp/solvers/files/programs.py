"""LP and MPS files as programs and models, and solving them with any solver.

They are read by HiGHS's reader, in a child process.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any, NamedTuple, cast

from pencilp import bounded
from pencilp.errors import InputError, LimitReached, SolverError
from pencilp.limits import OutOfTime, TimeLimit
from pencilp.model import Linear, Model
from pencilp.model.program import CONTINUOUS, INTEGER, Column, Plain, Program, Row
from pencilp.model.variables import Int, Sum
from pencilp.solvers import child, processes
from pencilp.solvers.result import Ending, collected, none_in_time

SUFFIXES = (".lp", ".mps", ".lp.gz", ".mps.gz")
MOST_VALUES = 2**40
"""A whole number with more values than this is called one without bounds."""


def program_from_file(path: str) -> Program:
    """The program in an LP or MPS file. Raises InputError naming the file when it cannot be read."""
    if not path.lower().endswith(SUFFIXES):
        raise InputError(f"the name of a linear program ends in {' or '.join(SUFFIXES[:2])}", path)
    try:
        with _unpacked(path) as plain:
            return told_program(*child.call("files.reader", "HiGHS's reader", "read", plain))
    except InputError as error:
        raise error.within(path) from None
    except LimitReached:
        raise
    except SolverError as error:
        # a reader that crashes has met a file that is no program
        raise InputError(f"HiGHS cannot read it ({error})", path) from None


@contextmanager
def _unpacked(path: str) -> Iterator[str]:
    """The path of a file with what is in ``path``: of what is packed, or no file, a copy. Raises InputError when that is
    nothing or too much.
    """
    packed = path.lower().endswith(".gz")
    with ExitStack() as opened:
        try:
            file: Any = opened.enter_context(open(path, "rb"))
            if bounded.size_of(file) > bounded.MOST_IN_PROGRAM:
                raise bounded.too_much(bounded.MOST_IN_PROGRAM)
            plain = os.path.abspath(path)
            if packed or not bounded.is_file(file):
                folder = opened.enter_context(processes.Folder())
                plain = os.path.join(folder.path, "program" + os.path.splitext(path.lower().removesuffix(".gz"))[1])
                if packed:
                    file = opened.enter_context(gzip.open(file))
                with open(plain, "wb") as copy:
                    bounded.copy(file, copy, bounded.MOST_IN_PROGRAM)
            if not os.path.getsize(plain):
                raise InputError("the file is empty")
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InputError("what is packed in it is broken") from None
        except (OSError, ValueError) as error:
            raise bounded.unreadable(error) from None
        yield plain


def told_program(
    columns: Iterable[Sequence[Any]],
    rows: Iterable[Sequence[Any]],
    objective: list[tuple[Any, int]],
    offset: float,
    maximise: bool,
) -> Program:
    """The program that a child process read somewhere, from the plain values it tells."""
    program = Program()
    program.columns = [Column(*column) for column in columns]
    program.rows = [Row(*row) for row in rows]
    program.objective = objective or None
    program.offset, program.sense = offset, "maximize" if maximise else "minimize"
    return program


def model_from_program(program: Program) -> Model:
    """A program as a model: 0/1 columns are literals, other whole numbers Ints, rows linear constraints named as they are.

    Raises SolverError for a column that is continuous or has no bounds.
    """
    m = Model()
    variables: list[Any] = []
    for name, low, high, kind in program.columns:
        if kind == CONTINUOUS:
            raise SolverError(f"{name} is continuous: this solver takes whole numbers only; use --solver highs")
        if low is None or high is None or high - low > MOST_VALUES:
            raise SolverError(f"{name} has no bounds: this solver takes bounded whole numbers only; use --solver highs")
        if (low, high) == (0, 1):
            variables.append(m.binary(name))
        else:
            whole = (-int(-low // 1), int(high // 1))
            if whole[0] > whole[1]:
                raise InputError(f"{name} has no whole number between its bounds {low} and {high}")
            variables.append(m.integer(name, *whole))
    for row in program.rows:
        m.require(row.name, Linear([(a, variables[c]) for a, c in row.terms], row.low, row.high), name=row.name)
    if program.objective:
        m.objective = Sum([(a, variables[c]) for a, c in program.objective], program.offset)
        m.sense = program.sense
    return m


def settled(program: Program) -> tuple[Program, dict[str, float]]:
    """A program without the continuous columns that no row restricts, and the best values of those by name.

    Such a column, the documents' dummy ``x`` for one, depends on nothing else, and so need not be solved for. One whose
    best value has no bound stays where it is. (MathProg gives the objective as a row too, one without sides.)
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
    program: Program, solver: str = "clasp", *, count: int = 2, time_limit: float | None = None, threads: int = 1
) -> Generator[dict[str, float], None, Ending]:
    """Up to ``count`` solutions (0: all) of a plain program, one by one: a value per column name.

    They differ in a whole number; where there is an objective they are the best ones. MILP solvers take continuous and
    unbounded columns as well; clasp and CP-SAT raise SolverError for them, unless they occur in no row.
    """
    from pencilp import solvers
    from pencilp.solvers.milp.search import Prepared

    name, _, command = solver.partition(":")
    if name not in solvers.SOLVERS:
        raise SolverError(f"there is no solver {solver!r}, only {', '.join(solvers.SOLVERS)}")
    whole, alone = settled(program)
    if name == "clasp":

        def state() -> tuple[Model, solvers.Search]:
            m = model_from_program(whole)
            return m, solvers.prepare(m, solver, threads=threads)

        clock = TimeLimit(time_limit)
        try:
            m, run = clock.run(state)
        except OutOfTime:
            return none_in_time(name)
        found = solvers.answers(run, count, clock.left())

        def values(solution: Any) -> dict[str, float]:
            return _by_name(whole, m, solution)
    else:
        module = import_module(f"pencilp.solvers.milp.{name}")
        extra = {"command": command} if name == "external" else {}
        search = Prepared(Plain(whole), name, lambda p: module.session(p, threads, **extra))
        found = search.answers(count, time_limit)

        def values(solution: Any) -> dict[str, float]:
            # columns that were added to exclude answers come after the program's own
            return {column.name: _tidy(v, column.kind) for column, v in zip(whole.columns, solution, strict=False)}

    def told(solution: Any) -> dict[str, float]:
        given = {**values(solution), **alone}
        return {column.name: given[column.name] for column in program.columns} if alone else given

    return _mapped(found, told)


def _mapped(
    found: Generator[Any, None, Ending], told: Callable[[Any], dict[str, float]]
) -> Generator[Any, None, Ending]:
    """The same search with each solution as it is ``told``."""
    while True:
        try:
            solution = next(found)
        except StopIteration as stop:
            ending: Ending = stop.value
            return ending
        yield told(solution)


class FileResult(NamedTuple):
    """The outcome of solving a file: see ``pencilp.solvers.result.Result``; a solution is a value per column name.

    ``objective`` is the best value of the objective, None without one or without a solution.
    """

    solver: str
    status: str
    solutions: list[dict[str, float]]
    objective: float | None


def solve_program(
    program: Program, solver: str = "clasp", *, count: int = 2, time_limit: float | None = None, threads: int = 1
) -> FileResult:
    """All that ``program_solutions`` finds."""
    result = collected(program_solutions(program, solver, count=count, time_limit=time_limit, threads=threads))
    solutions = cast("list[dict[str, float]]", result.solutions)
    objective = objective_of(program, solutions[0]) if solutions else None
    return FileResult(result.solver, result.status, solutions, objective)


def objective_of(program: Program, values: Mapping[str, float]) -> float | None:
    """The value of the objective in a solution; None where there is none."""
    if not program.objective:
        return None
    names = [column.name for column in program.columns]
    return float(program.offset) + sum(float(a) * values[names[c]] for a, c in program.objective)


def _by_name(program: Program, m: Model, solution: Any) -> dict[str, float]:
    ints: Sequence[Int] = m.ints
    by_name = {x.name: solution(x) for x in ints}
    by_name.update({name: solution.bits[v] for v, name in enumerate(m.names()) if v in solution.bits})
    return {column.name: by_name[column.name] for column in program.columns}


def _tidy(value: float, kind: int) -> float:
    return round(value) if kind == INTEGER else value
