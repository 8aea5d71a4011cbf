"""``pencilp print``: puzzles as a book on paper."""

from __future__ import annotations

import argparse
from itertools import chain, islice

from pencilp.cli import memory, watchdog
from pencilp.cli import options as shared
from pencilp.cli.books import BookFile, layout_options
from pencilp.cli.files import check_no_input
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, code_of, warn
from pencilp.cli.sources import read, report_left_out, report_remarks, report_skipped_files, sources_of
from pencilp.errors import PencilpError, counted, shown

SECONDS = 60.0
"""The time limit for each puzzle."""
SAID = {
    "none": "it has no answer",
    "multiple": "it has several answers; the book shows one",
    "unknown": "its answer was not found in time (--time-limit)",
    "found": "it may have other answers: the time limit was reached (--time-limit)",
}
"""The message about a puzzle that is not known to have exactly one answer."""
CODES = {"unique": SOLVED, "none": NOT_SOLVED, "multiple": NOT_SOLVED, "unknown": LIMIT, "found": LIMIT}

TAKES = "PUZZLE [PUZZLE ...] -o FILE"
EXAMPLES = (
    ("pencilp example akari -o akari.txt", ""),
    ("pencilp example nurikabe -o nurikabe.txt", "two puzzles to try it with"),
    ("pencilp print akari.txt -o sheet.pdf", "a sheet with a puzzle, its rules and its answer"),
    ("pencilp print akari.txt nurikabe.txt -o book.html --title 'For the train'", "a book, for a browser"),
    ("pencilp print akari.txt nurikabe.txt -o rated.html --rate --per-page 2", "with their levels, two on a page"),
)
EXITS = {
    SOLVED: "the book was written",
    NOT_SOLVED: "the book was written; a puzzle in it has no answer, or several",
    LIMIT: "the book was written; an answer was not found in time",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzles(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE",
        help="the book: FILE.pdf (needs the extra pdf), or FILE.html, one file that any browser prints",
    )  # fmt: skip
    parser.add_argument("--title", type=shared.heading, default="", metavar="TEXT", help="the title on the first page")
    layout_options(parser)
    parser.add_argument(
        "--rate", action="store_true", help="print the level of each puzzle; this may take some seconds for each"
    )
    shared.genre(parser)
    shared.orientation(parser)
    parser.add_argument(
        "--time-limit", type=shared.seconds, default=SECONDS, metavar="SECONDS",
        help="the time to solve a puzzle, and again to rate it (default 60)",
    )  # fmt: skip
    shared.memory(parser)
    parser.add_argument("--backup", action="store_true", help="keep a replaced FILE as FILE.bak (or .bak2, .bak3, ...)")


def run(options: argparse.Namespace) -> int:
    """Print the puzzles into a book. One of several that cannot be read is reported and left out."""
    file = BookFile(options.output, options, rate=options.rate, time_limit=options.time_limit)
    check_no_input(options.output, options.files)
    sources = sources_of(options, without=[options.output])
    puzzles = iter(sources)
    first = list(islice(puzzles, 2))
    several = sources.several or len(first) > 1
    code, number, left_out = SOLVED, 0, 0
    with ProgressLine(options, "reading puzzles") as progress:
        for number, unread in enumerate(chain(first, puzzles), 1):
            memory.restore_limit()
            try:
                puzzle = read(unread, options.genre, options.time_limit)
                report_remarks(unread, puzzle)
                status = file.book.add(puzzle)
            except PencilpError as error:
                if not several:
                    raise
                warn(unread.says(error))
                code, left_out = max(code, code_of(error)), left_out + 1
            else:
                code = max(code, CODES[status])
                if status in SAID:
                    warn(shown(f"{unread.label(puzzle.name)}: {SAID[status]}"))
            progress.label = f"{counted(number, 'puzzle')} done"
    watchdog.begin_report()
    file.write()
    report_left_out(left_out, number)
    report_skipped_files(sources)
    return code
