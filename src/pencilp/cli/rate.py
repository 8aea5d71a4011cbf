"""``pencilp rate``: how hard puzzles are."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pencilp._util.timeout import TimeLimit
from pencilp.analysis.rate import rate
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.each_puzzle import each_puzzle, json_line
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, name_entry, print_line
from pencilp.cli.records import row
from pencilp.cli.sources import read, report_remarks
from pencilp.errors import shown

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread

TAKES = "PUZZLE [PUZZLE ...]"
EXAMPLES = (
    ("pencilp example akari -o akari.txt", "a puzzle to try it with"),
    ("pencilp rate akari.txt", "its level and its number, and why"),
    ("pencilp rate akari.txt --format json", "all parts of the rating, for programs"),
    ("pencilp rate akari.txt --format csv", "a table of all puzzles that you name"),
    (
        "pencilp rate akari.txt --time-limit 5",
        "for large puzzles: at least so hard, as far as that is found in 5 seconds",
    ),
)
EXITS = {
    SOLVED: "the puzzle has exactly one answer, and was rated",
    NOT_SOLVED: "the puzzle has no answer, or several, and so no rating",
    LIMIT: "stopped by a limit; the puzzle is at least as hard as was printed",
}
COLUMNS = (
    "file", "genre", "name", "status", "level", "number", "finished", "filled", "places", "hardest", "hardest_cost",
    "cost", "steps", "chains", "longest", "sets", "trials", "bottlenecks", "seconds", "error",
)  # fmt: skip
"""The columns of a table."""


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzles(parser)
    shared.genre(parser)
    parser.add_argument(
        "--format",
        choices=("text", "json", "csv"),
        default="text",
        help="print a line for each puzzle (text, default), an object with all parts (json), or a table (csv)",
    )
    shared.time_for_each(parser)
    shared.memory(parser)


def run(options: argparse.Namespace) -> int:
    """Rate every puzzle."""
    data = _Table().text if options.format == "csv" else json_line

    def question(unread: Unread, options: argparse.Namespace, progress: ProgressLine, alone: bool) -> int:
        return _rate(unread, options, progress, alone, data)

    return each_puzzle(options, "rating", question, data=data)


class _Table:
    """A table: its head stands before the first row."""

    def __init__(self) -> None:
        self._begun = False

    def text(self, record: dict[str, Any]) -> str:
        """Return the row of a record, with the head before the first one."""
        head = "" if self._begun else row(COLUMNS)
        self._begun = True
        return head + row([record.get(column) for column in COLUMNS])


def _rate(
    unread: Unread,
    options: argparse.Namespace,
    progress: ProgressLine,
    alone: bool,
    data: Callable[[dict[str, Any]], str],
) -> int:
    """Rate one puzzle, print the result, and return the exit code."""
    clock = TimeLimit(watchdog.set_deadline(options.time_limit))
    puzzle = read(unread, options.genre, clock.left())
    report_remarks(unread, puzzle)
    result = rate(puzzle, time_limit=clock.left())
    if options.format != "text":
        label = unread.place if unread.alone else f"{unread.place}#{unread.number}"
        record = {"file": label, "genre": puzzle.genre.name, **name_entry(puzzle), **result.record()}
        progress.print(data(record), end="")
    elif alone:
        print_line(result.text)
    else:
        progress.print(shown(f"{unread.label(puzzle.name)}: {result.text}"))
    if result.status in ("none", "multiple"):
        return NOT_SOLVED
    return SOLVED if result.finished else LIMIT
