"""``pencilp convert``: a puzzle in another format."""

from __future__ import annotations

import argparse
from itertools import chain, islice

from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.destinations import ENDINGS, File, Folder, Item, StandardOutput, is_folder
from pencilp.cli.files import check_backup, check_puzzle_target
from pencilp.cli.output import BAD_INPUT, SOLVED, ProgressLine, warn
from pencilp.cli.rewrite_file import InPlace, file_of
from pencilp.cli.sources import report_left_out, report_remarks, report_skipped_files, sources_of
from pencilp.errors import InputError, NotWritten, counted
from pencilp.formats.editors import writers

PRINTED = ("text", "svg", "url", "pzpr", "dat", *writers())
"""The formats that are printed; every other output is a file."""


TAKES = "PUZZLE [PUZZLE ...] -o FILE"
EXAMPLES = (
    ("pencilp example norinori-p01 -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp convert puzzle.txt -o puzzle.svg", "a picture of it"),
    ("pencilp convert puzzle.txt -o puzzle.xlsx", "an Excel sheet"),
    ("pencilp convert puzzle.txt -o boards/ --format png", "a folder with a picture of each puzzle in a file"),
    ("pencilp convert puzzle.txt -o url", "print a link that opens it in a browser"),
)
EXITS = {
    SOLVED: "all was written",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzles(parser)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the file to write; its ending says how: .txt, .svg, .png, .xlsx, .xlsm, .url, .pzpr, .jsonl, .dat, or the name of "
        f"another editor: {', '.join(f'.{kind}' for kind in writers())}. Or one of the words {', '.join(PRINTED)}, to print it. "
        "Or a folder, as in -o boards/, which gets a file for each puzzle",
    )
    parser.add_argument(
        "--format",
        choices=[kind for kind in ENDINGS if kind != "json"],
        help="with a folder: what its files are (default: text, and workbooks stay workbooks)",
    )
    shared.genre(parser)
    shared.lossy(parser)
    shared.drawing(parser)
    parser.add_argument("--ascii", action="store_true", help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Write the puzzles. If there are several, one that cannot be read or written is reported, and the others are written."""
    folder = options.output not in PRINTED and is_folder(options.output, options.files)
    to_file = folder or options.output not in PRINTED
    check_backup(options, to_file=to_file)
    if options.format is not None and not folder:
        raise InputError(
            "this is the format of the files in a folder; name a folder by -o, as in -o boards/", "--format"
        )
    if to_file and not folder:
        check_puzzle_target(options.output)
    sources = sources_of(options, without=[options.output] if folder else ())
    puzzles = iter(sources)
    first = list(islice(puzzles, 2))
    several = sources.several or len(first) > 1
    target: Folder | File | InPlace | StandardOutput
    if folder:
        target = Folder(options.output, options.format, options, sources)
    elif to_file:
        target = file_of(options.output, options, sources, first, several=several)
    elif several and options.output == "svg":
        raise InputError("several puzzles need a folder: name one, as in -o boards/", "-o")
    else:
        target = StandardOutput(options.output, options)
    code, number, left_out = SOLVED, 0, 0
    try:
        with ProgressLine(options, "converting") as progress:
            for number, unread in enumerate(chain(first, puzzles), 1):
                try:
                    puzzle = unread.read(options.genre)
                    report_remarks(unread, puzzle)
                    target.add(Item(unread, puzzle, puzzle.answer))
                except NotWritten:
                    raise
                except InputError as error:
                    if not several:
                        raise
                    warn(unread.says(error))
                    code, left_out = BAD_INPUT, left_out + 1
                progress.label = counted(number, "puzzle")
    except BaseException as error:
        watchdog.begin_report()
        # keep what was converted so far
        target.finish() if isinstance(error, (KeyboardInterrupt, MemoryError)) else target.drop()
        raise
    target.finish()
    report_left_out(left_out, number)
    report_skipped_files(sources)
    return code
