"""``pencilp bench``: counts and times of many puzzles."""

from __future__ import annotations

import argparse
import time
from collections.abc import Generator
from typing import Any

from pencilp.cli import benchmark, memory, watchdog
from pencilp.cli import options as shared
from pencilp.cli.output import BAD_INPUT, LIMIT, NOT_SOLVED, SOLVED, ProgressLine, print_json, print_line, warn
from pencilp.cli.sources import report_skipped_files, sources_of
from pencilp.errors import InputError, counted

TAKES = "FILE [FILE ...]"
EXAMPLES = (
    ("pencilp example norinori-p01 -o one.txt", "puzzles to try it with"),
    ("pencilp example nurikabe -o two.txt", ""),
    ("pencilp bench one.txt two.txt", "a table with a line for each kind of puzzle"),
    ("pencilp bench one.txt two.txt --jobs 2", "two puzzles at the same time"),
    ("pencilp bench one.txt two.txt --solver clasp,highs", "two solvers side by side"),
    ("pencilp bench one.txt two.txt --each --format json", "data, with an entry for each puzzle"),
)
EXITS = {
    SOLVED: "every puzzle has an answer, and it agrees with the one in the file, if there is one",
    NOT_SOLVED: "a puzzle has no answer, or not the one in the file",
    LIMIT: "a limit was reached, or a solver failed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzle_files(parser)
    shared.genre(parser)
    parser.add_argument(
        "--jobs", type=shared.few, default=1, metavar="N", help="solve N puzzles at the same time (default 1)"
    )
    parser.add_argument("--limit", type=shared.positive, metavar="N", help="take only the first N puzzles of each file")
    parser.add_argument("--each", action="store_true", help="with --format json: also an entry for each puzzle")
    parser.add_argument(
        "--format", choices=("table", "json"), default="table", help="print a table (default) or data (json)"
    )
    shared.solving(parser, several=True)
    shared.formulation(parser)


def run(options: argparse.Namespace) -> int:
    """Solve all puzzles and print the report. Ctrl-C stops, and reports the puzzles solved so far."""
    start = time.perf_counter()
    report = benchmark.Report()
    each: list[dict[str, Any]] = []
    failed: list[str] = []
    code = SOLVED
    with ProgressLine(options, "0 puzzles") as progress:
        sources = sources_of(options, limit=options.limit)
        runs = _runs(options, sources)
        try:
            for record in runs:
                report.add(record)
                code = max(code, _code(record))
                for remark in record.get("remarks", ()):
                    warn(remark)
                if record["status"] == "failed":
                    failed.append(record["error"])
                if options.each:
                    each.append(record)
                progress.label = counted(report.puzzles, "puzzle")
                memory.restore_limit()
        except KeyboardInterrupt:
            # this may be hours of work: report what is done
            watchdog.begin_report()
            code = LIMIT
            warn(f"stopped after {counted(report.puzzles, 'puzzle')}")
        except MemoryError:
            watchdog.begin_report()
            code = LIMIT
            warn(memory.lift_limit())
        finally:
            runs.close()
    report_skipped_files(sources)
    seconds = time.perf_counter() - start
    if options.format == "json":
        times = {"seconds": round(seconds, 6), "sums": {stage: round(s, 6) for stage, s in report.sums().items()}}
        print_json({"genres": report.genres(), **times, **({"each": each} if options.each else {})})
    elif report.puzzles:
        print(benchmark.table(report, seconds))
        for message in failed:
            print_line(message)
    return code


def _runs(options: argparse.Namespace, sources: Any) -> Generator[dict[str, Any], None, None]:
    """Yield the records of all puzzles, solver by solver; the first solver reads ``sources``."""
    first, *others = options.solver
    if others and "-" in options.files:
        raise InputError("standard input can be read only once: several solvers need a file", "-")
    for solver in (first, *others):
        puzzles = sources if solver == first else sources_of(options, limit=options.limit)
        yield from benchmark.run(
            puzzles, genre=options.genre, jobs=options.jobs, solver=solver, formulation=options.formulation,
            time_limit=options.time_limit, threads=options.threads or 1,
        )  # fmt: skip


def _code(record: dict[str, Any]) -> int:
    """Return the exit code for a puzzle: an answer that differs from the recorded one is wrong."""
    if record["status"] == "failed":
        return BAD_INPUT if record["failed"] == "input" else LIMIT
    if record["status"] == "unknown":
        return LIMIT
    differs = record["status"] == "unique" and record["equal"] is False
    return NOT_SOLVED if differs or record["status"] == "none" else SOLVED
