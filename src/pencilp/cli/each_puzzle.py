"""The loop of commands that answer a question about each puzzle, and may write one puzzle (``--write``)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from pencilp.cli import memory
from pencilp.cli.files import check_backup, check_puzzle_target
from pencilp.cli.output import BAD_INPUT, ProgressLine, code_of, to_json, warn
from pencilp.cli.sources import report_left_out, report_skipped_files, sources_of
from pencilp.errors import InputError, PencilpError, counted

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread

    Question = Callable[[Unread, argparse.Namespace, ProgressLine, bool], int]
    """A function that answers for a puzzle, prints that, and returns the exit code; at last, whether there is one puzzle only."""


def in_one_line(lines: Sequence[str]) -> str:
    """Return lines as one: an indented line belongs to the line before it."""
    return "".join(
        f" {line.strip()}" if line.startswith(" ") else f"; {line}" if number else line
        for number, line in enumerate(lines)
    )


def json_line(record: dict[str, Any]) -> str:
    """Return a record as JSON, with its line end."""
    return to_json(record) + "\n"


def each_puzzle(
    options: argparse.Namespace,
    label: str,
    question: Question,
    *,
    written: str = "",
    data: Callable[[dict[str, Any]], str] = json_line,
) -> int:
    """Return the highest exit code of a ``question`` about each puzzle.

    A puzzle that cannot be examined is reported and counted, and the others go on; a single one raises its error. ``label`` says
    what is being done, ``written`` is the puzzle that ``--write`` writes, if the command has this option. ``data`` returns the
    text of a record, unless ``--format`` is text.
    """
    target = options.write if written else None
    if written:
        check_backup(options, to_file=target is not None)
    if target is not None:
        check_puzzle_target(target)
    sources = sources_of(options)
    found = iter(sources)
    first = list(islice(found, 2))
    several = sources.several or len(first) > 1
    if several and target is not None:
        raise InputError(f"{written} is written for one puzzle at a time", "--write")
    codes: list[int] = []
    bad = 0
    with ProgressLine(options, label) as progress:
        for unread in chain(first, found):
            memory.restore_limit()
            try:
                codes.append(question(unread, options, progress, not several))
            except PencilpError as error:
                if options.format != "text":
                    progress.print(data({"file": unread.place, "error": unread.says(error)}), end="")
                if not several:
                    raise
                warn(unread.says(error))
                bad += isinstance(error, InputError)
                codes.append(code_of(error))
            progress.label = counted(len(codes), "puzzle")
    report_left_out(bad, len(codes))
    report_skipped_files(sources)
    return max(codes, default=BAD_INPUT)
