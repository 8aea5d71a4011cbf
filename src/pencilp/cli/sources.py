"""The input of commands for several puzzles; bad puzzles are reported, counted and left out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeVar

from pencilp import genres
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import watchdog
from pencilp.cli.output import LIMIT, warn
from pencilp.errors import LimitReached, shown
from pencilp.formats.sources import Sources
from pencilp.genres import find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pencilp.board.puzzle import Puzzle
    from pencilp.formats.reading import Unread
    from pencilp.formats.sources import Sources
    from pencilp.reformulate.linear.program import Program


T = TypeVar("T")

NOT_READ = "stopped: the time limit was reached before {} was read"
MAX_NAMED = 5
"""Skipped files that are named."""


def sources_of(options: argparse.Namespace, *, without: Sequence[str] = (), limit: int | None = None) -> Sources:
    """Return the sources of a command; the arguments are those of ``Sources``. Raise InputError for a wrong genre."""
    if options.genre:
        find(options.genre)
    return Sources(options.files, options.genre, without=without, limit=limit)


def find_genre(options: argparse.Namespace) -> None:
    """Replace ``options.genre``, if it is a file with a user's own genre, by the genre's name.

    Raise LimitReached if loading the file takes longer than the time limit.
    """
    limit = watchdog.set_deadline(getattr(options, "time_limit", None), anew=False)
    options.genre = _in_time(lambda: genres.name_of(options.genre), limit, "the genre")
    watchdog.set_deadline(None)


def read(unread: Unread, genre: str | None, time_limit: float | None) -> Puzzle:
    """Return a puzzle. Raise InputError, or LimitReached if reading takes longer than ``time_limit`` seconds."""
    return _in_time(lambda: unread.read(genre), time_limit, "the puzzle")


def report_not_read() -> int:
    """Report that the time was up before the puzzle was read, and return the exit code."""
    warn(NOT_READ.format("the puzzle"))
    return LIMIT


def _in_time(work: Callable[[], T], seconds: float | None, what: str) -> T:
    try:
        return TimeLimit(seconds).run(work)
    except TimeLimitReached:
        raise LimitReached(NOT_READ.format(what)) from None


def report_remarks(unread: Unread, puzzle: Puzzle) -> None:
    """Print the remarks on how a puzzle was read."""
    for line in unread.remarks(puzzle):
        warn(line)


def report_program_remarks(program: Program, path: str) -> None:
    """Print the remarks on how a program was read from a file."""
    for line in program.remarks:
        warn(shown(f"{path}: {line}"))


def report_skipped_files(sources: Sources) -> None:
    """Print which files in folders were skipped."""
    if sources.not_followed:
        warn(f"links to folders are not followed: {', '.join(sources.not_followed[:MAX_NAMED])}")
    if sources.outputs:
        warn(f"records of earlier batches are not read as puzzles: {_listed(sources.outputs)}")
    passed = sources.passed_over
    if passed:
        what = (
            "a file was skipped, because its name does"
            if len(passed) == 1
            else f"{len(passed)} files were skipped, because their names do"
        )
        warn(f"{what} not end like a puzzle: {_listed(passed)}")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MAX_NAMED]) + (", ..." if len(names) > MAX_NAMED else "")


def report_left_out(number: int, total: int) -> None:
    """Print how many puzzles were left out."""
    if number:
        warn(f"{number} of {total} puzzles {'was' if number == 1 else 'were'} left out: see above")
