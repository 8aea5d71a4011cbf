"""``pencilp repair``: the fewest clues to change so that a puzzle has exactly one answer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pencilp.analysis.phrases import Phrase, said
from pencilp.analysis.repair import repair
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.each_puzzle import each_puzzle, in_one_line
from pencilp.cli.files import save
from pencilp.cli.no_answer import repair_record
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, drawn, name_entry, print_line, to_json
from pencilp.cli.sources import read, report_remarks
from pencilp.errors import InputError, shown
from pencilp.genres.base import genre_of, lineage_of
from pencilp.translations import catalogue

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread


TAKES = "PUZZLE [PUZZLE ...]"
EXAMPLES = (
    ("pencilp new slitherlink 2x2 -o puzzle.txt", "a puzzle to try it with: it has several answers"),
    ("pencilp repair puzzle.txt", "which clue to add or to change"),
    ("pencilp repair puzzle.txt --write right.txt", "also write the puzzle with the first repair"),
    ("pencilp repair puzzle.txt --lang ja", "the same in Japanese"),
    ("pencilp repair puzzle.txt --format json", "for programs"),
)
EXITS = {
    SOLVED: "a repair was found, or the puzzle has exactly one answer already",
    NOT_SOLVED: "no repair was found",
    LIMIT: "stopped by a limit before a repair was found",
}
CODES = {"found": SOLVED, "right": SOLVED, "none": NOT_SOLVED, "unknown": LIMIT}
"""The exit code for each status of a repair."""


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzles(parser)
    shared.genre(parser)
    parser.add_argument(
        "--keep-answer",
        action="store_true",
        help="only repairs after which the answer in the file is the only one",
    )
    parser.add_argument(
        "--write", metavar="FILE", help="write the puzzle with the first repair, in a format that convert writes"
    )
    shared.words_or_data(parser)
    shared.language(parser)
    shared.time_for_each(parser)
    shared.memory(parser)
    shared.lossy(parser)
    shared.drawing(parser)
    shared.ascii_only(parser)


def run(options: argparse.Namespace) -> int:
    """Repair every puzzle."""
    catalogue(options.lang)  # if it cannot be read, no search begins
    return each_puzzle(options, "repairing", _repair, written="the repaired puzzle")


def _repair(unread: Unread, options: argparse.Namespace, progress: ProgressLine, alone: bool) -> int:
    """Repair one puzzle, print how, and return the exit code."""
    limit = watchdog.set_deadline(options.time_limit)
    puzzle = read(unread, options.genre, limit)
    report_remarks(unread, puzzle)
    if options.keep_answer and (puzzle.answer is None or not puzzle.answer.complete):
        raise InputError("there is no whole answer in the file to keep", "--keep-answer")
    result = repair(puzzle, answer=puzzle.answer if options.keep_answer else None, time_limit=limit)
    say = catalogue(options.lang, lineage_of(genre_of(puzzle)), steps=True)
    lines = [said(line, say) for line in result.lines]
    label = unread.place if unread.alone else f"{unread.place}#{unread.number}"
    if options.format == "json":
        record = {"file": label, "genre": puzzle.genre.name, **name_entry(puzzle), "answers": result.answers}
        progress.print(to_json({**record, **repair_record(result), "seconds": round(result.seconds, 6)}))
    elif not alone:
        progress.print(shown(f"{unread.label(puzzle.name)}: {in_one_line(lines)}"))
    else:
        for line in lines:
            print_line(line)
        if result.puzzles:
            several = len(result.puzzles) > 1
            head = Phrase("the puzzle with the first repair, which has a !:" if several else "the repaired puzzle:")
            print_line(said(head, say))
            marked = [change.mark for change in result.changes[0]]
            print(drawn(result.puzzles[0], None, options, marked=marked), end="")
    if options.write is not None and result.puzzles:
        save(options.write, [(result.puzzles[0], None)], "", options)
    return CODES[result.status]
