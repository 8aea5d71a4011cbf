"""``pencilp solve`` for LP and MPS files: prints the variables of each solution."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import no_answer, watchdog
from pencilp.cli.files import check_target, ending, save_json
from pencilp.cli.output import NOT_SOLVED, ProgressLine, print_text, time_text, to_json, warn
from pencilp.cli.report import STOPS, SolveReport
from pencilp.cli.sources import report_not_read, report_program_remarks
from pencilp.errors import InputError, LimitReached, SolverError, SolverMissing, Unbounded, install, shown
from pencilp.formats.writing import replace_file
from pencilp.reformulate.linear.program import CONTINUOUS
from pencilp.solvers.installed import installed
from pencilp.solvers.programs import solve as files
from pencilp.solvers.programs.choice import another
from pencilp.solvers.programs.solve import columns_called, listed, names_in, solution_file
from pencilp.solvers.result import Ending, finished

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pencilp.reformulate.linear.program import Program

MAX_NAMED = 3
"""If more columns than this can have other values, only one is named, as names may be long."""


def run(options: argparse.Namespace) -> int:
    """Solve, write and print an LP or MPS file (``options.puzzle``)."""
    if options.format == "svg":
        raise InputError("an integer program has no drawing; use --format text or json", options.puzzle)
    if options.format not in (None, "text", "json", "jsonl"):
        raise InputError(
            f"an integer program has no {options.format}; use --format text, json or jsonl", options.puzzle
        )
    if options.output is not None:
        check_target(options.output, (".json", ".sol"))
    start = time.perf_counter()
    clock = TimeLimit(watchdog.set_deadline(options.time_limit, anew=False))
    try:
        program = clock.run(lambda: files.program_from_file(options.puzzle))
    except TimeLimitReached:
        return report_not_read()
    report_program_remarks(program, options.puzzle)
    distinct = None if options.distinct is None else _distinct(program, options)
    if ending(options.output or "") == ".sol":
        _solution_file(
            program, None, "none", options
        )  # raises InputError for names of columns that the format cannot hold
    options.format = options.format or ("text" if options.output is None else "status")
    options.keeps_all = "json" in (options.format, ending(options.output or "")[1:])
    solved = SolveReport(None, 1, options)
    solved.solver = options.solver or "clasp"

    def chosen(name: str) -> None:
        solved.solver = name

    solutions = files.program_solutions(
        program,
        options.solver,
        count=options.count,
        time_limit=clock.left(),
        threads=options.threads,
        distinct_in=distinct,
        say=lambda why: warn(f"{options.puzzle}: {why}"),
        chosen=chosen,
    )
    end = Ending(solved.solver, complete=False)
    with ProgressLine(options) as progress:
        try:
            whole = watchdog.DeferSignals()
            while True:
                values = next(solutions)
                if not solved.answer_count:
                    watchdog.set_deadline(None)
                with whole:
                    solved.add(values)
                    if options.format == "text":
                        progress.print(values_as_text(values, all_columns=options.all_variables))
                    elif options.format == "jsonl":
                        progress.print(to_json({"solution": values}))
        except StopIteration as stop:
            end = stop.value
        except STOPS as error:
            solved.stopped = error
            end = end._replace(solver=solved.solver)
        finally:
            solutions.close()
    solved.solver, solved.incumbent = end.solver, end.incumbent
    solved.status = files.status_of_program(program, solved.answer_count, end)
    solved.complete = finished(solved.answer_count, options.count, end.complete)
    watchdog.begin_report()
    solved.seconds = {"total": time.perf_counter() - start}
    so_far = solved.incumbent
    first = solved.answers[0] if solved.answers else so_far
    contradiction = None
    if solved.code == NOT_SOLVED and options.explain:
        try:
            with ProgressLine(options):
                contradiction = no_answer.program_conflict(program, clock.left())
        except STOPS as error:
            solved.stopped = error
    objective = None if first is None else files.objective_of(program, first)
    record: dict[str, Any] = {"status": solved.reported_status, "complete": solved.complete, "objective": objective}
    if contradiction is not None:
        record["why"] = no_answer.program_record(contradiction)
    if end.undetermined:
        record["undetermined"] = list(end.undetermined)
    if distinct is not None:
        record["distinct"] = distinct
    if so_far is not None:
        record |= {"objective": None, "incumbent": {"objective": objective, "solution": so_far}}
    if options.output is not None:
        if ending(options.output) == ".json":
            save_json(
                {**record, "solutions": solved.answers, **solved.end_record()}, options.output, backup=options.backup
            )
        else:
            content = _solution_file(program, first, solved.status if so_far is None else "limit", options)
            replace_file(options.output, content, backup=options.backup)
    if options.format == "json":
        print_text(to_json({**record, "solutions": solved.answers, **solved.end_record()}))
    elif options.format == "jsonl":
        print_text(to_json({**record, "found": solved.answer_count, **solved.end_record()}))
    else:
        if so_far is not None and options.format == "text":
            print_text(values_as_text(so_far, all_columns=options.all_variables))
        if objective is not None:
            print_text(f"objective {objective_text(program, objective)}")
        # an error before the first solution is reported by its own message
        if (
            solved.answer_count
            or not isinstance(solved.stopped, SolverError)
            or isinstance(solved.stopped, LimitReached)
        ):
            print_text(f"{_says(solved, program, end, options)} {time_text(solved.solver, solved.seconds)}")
        if solved.code == NOT_SOLVED:
            for line in no_answer.program_lines(contradiction):
                print_text(shown(line))
    failed = isinstance(solved.stopped, SolverError) and "--solver" not in str(solved.stopped)
    another = not isinstance(solved.stopped, SolverMissing | Unbounded)
    if another and not solved.complete and (solved.stopped is None or failed):
        warn(f"{options.puzzle}: {not_done(program, solved.solver)}")
    if solved.stopped is not None:
        raise solved.stopped
    return solved.code


def not_done(program: Program, solver: str) -> str:
    """Return a hint which solver to try if ``solver`` did not finish or failed."""
    other = another(program, solver)
    return (
        f"{solver} is not done with it: try --solver {other}{'' if installed(other) else f', after {install(other)}'}"
    )


def _distinct(program: Program, options: argparse.Namespace) -> list[str]:
    """Return the columns in which solutions must differ. Raise InputError for unknown names."""
    try:
        return columns_called(program, names_in(options.distinct))
    except InputError as error:
        raise error.within("--distinct") from None


def _says(solved: SolveReport, program: Program, end: Ending, options: argparse.Namespace) -> str:
    """Return the result as a sentence that says what "the only one" and "all" mean for this program."""
    says = solved.summary()
    if not solved.complete or solved.status in ("none", "unknown"):
        return says
    if end.undetermined:
        names = end.undetermined if len(end.undetermined) <= MAX_NAMED else end.undetermined[:1]
        more = " and others" * (len(names) < len(end.undetermined))
        other = f"{listed(names)}{more} can have other values"
        if solved.status == "multiple":
            return f"more than one answer: {other}"
        return f"one answer, and it is the only one in its whole numbers: {other}"
    every = solved.status == "multiple" and end.complete
    if every and program.objective:
        says = f"{solved.answer_count} best answers in all"
    if options.distinct is not None:
        names = listed(names_in(options.distinct))
        return says + (f" in {names}" if solved.status == "unique" else f", different in {names}" if every else "")
    if not every:
        return says
    partly = any(column.kind == CONTINUOUS and column.low != column.high for column in program.columns)
    return f"{says}, different in whole numbers" if partly else says


def _solution_file(
    program: Program, values: Mapping[str, float] | None, status: str, options: argparse.Namespace
) -> bytes:
    """Return the content of a ``.sol`` file. Raise InputError for names of columns that it cannot hold."""
    try:
        return solution_file(program, values, status, zeros=options.all_variables).encode()
    except InputError as error:
        raise error.within(options.output) from None


def values_as_text(values: Mapping[str, float], *, all_columns: bool = False) -> str:
    """Return a line for each column that is not 0, or for all columns."""
    return "".join(f"{shown(name)} = {number_of(value)}\n" for name, value in values.items() if value or all_columns)


def objective_text(program: Program, value: float) -> str:
    """Return a value of the objective as text: exact if the objective has only whole numbers."""
    rounded = any(program.columns[c].kind == CONTINUOUS for _, c in program.objective or ())
    return number_of(value) if rounded else repr(value)


def number_of(value: Any) -> str:
    """Return a number as text: whole numbers exactly, others without rounding errors."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.12g}"
