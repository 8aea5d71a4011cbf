"""The output of ``--relax`` of ``solve`` and ``run``: the LP relaxation of a program."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp.cli import watchdog
from pencilp.cli.files import check_target, ending, save_json
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, print_text, time_text, to_json, warn
from pencilp.cli.records import row
from pencilp.errors import InputError, shown
from pencilp.formats.writing import replace_file

if TYPE_CHECKING:
    from pencilp.reformulate.linear.program import Program
    from pencilp.solvers.programs.relaxation import Relaxation


FORMATS = ("text", "json", "csv")
EXIT_CODES = {"optimal": SOLVED, "infeasible": NOT_SOLVED, "unbounded": NOT_SOLVED, "unknown": LIMIT}
OUTCOMES = {
    "infeasible": "the LP relaxation has no solution, so the program has none",
    "unbounded": "the objective has no bound in the LP relaxation",
    "unknown": "the limit was reached before the LP relaxation was solved",
}
TABLE = ("kind", "name", "value", "dual")
"""The columns of the table: value and reduced cost of a column of the program, sum and dual of a row."""


def options(parser: Any) -> None:
    """Add ``--relax`` to ``solve`` and ``run``."""
    parser.add_argument(
        "--relax",
        action="store_true",
        help="solve the LP relaxation instead, in which whole numbers may take fractions: print its bound, values, reduced costs "
        "and duals",
    )


def check(options: argparse.Namespace, refused: dict[str, str]) -> None:
    """Refuse options that do not go with ``--relax``; ``refused`` has the reason for each."""
    for name, why in refused.items():
        if getattr(options, name, None):
            raise InputError(
                f"{why}: leave it out, or --relax", "-o" if name == "output" else f"--{name.replace('_', '-')}"
            )
    if options.solver not in (None, "highs"):
        raise InputError("the LP relaxation is solved by HiGHS: leave it out, or --relax", "--solver")
    if getattr(options, "format", None) not in (None, *FORMATS):
        raise InputError(f"an LP relaxation has no {options.format}; use --format {', '.join(FORMATS)}", "--format")
    if getattr(options, "output", None) is not None:
        check_target(options.output, (".json", ".csv"))


def show(program: Program, options: argparse.Namespace, time_limit: float | None, name: str = "") -> int:
    """Solve the relaxation of ``program``, print or write it, and return the exit code."""
    from pencilp.solvers.programs import relaxation  # only with --relax

    for rule in dict.fromkeys(program.left_out):
        warn(f"not in the relaxation, as it has no rows: {rule}")
    with ProgressLine(options):
        result = relaxation.relax(program, time_limit)
    watchdog.begin_report()
    output = getattr(options, "output", None)
    if output is not None:
        if ending(output) == ".json":
            save_json(record_of(result), output, backup=options.backup)
        else:
            replace_file(output, ("\ufeff" + _table(result)).encode(), backup=options.backup)
    kind = getattr(options, "format", None) or ("text" if output is None else "status")
    if kind == "json":
        print_text(to_json(record_of(result)))
    elif kind == "csv":
        print_text(_table(result), end="")
    else:
        if kind == "text" and result.status == "optimal":
            print_text("\n".join(_lines(result, every=getattr(options, "all_variables", False))))
        label = f"{name}: " if name else ""
        print_text(shown(f"{label}{_outcome(result, program)} {time_text('highs', {'total': result.seconds})}"))
    return EXIT_CODES[result.status]


def _outcome(result: Relaxation, program: Program) -> str:
    """Return the outcome as a sentence."""
    if result.bound is None:
        return OUTCOMES[result.status]
    if not program.objective:
        what = "a solution: all its whole numbers are whole" if result.whole else "solutions, with fractions"
        return f"the LP relaxation has {what}; there is no objective"
    bound = f"the bound of the LP relaxation is {_short(result.bound)}"
    if result.whole:
        return f"{bound}; all whole numbers are whole, so this is the best value"
    which = "less" if program.sense == "minimize" else "more"
    return f"{bound}: no solution has {which}"


def record_of(result: Relaxation) -> dict[str, Any]:
    """Return the JSON record of a relaxation."""
    return {
        "status": result.status,
        "bound": result.bound,
        "whole": result.whole,
        "values": result.values,
        "reduced_costs": result.reduced_costs,
        "activities": result.activities,
        "duals": result.duals,
        "solver": "highs",
        "seconds": {"total": round(result.seconds, 6)},
    }


def _lines(result: Relaxation, *, every: bool) -> list[str]:
    """Return a table of the columns and one of the rows; without ``every``, leave out those with zeros only."""
    columns = _aligned(("column", "value", "reduced cost"), result.values, result.reduced_costs, every=every)
    rows = _aligned(("row", "sum", "dual"), result.activities, result.duals, every=every, second=True)
    return [*columns, *rows]


def _aligned(
    titles: tuple[str, str, str], first: dict[str, float], other: dict[str, float], *, every: bool, second: bool = False
) -> list[str]:
    """Return lines with a name and two numbers; without ``every``, leave out zeros (with ``second``: by the second number)."""
    lines = [
        (shown(name), _short(value), _short(other[name]))
        for name, value in first.items()
        if every or _short(other[name]) != "0" or (not second and _short(value) != "0")
    ]
    if not lines:
        return []
    widths = [max(len(line[k]) for line in (titles, *lines)) for k in range(3)]
    return [f"{name:{widths[0]}}  {a:>{widths[1]}}  {b:>{widths[2]}}".rstrip() for name, a, b in (titles, *lines)]


def _table(result: Relaxation) -> str:
    """Return the bound, the columns and the rows as a table."""
    lines = [row(TABLE), row(("bound", result.status, result.bound, None))]
    lines += [row(("column", name, value, result.reduced_costs[name])) for name, value in result.values.items()]
    lines += [row(("row", name, value, result.duals[name])) for name, value in result.activities.items()]
    return "".join(lines)


def _short(value: float) -> str:
    """Return a number as text, without rounding errors."""
    return f"{round(value, 9) + 0.0:.12g}"
