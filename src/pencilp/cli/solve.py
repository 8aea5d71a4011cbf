"""``pencilp solve``: solve puzzles. For LP and MPS files see ``solve_program.py``.

Answers are shown as soon as they are found, and only the necessary ones are kept: there may be millions. If a search is stopped,
the answers found so far are reported and written.
"""

from __future__ import annotations

import argparse
import time
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from pencilp import api
from pencilp._util.decode import decoded
from pencilp._util.read_limited import read_bytes
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import memory, no_answer, relax, watchdog
from pencilp.cli import options as shared
from pencilp.cli.destinations import Folder, Item, is_folder
from pencilp.cli.files import check_backup, check_fit, check_solved_target, check_values, ending
from pencilp.cli.output import (
    BAD_INPUT,
    LIMIT,
    NOT_SOLVED,
    SOLVED,
    ProgressLine,
    answer_record,
    drawn,
    notes_of,
    time_text,
    to_json,
    warn,
)
from pencilp.cli.records import Records
from pencilp.cli.report import PUZZLE_ERRORS, STOPS, SolveReport
from pencilp.cli.rewrite_file import file_of
from pencilp.cli.sources import (
    read,
    report_left_out,
    report_not_read,
    report_program_remarks,
    report_remarks,
    report_skipped_files,
    sources_of,
)
from pencilp.draw.marks import differing
from pencilp.errors import InputError, NotWritten, SolverMissing, counted, shown
from pencilp.formats.mathprog_data import is_model
from pencilp.formats.reading import MODELS
from pencilp.solvers import check_jobs

if TYPE_CHECKING:
    from pencilp.cli.destinations import File, Folder
    from pencilp.cli.rewrite_file import InPlace
    from pencilp.formats.reading import Unread


PROGRAMS = (".lp", ".mps", ".lp.gz", ".mps.gz")
"""The endings of files with programs."""
INTERRUPTIONS = (KeyboardInterrupt, MemoryError)
"""After these, nothing is known about a puzzle without an answer."""
DRAW_SECONDS = 0.25
"""Seconds for drawing a board without an answer when the time is up; the watchdog waits longer."""
RECORDS = ("json", "jsonl", "csv")
"""The formats with a record for each puzzle."""
ALSO_PRINTED = ("jsonl", "csv")
"""Records that are also printed when a folder is written."""
ONLY_FILES = ("png", "xlsx")
"""The formats that are never printed."""
COUNTED_AS = {
    "unique": "with one answer", "multiple": "with several", "none": "without an answer", "unknown": "not solved",
    "found": "with an answer that may not be the only one", "failed": "left out",
}  # fmt: skip
"""The words with which puzzles are counted, by their status."""


NOT_WITH_RELAX = {
    "common": "an LP relaxation is no answer",
    "explain": "an LP relaxation is no answer",
    "repair": "an LP relaxation is no answer",
    "show_variables": "an LP relaxation is no answer",
    "distinct": "an LP relaxation is no answer",
    "model": "the program is relaxed by itself, as in pencilp solve own.lp --relax",
    "jobs": "an LP relaxation is no search",
}
"""The options that do not go with ``--relax``, each with the reason."""

TAKES = "PUZZLE [PUZZLE ...]"
EXAMPLES = (
    ("pencilp example norinori-p01 -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp solve puzzle.txt", "draw the answer; is it the only one?"),
    ("pencilp solve puzzle.txt -o answer.svg", "the answer as a picture"),
    ("pencilp solve puzzle.txt --solver highs --format json", "by another solver, for programs to read"),
    ("pencilp solve 'https://puzz.link/p?norinori/5/5/cag4ocjo'", "a puzzle that someone sent as a link"),
)
EXITS = {
    SOLVED: "an answer was found, and as many as --count asks for",
    NOT_SOLVED: "it is proved that there is no answer",
    LIMIT: "stopped by a limit, by Ctrl-C, or by a solver that is missing or fails; what was found by then is kept",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "files",
        metavar="PUZZLE",
        nargs="+",
        help="files with puzzles (texts, links, Excel sheets, ...), folders of them, links, or - for what is piped in; or an "
        "integer program, as an .lp or .mps file, or a MathProg model (.mod)",
    )
    group = parser.add_argument_group("what to search for")
    shared.genre(group)
    group.add_argument(
        "--count",
        type=shared.count,
        metavar="N",
        help="stop after N answers; 0: find all (default 2: enough to know whether the first is the only one)",
    )
    group.add_argument(
        "--common",
        action="store_true",
        help="if there are several answers, show only what they have in common",
    )
    shared.old_name(group, "--facts", "common", action="store_true")
    group.add_argument(
        "--distinct",
        metavar="NAMES",
        help="for an .lp or .mps file: look for solutions that differ in the columns of these names, as in A,B; x means all of "
        "x(1,2), x[1,2], ...",
    )
    no_answer.options(group)
    relax.options(group)
    group = parser.add_argument_group("how to show the answer")
    group.add_argument(
        "--format",
        choices=("text", "svg", "json", "jsonl", "csv", *ONLY_FILES),
        help="print a drawing (text, default), a picture (svg), or data for programs: json, jsonl (a line for each puzzle, with "
        "--count also one for each answer as soon as it is found), csv (a table). With a folder this says what its files are: "
        "text, svg, png, xlsx or json",
    )
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the answer to FILE; its ending says how: .txt, .svg, .png, .xlsx, .xlsm, or as data .json, .jsonl, .csv. "
        "A folder, as in -o answers/, gets a file for each puzzle. For an .lp or .mps file: .json, or .sol as SCIP writes it",
    )
    shared.lossy(group)
    shared.show_variables(group)
    group.add_argument(
        "--all-variables", action="store_true", help="for an .lp or .mps file, also list the variables that are 0"
    )
    shared.old_name(group, "--all-columns", "all_variables", action="store_true")
    shared.drawing(group)
    shared.ascii_only(group)
    group = parser.add_argument_group("how to solve it")
    shared.solving(
        group,
        None,
        "the solver: clasp (default for puzzles) or highs (default for a program with an objective, or one that clasp cannot "
        "take), and as extras scip, glpk, cbc, cpsat; or external:COMMAND, a program that reads LP files",
    )
    shared.jobs(group)
    shared.formulation(group, None)
    group.add_argument(
        "--model",
        metavar="FILE",
        help="solve this .lp or .mps file, exported from the puzzle and edited by hand",
    )
    shared.writes(group)


def run(options: argparse.Namespace) -> int:
    """Solve, write and print puzzles, an LP or MPS file, or a MathProg model (``options.files``)."""
    # with --genre, a MathProg file is a puzzle as data
    models = [p for p in options.files if p.lower().endswith(MODELS) and not options.genre and _is_model(p)]
    if models:
        if len(options.files) > 1:
            raise InputError(
                f"a model with its data is for pencilp run: pencilp run {' '.join(options.files)}", models[0]
            )
        (options.puzzle,) = models
        return _run(options)
    check_backup(options, to_file=options.output is not None)
    options.streamed = options.count is not None
    options.count = 2 if options.count is None else options.count
    check_jobs(options.jobs, options.parts, options.solver or "clasp", options.threads, options.count)
    programs = [path for path in options.files if path.lower().endswith(PROGRAMS)]
    if options.relax:
        return _relax(programs, options)
    if options.common:
        _check_common(options, program=bool(programs))
    if programs:
        from pencilp.cli import solve_program  # only for LP and MPS files

        _check_single(programs, options)
        for option, what in (
            ("jobs", "no answers to divide into parts"),
            ("repair", "no clues"),
            ("show_variables", "no published formulation"),
            ("model", "no puzzle"),
        ):
            if getattr(options, option):
                raise InputError(f"a program has {what}", f"--{option.replace('_', '-')}")
        return solve_program.run(options)
    if options.all_variables:
        raise InputError("only LP and MPS files have columns", "--all-variables")
    if options.distinct is not None:
        raise InputError("only LP and MPS files have columns; answers to a puzzle differ on the board", "--distinct")
    if options.model is not None:
        _check_model(options)
    else:
        options.solver = options.solver or "clasp"
    return _solve_all(options)


def _solve_all(options: argparse.Namespace) -> int:
    """Solve all puzzles of all sources, one after another."""
    folder = _checked_target(options)
    sources = sources_of(options, without=[options.output] if folder else ())
    if sources.endless:
        watchdog.set_deadline(options.time_limit, anew=False)
    puzzles = iter(sources)
    first = list(islice(puzzles, 2))
    several = sources.several or len(first) > 1
    if several and options.format == "svg" and not folder:
        raise InputError("several pictures need a folder: name one, as in -o answers/", "--format")
    if several and options.model is not None:
        raise InputError("this is the program of one puzzle, but there are several", "--model")
    if several and options.parts is not None:
        raise InputError("this is the file of one puzzle, but there are several", "--parts")
    kind = options.format
    options.keeps_all = kind == "json" or ending(options.output or "") == ".json"
    if folder or (options.output is not None and kind is None):
        options.format = kind if kind in ALSO_PRINTED else "status"
    options.format = options.format or "text"
    target: Folder | File | InPlace | None = None
    if folder:
        target = Folder(options.output, None if kind in ALSO_PRINTED else kind, options, sources)
    elif options.output is not None:
        target = file_of(options.output, options, sources, first, several=several)
    whole = _Run(options, target, several=several)
    # if there are several puzzles, the time limit ends one of them, and not the run
    clock = TimeLimit(watchdog.set_deadline(None if several else options.time_limit, anew=False))
    try:
        with ProgressLine(options) as progress:
            whole.progress = progress
            for number, unread in enumerate(chain(first, puzzles), 1):
                whole.solve(unread, number, options.time_limit if several else clock.left())
    except BaseException as error:
        watchdog.begin_report()
        whole.finish(error)
        raise
    watchdog.begin_report()
    whole.finish(None)
    report_skipped_files(sources)
    return whole.code


def _relax(programs: list[str], options: argparse.Namespace) -> int:
    """Print the LP relaxation of a program, or of a puzzle's program."""
    relax.check(
        options,
        {**NOT_WITH_RELAX, "count": "there is one LP relaxation"} if options.streamed else NOT_WITH_RELAX,
    )
    clock = TimeLimit(watchdog.set_deadline(options.time_limit, anew=False))
    if programs:
        from pencilp.solvers.programs.solve import program_from_file  # only for LP and MPS files

        _check_single(programs, options)
        try:
            program = clock.run(lambda: program_from_file(options.puzzle))
        except TimeLimitReached:
            return report_not_read()
        report_program_remarks(program, options.puzzle)
        return relax.show(program, options, clock.left())
    from pencilp.analysis.linear_programs import program_of  # only with --relax

    puzzles = list(islice(sources_of(options), 2))
    if len(puzzles) != 1:
        raise InputError("this takes one puzzle or program at a time", "--relax")
    puzzle = read(puzzles[0], options.genre, clock.left())
    report_remarks(puzzles[0], puzzle)
    try:
        program = clock.run(lambda: program_of(puzzle, options.formulation or "rules"))
    except TimeLimitReached:
        return report_not_read()
    return relax.show(program, options, clock.left(), puzzle.name)


def _check_single(programs: list[str], options: argparse.Namespace) -> None:
    """Refuse a program among other files; set ``options.puzzle`` to the only file."""
    if len(options.files) > 1:
        raise InputError("a program is solved by itself: name one file only", programs[0])
    (options.puzzle,) = options.files


def _checked_target(options: argparse.Namespace) -> bool:
    """Return whether ``-o`` names a folder. Raise InputError if it cannot be written, or if the format needs a file."""
    folder = False
    if options.output is not None:
        folder = is_folder(options.output, options.files)
    if options.format in ONLY_FILES and not folder:
        raise InputError(
            f"this format is written to files: name one ending in .{options.format}, or a folder, by -o", "--format"
        )
    if options.output is not None and not folder:
        check_solved_target(options.output)
    return folder


class _Run:
    """A run: each puzzle is solved, shown, written and released."""

    def __init__(self, options: argparse.Namespace, target: Folder | File | InPlace | None, *, several: bool) -> None:
        self.options, self.target, self.several = options, target, several
        self.progress: ProgressLine = ProgressLine(options)
        self.code = SOLVED
        self.counts: dict[str, int] = {}
        self._start = time.perf_counter()
        self._records = None
        if options.format in RECORDS:
            self._records = Records(options.format, self._print, several=several)

    def _print(self, text: str) -> None:
        """Print a piece of a text, without a newline."""
        self.progress.print(text, end="")

    def solve(self, unread: Unread, number: int, time_limit: float | None) -> None:
        """Solve one more puzzle.

        If there are several, one that cannot be read or solved is reported and counted, and the others go on.
        """
        memory.restore_limit()
        solved = SolveReport(None, number, self.options)
        solved.unread = unread
        try:
            self._read(solved, unread, time_limit)
            _solve(solved, time_limit, self.options, self.progress)
            memory.puzzle_done = self.several
        except STOPS as error:
            solved.stopped = error
        if self.several and isinstance(solved.stopped, MemoryError):
            # drop the exception first: its traceback holds the memory of the search
            solved.stopped = None
            solved.stopped = memory.limit_error()
        elif isinstance(solved.stopped, MemoryError):
            memory.lift_limit()
        stopped = solved.stopped
        if stopped is None or (
            self.several and isinstance(stopped, PUZZLE_ERRORS) and not isinstance(stopped, SolverMissing)
        ):
            if isinstance(stopped, PUZZLE_ERRORS):
                warn(unread.says(stopped))
            self._show(solved, unread)
            return
        if solved.searched:
            watchdog.begin_report()
            self._show(solved, unread)
        elif self._records is not None and isinstance(
            stopped, SolverMissing if self.options.format == "json" else PUZZLE_ERRORS
        ):
            self._records.add(solved)  # every puzzle has a record
        raise stopped

    def _read(self, solved: SolveReport, unread: Unread, time_limit: float | None) -> None:
        start = time.perf_counter()
        try:
            puzzle = read(unread, self.options.genre, time_limit)
        finally:
            solved.seconds = {"read": time.perf_counter() - start}
        check_values(self.options, [puzzle])
        if self.target is not None and not isinstance(self.target, Folder):
            check_fit(self.target.path, [puzzle], unread.source, lossy=self.options.lossy)
        solved.puzzle = puzzle
        report_remarks(unread, puzzle)

    def _show(self, solved: SolveReport, unread: Unread) -> None:
        """Write and print the result of a puzzle."""
        self.code = max(self.code, solved.code)
        try:
            if solved.answers or not isinstance(solved.stopped, INTERRUPTIONS):
                with watchdog.DeferSignals():
                    self.counts[solved.reported_status] = self.counts.get(solved.reported_status, 0) + 1
                    self._write(solved, unread)
        finally:
            self.progress.label = counted(solved.number, "puzzle") if self.several else self.progress.label
            if self._records is not None:
                self._records.add(solved)
            elif solved.searched:
                _show_end(solved, self.options, self.progress, named=self.several)

    def _write(self, solved: SolveReport, unread: Unread) -> None:
        if self.target is None:
            return
        try:
            self.target.add(Item(unread, solved.puzzle, next(iter(solved.answers), None), solved.verdict, solved))
        except InputError as error:
            if isinstance(error, NotWritten) or not self.several:
                raise
            warn(unread.says(error))
            self.code = max(self.code, BAD_INPUT)

    def finish(self, error: BaseException | None) -> None:
        """Finish the output after the last puzzle, or after an ``error`` that ends the run."""
        if self.target is not None:
            if isinstance(error, NotWritten):
                self.target.drop()
            else:
                self.target.finish()
        if self._records is not None:
            self._records.finish()
        total = sum(self.counts.values())
        if self.several and self._records is None:
            text = ", ".join(f"{n} {COUNTED_AS[status]}" for status, n in self.counts.items())
            if total:
                self.progress.print(f"{counted(total, 'puzzle')} in {time.perf_counter() - self._start:.2f} s: {text}")
        if self.several:
            report_left_out(self.counts.get("failed", 0), total)


def _is_model(path: str) -> bool:
    """Return whether a file is a MathProg model, not a puzzle as MathProg data."""
    try:
        return is_model(decoded(read_bytes(path)))
    except InputError as error:
        raise error.within(path) from None


def _run(options: argparse.Namespace) -> int:
    """Run a MathProg model as ``pencilp run`` does, and return the exit code."""
    from pencilp.cli import run  # only for MathProg models

    for option in (
        "model",
        "common",
        "show_variables",
        "repair",
        "format",
        "all_variables",
        "distinct",
        "output",
        "backup",
    ):
        if getattr(options, option) and not (
            options.relax and option in ("format", "all_variables", "output", "backup")
        ):
            name = "-o" if option == "output" else f"--{option.replace('_', '-')}"
            raise InputError(
                "a MathProg model prints its own output: solve the file that pencilp export makes of it", name
            )
    options.model, options.data, options.statistics = options.puzzle, [], False
    return run.run(options)


def _check_common(options: argparse.Namespace, *, program: bool) -> None:
    """Refuse options that do not go with ``--common``."""
    if program:
        raise InputError("this is for puzzles, and not for programs", "--common")
    if options.solver not in (None, "clasp"):
        raise InputError("only clasp can be used with --common", "--solver")
    if options.formulation not in (None, "rules"):
        raise InputError("--common takes only the formulation rules", "--formulation")
    if options.count != 2:
        raise InputError("--common considers all answers: leave this out", "--count")
    if options.show_variables:
        raise InputError("this does not go with --common", "--show-variables")
    if options.jobs is not None:
        raise InputError("this does not go with --common", "--jobs")


def _check_model(options: argparse.Namespace) -> None:
    """Refuse options that do not go with ``--model``."""
    if not options.model.lower().endswith(PROGRAMS):
        raise InputError("--model takes an .lp or .mps file, as pencilp export writes them", options.model)
    if options.common:
        raise InputError("this does not go with --model", "--common")
    if options.jobs is not None:
        raise InputError("this does not go with --model", "--jobs")
    if options.repair:
        raise InputError("an edited program has rows, and no clues to change", "--repair")
    if options.show_variables:
        raise InputError("an answer of an edited program may not fit the published formulation", "--show-variables")


def _solve(solved: SolveReport, time_limit: float | None, options: argparse.Namespace, progress: ProgressLine) -> None:
    """Solve a puzzle that was read, and show answers as soon as they are found. The caller writes records and the result."""

    read, puzzle = solved.seconds["read"], solved.puzzle
    if options.show_variables:
        from pencilp.analysis.published_variables import published_values  # only with --show-variables
    if options.common:
        _find_common(solved, time_limit, options)
        solved.searched = True
    else:
        search: Any = _answers(puzzle, time_limit, options)
        solved.searched = True
        try:
            whole = watchdog.DeferSignals()
            for answer in search:
                text = ""
                first = None
                if options.count == 2 and solved.answers:
                    first = solved.answers[0]
                    solved.differing = differing(puzzle, first, answer)
                if options.show_variables:
                    answer.extra = published_values(answer, options.show_variables)
                if options.format == "text":
                    text = drawn(puzzle, answer, options, compare=first)
                elif options.format == "jsonl" and options.streamed:
                    text = to_json({"puzzle": solved.number, "answer": answer_record(answer)})
                if not solved.answer_count:
                    watchdog.set_deadline(None)  # let the output of the answer finish
                with whole:
                    solved.add(answer)
                    if text:
                        progress.print(text)
        except STOPS as error:
            solved.stopped = error
            # without a solver there was no search to report
            solved.searched = solved.answer_count > 0 or not isinstance(error, SolverMissing)
        finally:
            search.close()
        solved.status, solved.complete, solved.solver = search.status, search.complete is True, search.solver
        solved.seconds = search.seconds
        solved.objective = getattr(search, "objective", None)
        program = getattr(search, "program", None)
        if program is not None and not solved.complete and solved.stopped is None:
            from pencilp.cli.solve_program import not_done  # only with --model

            warn(f"{options.model}: {not_done(program, solved.solver)}")
    if solved.code == NOT_SOLVED:
        try:
            left = None if time_limit is None else max(0.0, time_limit - solved.seconds["total"])
            if options.model is None:
                solved.explanation = no_answer.explanation(puzzle, left, options)
            elif options.explain:
                from pencilp.solvers.programs.solve import program_from_file  # only with --model

                solved.contradiction = no_answer.program_conflict(program_from_file(options.model), left)
        except STOPS as error:
            solved.stopped = error
    if options.repair and solved.stopped is None and solved.status in ("none", "multiple"):
        try:
            solved.repair = no_answer.repair(
                puzzle, None if time_limit is None else max(0.0, time_limit - solved.seconds["total"])
            )
        except STOPS as error:
            solved.stopped = error
    solved.seconds = {"read": read, **solved.seconds, "total": solved.seconds["total"] + read}


def _answers(puzzle: Any, time_limit: float | None, options: argparse.Namespace) -> Any:
    """Return an iterator of answers: of the puzzle, or of an edited program of it."""
    how = {"count": options.count, "time_limit": time_limit, "threads": options.threads}
    if options.model is None:
        parts = {"jobs": options.jobs, "parts": options.parts}
        return api.answers(puzzle, options.solver, formulation=options.formulation or "rules", **parts, **how)
    from pencilp.analysis import edited_program  # only with --model

    def say(why: str) -> None:
        warn(f"{options.model}: {why}")

    return edited_program.answers(
        puzzle, options.model, options.solver, formulation=options.formulation, say=say, **how
    )


def _picture(solved: SolveReport, answer: Any, options: argparse.Namespace) -> str:
    """Return a picture of an answer, or of the puzzle alone."""
    from pencilp.draw.svg import to_svg  # only for pictures

    return to_svg(solved.puzzle, answer, orientation=options.orientation, marked=solved.marked, title=options.title)


def _find_common(solved: SolveReport, time_limit: float | None, options: argparse.Namespace) -> None:
    """Find the common values of all answers."""
    from pencilp.analysis.common import common  # only with --common

    solved.common = result = common(solved.puzzle, time_limit=time_limit, threads=options.threads)
    solved.answers = [result.answer] if result.answer is not None else []
    solved.status, solved.complete, solved.solver = result.status, result.status != "unknown", result.solver
    solved.seconds = result.seconds


def _show_end(solved: SolveReport, options: argparse.Namespace, progress: ProgressLine, *, named: bool) -> None:
    """Print the result of a puzzle after its search; with ``named``, print its name, too."""
    first = solved.answers[0] if solved.answers else None
    if options.format == "svg":
        progress.print(_picture(solved, first, options))
        return
    if options.format == "text" and not solved.answer_count:
        try:
            board = TimeLimit(DRAW_SECONDS if first is None and solved.code == LIMIT else None).run(
                lambda: drawn(solved.puzzle, first, options, marked=solved.marked)
            )
        except TimeLimitReached:
            pass  # skip the drawing: the board is large, and there is no answer
        else:
            progress.print(board)
    if options.format == "status" and first is not None and first.broken is not None:
        for note in notes_of(first):
            warn(f"note: {note}")
    if solved.objective is not None:
        from pencilp.cli.solve_program import number_of  # only with --model

        progress.print(f"objective {number_of(solved.objective)}")
    name = f"{solved.label}: " if named else f"{solved.name}: " if solved.name else ""
    progress.print(shown(f"{name}{solved.summary()} {time_text(solved.solver, solved.seconds)}"))
    if options.format == "status" and named and not options.explain:
        return  # one line for each of several puzzles
    if solved.common is not None and first is not None and options.format == "text":
        from pencilp.draw.drawn import hidden  # only with --common

        if cells := hidden(solved.puzzle, first):
            progress.print(no_answer.undecided(solved.puzzle, cells))
    if solved.differing:
        progress.print(no_answer.differences(solved.puzzle, solved.differing))
    if solved.code == NOT_SOLVED:
        lines = (
            no_answer.explanation_lines(solved.explanation, options)
            if options.model is None
            else no_answer.program_lines(solved.contradiction)
        )
        for line in lines:
            progress.print(shown(line))
    for line in () if solved.repair is None else solved.repair.lines:
        progress.print(shown(line))
