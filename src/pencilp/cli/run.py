"""``pencilp run``: solve a MathProg model. If the model prints nothing, its solution is printed."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from pencilp._util.timeout import TimeLimit
from pencilp.cli import no_answer, relax, watchdog
from pencilp.cli import options as shared
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, duration_text, print_text, warn
from pencilp.cli.solve_program import not_done, objective_text, values_as_text
from pencilp.errors import InputError, shown, shown_lines
from pencilp.solvers.child import end_idle
from pencilp.solvers.programs import mathprog

if TYPE_CHECKING:
    from pencilp.solvers.programs.mathprog import Printed, Statistics


TAKES = "MODEL.mod [DATA.dat ...]"
EXAMPLES = (
    ("pencilp example norinori.mod -o norinori.mod", "a model to try it with"),
    ("pencilp example p01.dat -o p01.dat", "and its data"),
    ("pencilp run norinori.mod p01.dat", "solve it, and print what the model prints"),
    ("pencilp run norinori.mod p01.dat --solver highs", "by another solver"),
    ("pencilp run norinori.mod p01.dat --statistics", "and how large it is, and how fast that was"),
    ("pencilp export norinori.mod p01.dat -o p01.lp", "as a file for any solver"),
)
EXITS = {
    SOLVED: "the model was solved",
    NOT_SOLVED: "it has no solution",
    LIMIT: "no solution was found in time, or none that is known to be the best; or the solver failed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "model", metavar="MODEL.mod", help="a file with a model, with its data or without, or - for what is piped in"
    )
    parser.add_argument(
        "data", metavar="DATA.dat", nargs="*", default=[], help="files with its data, read one after another; also -"
    )
    shared.solving(
        parser,
        None,
        "the solver: clasp (default for small whole numbers without an objective), highs (default for all else), and as extras "
        "scip, glpk, cbc, cpsat; or external:COMMAND, a program that reads LP files",
    )
    parser.add_argument(
        "--statistics", action="store_true", help="at the end, print the size of the model, the time and the memory"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="if there is no solution, name rows and bounds that contradict each other",
    )
    shared.old_name(parser, "--why", "explain", action="store_true")
    relax.options(parser)
    parser.add_argument("--format", choices=relax.FORMATS, help="with --relax: print text (default), json or csv")
    shared.writes(parser)


def run(options: argparse.Namespace) -> int:
    """Solve the model and print what it prints."""
    start = time.perf_counter()
    left = watchdog.set_deadline(options.time_limit, anew=False)
    if options.relax:
        relax.check(options, {"statistics": "an LP relaxation has none", "explain": "an LP relaxation is no answer"})
        return _relax(options, left)
    if options.format is not None:
        raise InputError("a MathProg model prints its own output: leave it out, or add --relax", "--format")
    with ProgressLine(options):
        try:
            printed = mathprog.run(
                options.model,
                *options.data,
                solver=options.solver,
                time_limit=left,
                threads=options.threads,
                allow_writes=options.allow_writes,
            )
        except InputError as error:
            raise _with_hint(error, options) from None
        contradiction = None
        if options.explain and printed.code == NOT_SOLVED:
            spent = time.perf_counter() - start
            contradiction = no_answer.program_conflict(
                printed.program, None if left is None else max(0.0, left - spent)
            )
    watchdog.set_deadline(None)
    text = printed.text if printed.text.strip() or printed.values is None else _solution(printed)
    sys.stdout.write(shown_lines(text))
    if printed.code == NOT_SOLVED:
        for line in no_answer.program_lines(contradiction):
            (print_text if options.explain else warn)(shown(line))
    if printed.code == LIMIT:
        warn(f"{options.model}: {not_done(printed.program, printed.statistics.solver)}")
    if options.statistics:
        if text and not text.endswith("\n"):
            print_text("")
        print_text(_table(printed.statistics))
    return printed.code


def _with_hint(error: InputError, options: argparse.Namespace) -> InputError:
    """Return the error, with a hint if the data of the model is missing."""
    if options.data or "no value for " not in error.message:
        return error
    return InputError(f"{error.message}; is a file with its data missing? pencilp run MODEL.mod DATA.dat", error.where)


def _relax(options: argparse.Namespace, left: float | None) -> int:
    """Print the LP relaxation of the model, without the statements after ``solve``."""
    clock = TimeLimit(left)
    with ProgressLine(options):
        try:
            translated = mathprog.translate(
                options.model, *options.data, seconds=clock.left(), allow_writes=options.allow_writes
            )
        except InputError as error:
            raise _with_hint(error, options) from None
    with translated:
        text = translated.postsolve(None)
        if options.format in (None, "text") and text:
            print_text(shown_lines(text).rstrip("\n"))
        return relax.show(translated.program, options, clock.left())


def _solution(printed: Printed) -> str:
    """Return the text for a model that prints nothing: variables that are not 0, the objective, and the outcome."""
    assert printed.values is not None
    values = values_as_text(printed.values) or "all variables are 0\n"
    statistics, best = printed.statistics, ""
    if printed.objective is not None:
        best = f"objective {objective_text(printed.program, printed.objective)}\n"
    what = "a solution" if printed.objective is None else "a best solution"
    return f"{values}{best}{what}; the model prints nothing ({statistics.solver}, {duration_text(statistics.total)})\n"


def _table(statistics: Statistics) -> str:
    """Return the figures of a model, one per line."""
    memory = [] if statistics.memory is None else [f"{_megabytes(statistics.memory)} as GLPK counts its own"]
    largest = _largest_process()
    if largest is not None:
        memory.append(f"{_megabytes(largest)} the largest process")
    lines = {
        "rows": str(statistics.rows),
        "columns": f"{statistics.columns} ({statistics.integers} whole, of these {statistics.binaries} 0/1)",
        "non-zeros": str(statistics.non_zeros),
        "time": f"{statistics.total:.2f} s ({statistics.translating:.3f} translation, {statistics.searching:.3f} "
        f"{statistics.solver})",
        "memory": ", ".join(memory) or "not known here",
    }
    return "\n".join(f"{name:10} {value}" for name, value in lines.items())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def _largest_process() -> int | None:
    """Return the peak memory of the largest of our processes, in bytes; None if the system does not report it."""
    try:
        import resource
    except ImportError:
        return None
    # the system reports only processes that have ended
    end_idle()
    sizes = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(sizes) * (1 if sys.platform == "darwin" else 1024)
