"""What the commands for many puzzles read, one puzzle after another; bad ones are reported, counted and left out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeVar

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import watch
from pencilp.cli.output import complain
from pencilp.errors import LimitReached, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from pencilp.board.puzzle import Puzzle
    from pencilp.formats.reading import Unread
    from pencilp.formats.sources import Sources
    from pencilp.reformulate.linear.program import Program


T = TypeVar("T")

NOT_READ = "stopped: the time limit was reached before {} was read"
MAX_NAMED = 5
"""So many files that are passed over are named."""


def sources_of(options: argparse.Namespace, *, without: str = "", limit: int | None = None) -> Sources:
    """Return the sources that a command was given; the arguments are those of ``Sources``.

    Raise InputError for a wrong genre.
    """
    from pencilp.formats.sources import Sources

    if options.genre:
        from pencilp.genres import find

        find(options.genre)
    return Sources(options.files, options.genre, without=without, limit=limit)


def find_genre(options: argparse.Namespace) -> None:
    """Put the name of the genre for a file with one of the user's own, which is run within the time limit.

    Raises LimitReached when it takes longer.
    """
    from pencilp import genres

    limit = watch.until(getattr(options, "time_limit", None), anew=False)
    options.genre = _in_time(lambda: genres.name_of(options.genre), limit, "the genre")
    watch.until(None)


def read(unread: Unread, genre: str | None, time_limit: float | None) -> Puzzle:
    """Return a puzzle. Raise InputError, and LimitReached when reading it takes longer than the limit."""
    return _in_time(lambda: unread.read(genre), time_limit, "the puzzle")


def _in_time(work: Callable[[], T], seconds: float | None, what: str) -> T:
    try:
        return TimeLimit(seconds).run(work)
    except TimeLimitReached:
        raise LimitReached(NOT_READ.format(what)) from None


def tell_remarks(unread: Unread, puzzle: Puzzle) -> None:
    """Tell what a person should know of how a puzzle was read."""
    for line in unread.remarks(puzzle):
        complain(line)


def tell_remarks_of(program: Program, path: str) -> None:
    """Say what a person should know about how a program was read from a file."""
    for line in program.remarks:
        complain(shown(f"{path}: {line}"))


def tell_passed_over(sources: Sources) -> None:
    """Tell which files of the folders were no puzzles."""
    if sources.not_followed:
        complain(f"links to folders are not followed: {', '.join(sources.not_followed[:MAX_NAMED])}")
    passed = sources.passed_over
    if passed:
        named = ", ".join(passed[:MAX_NAMED]) + (", ..." if len(passed) > MAX_NAMED else "")
        what = (
            "a file was passed over, whose name does"
            if len(passed) == 1
            else f"{len(passed)} files were passed over, whose names do"
        )
        complain(f"{what} not end like a puzzle: {named}")


def tell_left_out(number: int, total: int) -> None:
    """Tell how many puzzles were bad."""
    if number:
        complain(f"{number} of {total} puzzles {'was' if number == 1 else 'were'} left out: see above")
