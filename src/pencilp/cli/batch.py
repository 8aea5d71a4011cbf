"""``pencilp batch``: records of many puzzles, in a file that loses nothing."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from pencilp.batches.engines import Engine
from pencilp.batches.out import OutFile, records_in
from pencilp.batches.run import Run, cores, engine_for
from pencilp.batches.tasks import DUPLICATE, TASKS, Settings, check_settings, result_of
from pencilp.cli import memory, tables, watchdog
from pencilp.cli import options as shared
from pencilp.cli.batch_summary import Summary
from pencilp.cli.files import check_no_input, check_target, ending
from pencilp.cli.output import (
    BAD_INPUT,
    LIMIT,
    NOT_SOLVED,
    SOLVED,
    duration_text,
    is_terminal,
    print_text,
    terminal_of_messages,
    to_json,
    warn,
)
from pencilp.cli.sources import report_skipped_files, sources_of
from pencilp.errors import InputError, counted, shown
from pencilp.formats.reading import holds_records
from pencilp.formats.writing import replace_file
from pencilp.genres.own import content_hash
from pencilp.solvers import check_installed

if TYPE_CHECKING:
    from pencilp.cli.batch_report import Report
    from pencilp.formats.sources import Sources

TAKES = "FILE [FILE ...]"
EXAMPLES = (
    ("pencilp example norinori-p01 -o one.txt", "puzzles to try it with"),
    ("pencilp example nurikabe -o two.txt", ""),
    ("pencilp batch one.txt two.txt -o out.jsonl", "a record for each; the same again goes on where it stopped"),
    ("pencilp batch one.txt two.txt -o all.jsonl --summary", "also a table of counts and times"),
    ("pencilp batch one.txt two.txt -o new.jsonl --expect unique", "exit code 0 if each has exactly one answer"),
    ("pencilp batch one.txt two.txt --do needless", "print the records of another task"),
)
EXITS = {
    SOLVED: "every puzzle is as --expect asks; without it: every puzzle has an answer, and the one in the file is right",
    NOT_SOLVED: "a puzzle is not as --expect asks, has no answer, or has another one than the file",
    LIMIT: "a limit was reached, a solver failed, or Ctrl-C; the same command goes on where it stopped",
}
MET: dict[str, Callable[[dict[str, Any]], bool]] = {
    "unique": lambda record: record["status"] == "unique",
    "answered": lambda record: record["status"] in ("unique", "multiple"),
    "right": lambda record: record["status"] == "right" or (record["status"] == "unique" and record["equal"] is True),
}
"""The expectations, and whether a record meets them."""
USUAL_WIDTH = 80
"""The columns of a terminal that does not know how many it has."""
LIVE_SECONDS, LINE_SECONDS, OFTEN_SECONDS = 0.5, 60.0, 10.0
"""Seconds between two messages of progress: on a terminal, elsewhere, and elsewhere with ``--progress``."""
TABLES = {".csv": tables.write_csv, ".parquet": tables.write_parquet}
"""The tables that are made from the file of records."""


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzle_files(parser)
    group = parser.add_argument_group("what to do")
    group.add_argument(
        "--do",
        choices=tuple(TASKS),
        default="solve",
        help="; ".join(f"{name}: {task.what}" for name, task in TASKS.items()) + " (default: solve)",
    )
    shared.genre(group)
    group.add_argument(
        "--expect",
        choices=tuple(MET),
        help="exit with code 0 only if every puzzle has exactly one answer (unique), has an answer (answered), or a whole answer "
        "in its file that is right and the only one (right); with --do check it may have others, which are not looked for",
    )
    group.add_argument(
        "--dedupe",
        action="store_true",
        help="do only the first of the puzzles that are equal, or the same when turned or mirrored; the records of the others "
        "say which one it is",
    )
    group = parser.add_argument_group("what to write and print")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="append a record for each puzzle to OUT.jsonl, and do no puzzle that has one there already; for OUT.csv or "
        "OUT.parquet the records are in OUT.csv.jsonl, and the table is made from them. Default: print the records",
    )
    group.add_argument(
        "--summary", action="store_true", help="print a table by genre, sizes, the slowest, and failures"
    )
    group.add_argument(
        "--report",
        metavar="FILE.html",
        help="write a report: counts, plots of times, the slowest, failures, and drawings of puzzles without exactly one answer",
    )
    group.add_argument("--quiet", action="store_true", help="print no progress and no message at the end")
    group.add_argument(
        "--progress", action="store_true", help="print a line of progress every ten seconds if there is no terminal"
    )
    group = parser.add_argument_group("how to do it")
    engines = group.add_mutually_exclusive_group()
    engines.add_argument(
        "--jobs",
        type=shared.few,
        # a text: argparse finds out that both options were given only if the values differ
        default=str(min(cores(), 64)),
        metavar="N",
        help="do N puzzles at the same time (default: as many as there are processors)",
    )
    engines.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the workers of a Dask cluster do them: tcp://HOST:PORT of its scheduler, its scheduler file, or local:N for "
        "a cluster of N processes on this machine",
    )
    group.add_argument(
        "--solver",
        type=shared.solver,
        default="clasp",
        metavar="NAME",
        help="the solver: clasp (default) or highs, and as extras scip, glpk, cbc, cpsat; or external:COMMAND",
    )
    group.add_argument("--time-limit", type=shared.seconds, metavar="SECONDS", help="the time for each puzzle")
    group.add_argument(
        "--memory-limit",
        dest="puzzle_memory",
        type=shared.megabytes,
        metavar="MB",
        help="the memory for each puzzle (default: three quarters of the free memory for all together; Linux only)",
    )
    shared.formulation(group)


def run(options: argparse.Namespace) -> int:
    """Do all puzzles that have no record yet, and return the exit code."""
    settings = Settings(
        options.do, options.genre, options.solver, options.formulation, options.time_limit, options.puzzle_memory,
        genre_file=content_hash(options.genre), dedupe=options.dedupe,
    )  # fmt: skip
    check_settings(settings)
    check_installed(options.solver)
    task = TASKS[options.do]
    if options.expect and options.expect not in task.expectations:
        raise InputError(f"with --do {options.do} this can be {' or '.join(task.expectations)}", "--expect")
    if options.dedupe and options.expect == "right":
        raise InputError(
            "duplicates are not solved, so their own answers are not compared: leave out --dedupe", "--expect"
        )
    records = _records_path(options)
    if options.report is not None:
        check_target(options.report, (".html",))
    if any(map(holds_records, options.files)):
        return _show_records(options)
    report = new_report() if options.report is not None else None
    written = [*filter(None, (options.output, records, options.report))]
    sources = sources_of(options, without=written)
    sources.check()
    for path in written:
        if sources.reads(path):
            raise InputError("it is an input file; name another file", path)
    engine = engine_for(settings, options.jobs, options.cluster, waits=sources.endless)
    out = None
    try:
        if records:
            code = partial(code_of_record, expect=options.expect)
            out = OutFile(records, str(settings), code, dedupe=options.dedupe)
        if out is not None and out.cut:
            warn(f"{records}:{out.cut}: a record that was half written is cut off; its puzzle is done again")
        return _run(options, settings, sources, engine, out, report)
    finally:
        engine.close()
        if out is not None:
            out.close()


def _records_path(options: argparse.Namespace) -> str:
    """Return the path of the file of records, "" if there is none. Raise InputError if it cannot be written."""
    path: str | None = options.output
    if path is None:
        return ""
    check_target(path, (".jsonl", *TABLES))
    if ending(path) == ".parquet":
        tables.import_parquet()
    return path if ending(path) == ".jsonl" else f"{path}.jsonl"


def _show_records(options: argparse.Namespace) -> int:
    """Print the summary of records of earlier batches, or write the report, and return the exit code."""
    other = next((path for path in options.files if not holds_records(path)), None)
    if other is not None:
        raise InputError(
            "these are no records of a batch, but other files are: name only records, or only puzzles", other
        )
    if options.output is not None:
        raise InputError("the input is records: only --summary and --report use them", "--output")
    if not options.summary and options.report is None:
        raise InputError("these are records of a batch: add --summary or --report, or name puzzles", options.files[0])
    report = new_report() if options.report is not None else None
    check_no_input(options.report or "", options.files)
    summary: Summary | None = None
    code = SOLVED
    for path in options.files:
        for record in records_in(path):
            task = record["settings"].partition(",")[0]
            summary = summary or Summary(Settings(task, dedupe=record["settings"].endswith(", dedupe")))
            summary.add(record)
            if report is not None:
                report.add(record)
            code = max(code, code_of_record(record, options.expect))
    if summary is None:
        raise InputError("there is no record in it", options.files[0])
    if options.summary:
        print_text(summary.text())
    if report is not None:
        save_report(report, options.report)
    return code


def new_report() -> Report:
    """Return an empty report. Raise InputError if its library is not installed."""
    from pencilp.cli.batch_report import Report  # only for reports

    return Report()


def save_report(report: Report, path: str) -> None:
    """Write a report, and replace an old one when it is whole."""
    replace_file(path, report.html().encode(errors="xmlcharrefreplace"))


def _run(
    options: argparse.Namespace, settings: Settings, sources: Sources, engine: Engine, out: OutFile | None,
    report: Report | None,
) -> int:  # fmt: skip
    whole = Run(sources, engine, settings, out, lambda record: code_of_record(record, options.expect))
    summary = Summary(settings)
    printed = out is None and not options.summary and report is None
    shown: list[Summary | Report] = [summary] if options.summary else []
    if report is not None:
        shown.append(report)
    progress = _Progress(options, whole, sources, live=not (printed and is_terminal()))
    code = SOLVED
    records = iter(whole)
    with progress:
        try:
            for record in records:
                if printed:
                    print_text(to_json(record))
                elif out is None:
                    for each in shown:
                        each.add(record)
        except KeyboardInterrupt:
            # the records are in the file: only the messages are left
            watchdog.begin_report()
            code = LIMIT
        except MemoryError:
            watchdog.begin_report()
            code = LIMIT
            warn(memory.lift_limit())
        finally:
            records.close()
    if out is not None:
        if options.output != out.path:
            TABLES[ending(options.output)](out.path, options.output, settings)
        if shown:
            for record in records_in(out.path):
                for each in shown:
                    each.add(record)
    if options.summary and summary.puzzles:
        print_text(summary.text(progress.seconds()))
    if report is not None:
        save_report(report, options.report)
    if not options.quiet:
        _report(whole, progress, sources, out, stopped=code == LIMIT)
    if code == SOLVED and not whole.skipped and not whole.counts:
        return BAD_INPUT
    return max(code, whole.code)


def code_of_record(record: dict[str, Any], expect: str | None) -> int:
    """Return the exit code for a puzzle."""
    if record["status"] == "failed":
        return BAD_INPUT if record.get("failed") == "input" else LIMIT
    if result_of(record) == "unknown":
        return LIMIT
    if record["status"] == DUPLICATE:
        return SOLVED  # its first puzzle is judged
    if expect:
        return SOLVED if MET[expect](record) else NOT_SOLVED
    differs = record["status"] == "unique" and record["equal"] is False
    return NOT_SOLVED if differs or record["status"] in ("none", "wrong") else SOLVED


def _report(whole: Run, progress: _Progress, sources: Sources, out: OutFile | None, *, stopped: bool) -> None:
    """Print the last messages."""
    done = sum(whole.counts.values())
    before = f"; {whole.skipped:,} had a record before" if whole.skipped else ""
    each = f": {progress.listed()}" if done else ""
    warn(f"{'stopped after ' if stopped else ''}{_many(done)} in {duration_text(progress.seconds())}{each}{before}")
    if stopped:
        if out is not None:
            warn("the same command goes on where this one stopped")
        return
    report_skipped_files(sources)
    number, named = whole.lost()
    if number:
        listed = ", ".join(f"{record['key']} ({record['id']})" for record in named)
        more = ", ..." if number > len(named) else ""
        verb = "record is" if number == 1 else "records are"
        warn(f"{number:,} {verb} of puzzles that are not in the input any more, or changed: {listed}{more}")


def _many(number: int) -> str:
    return counted(number, "puzzle").replace(str(number), f"{number:,}")


class _Progress:
    """Messages on standard error that say how far a run is; on a terminal two lines that change."""

    def __init__(self, options: argparse.Namespace, whole: Run, sources: Sources, *, live: bool) -> None:
        self._whole, self._sources = whole, sources
        self._columns = {**TASKS[options.do].statuses, DUPLICATE: DUPLICATE}
        self._live = live and terminal_of_messages()
        self._pause = LIVE_SECONDS if self._live else OFTEN_SECONDS if options.progress else LINE_SECONDS
        self._quiet = options.quiet or not (live or options.progress)
        self._start = time.perf_counter()
        self._end: float | None = None
        self._stop = threading.Event()
        self._first: tuple[float, float] | None = None
        """The time and the part of the input at the first message with a record."""

    def __enter__(self) -> None:
        self._thread = threading.Thread(target=self._show, daemon=True)
        if not self._quiet:
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._end = time.perf_counter()
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def seconds(self) -> float:
        """Return the time of the run."""
        return (self._end or time.perf_counter()) - self._start

    def listed(self) -> str:
        """Return the counts of this run: "3 unique, 1 failed"."""
        return ", ".join(
            f"{self._whole.counts[s]:,} {column}" for s, column in self._columns.items() if self._whole.counts[s]
        )

    def _show(self) -> None:
        below = 0
        while not self._stop.wait(self._pause):
            lines = [self._how_far(), self.listed()]
            if self._live:
                width = (os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_WIDTH) - 1
                back = f"\r\033[{below}A" if below else "\r"
                print(back + "\n".join(f"\033[K{line[:width]}" for line in lines), end="", file=sys.stderr, flush=True)
                below = len(lines) - 1
            else:
                warn("; ".join(filter(None, lines)))
        if below:
            print(f"\r\033[{below}A\033[J", end="", file=sys.stderr, flush=True)

    def _how_far(self) -> str:
        """Return how much is done: "1,200 puzzles (60 %), 40 a second, 20.0 s left"."""
        now, taken = time.perf_counter(), self._whole.taken
        done = sum(self._whole.counts.values())
        part = None if taken is None else self._sources.part_before(taken)
        if done and part is not None and self._first is None:
            self._first = now, part
        share = "" if part is None else f" ({100 * part:.0f} %)"
        before = f" and {self._whole.skipped:,} before" if self._whole.skipped else ""
        text = f"{_many(done)}{before}{share}, {done / (now - self._start):.1f} a second"
        if part is not None and self._first is not None and part > self._first[1]:
            left = (now - self._first[0]) * (1 - part) / (part - self._first[1])
            text += f", {duration_text(left)} left"
        remark = self._whole.remark()
        return shown(f"{text}; {remark}" if remark else text)
