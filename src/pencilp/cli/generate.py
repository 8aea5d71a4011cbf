"""``pencilp generate``: new puzzles of a genre."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import Any

from pencilp import genres
from pencilp.cli import options as shared
from pencilp.cli.excel_template import board_of
from pencilp.cli.files import check_backup, check_puzzle_target, ending, save
from pencilp.cli.output import LIMIT, SOLVED, ProgressLine, drawn, print_line, warn
from pencilp.errors import InputError, counted
from pencilp.formats.writing import written
from pencilp.generation.generator import generate
from pencilp.generation.wishes import LEVELS, SYMMETRIES

TAKES = "GENRE [SIZE]"
EXAMPLES = (
    ("pencilp generate slitherlink 8x8 --seed 7", "a new puzzle; the same seed gives the same puzzle"),
    ("pencilp generate sudoku --symmetry rot180 -o url", "its clues at symmetric places; print a link that opens it"),
    ("pencilp generate masyu 6x6 --count 3 -o new.jsonl", "three puzzles in a file, with their answers"),
    ("pencilp generate akari 7x7 --difficulty easy", "an easy one"),
)
EXITS = {
    SOLVED: "all puzzles were made",
    LIMIT: "stopped by a limit, or by Ctrl-C; the puzzles made by then were printed or written",
}
PRINTED = ("text", "url")
"""The formats that are printed; every other output is a file."""


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "genre",
        type=shared.genre_name,
        metavar="GENRE",
        help="a kind of puzzle, by any of its names (pencilp genres lists them)",
    )
    parser.add_argument(
        "size",
        metavar="SIZE",
        nargs="?",
        help="10x10 (rows, columns), hexagonal-6x8, or hexagon-4 (cells a side); default: the usual size of the kind",
    )
    parser.add_argument(
        "--seed", type=shared.count, default=0, metavar="N", help="the same seed gives the same puzzles (default 0)"
    )
    parser.add_argument("--count", type=shared.positive, default=1, metavar="N", help="make N puzzles (default 1)")
    parser.add_argument(
        "--symmetry",
        choices=[*SYMMETRIES],
        default="none",
        help="put clues at symmetric places: h (left and right), v (top and bottom), rot180, rot90, diagonal",
    )
    parser.add_argument("--difficulty", choices=LEVELS, help="how hard they are, as 'pencilp rate' says it")
    parser.add_argument("--min-clues", type=shared.count, metavar="N", help="the fewest clues")
    parser.add_argument("--max-clues", type=shared.count, metavar="N", help="the most clues")
    parser.add_argument(
        "--time-limit", type=shared.seconds, metavar="SECONDS", help="give up if one puzzle takes longer than this"
    )
    shared.memory(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write them to FILE with their answers; its ending says how, as for convert. Or text or url, to print them so",
    )
    shared.lossy(parser)
    shared.drawing(parser)
    shared.ascii_only(parser)


def run(options: argparse.Namespace) -> int:
    """Make the puzzles, and print or write them."""
    target = options.output
    to_file = target is not None and target not in PRINTED
    check_backup(options, to_file=to_file)
    if to_file:
        check_puzzle_target(target)
        if options.count > 1 and ending(target) in (".svg", ".png"):
            raise InputError(f"{options.count} puzzles do not fit into one such file", target)
    made: list[Any] = []
    try:
        puzzles = generate(
            genres.find(options.genre),
            None if options.size is None else board_of(options.size),
            seed=options.seed,
            symmetry=options.symmetry,
            difficulty=options.difficulty,
            min_clues=options.min_clues,
            max_clues=options.max_clues,
            time_limit=options.time_limit,
        )
    except InputError as error:
        raise _of_option(error) from None
    stopped = False
    try:
        with ProgressLine(options, "making puzzles") as progress:
            for puzzle in islice(puzzles, options.count):
                made.append(puzzle)
                progress.label = f"{len(made)} of {counted(options.count, 'puzzle')} made"
                if not to_file:
                    progress.print(_shown(puzzle, options), end="")
    except KeyboardInterrupt:
        stopped = True
    if to_file and made:
        save(target, [(puzzle, puzzle.answer) for puzzle in made], "", options)
        print_line(f"{target}: {counted(len(made), 'puzzle')}, each with exactly one answer")
    if len(made) == options.count:
        return SOLVED
    reason = "stopped" if stopped else f"{options.time_limit:g} s were not enough for the next one ({puzzles.why})"
    warn(f"{len(made)} of {counted(options.count, 'puzzle')} made: {reason}")
    return LIMIT


def _of_option(error: InputError) -> InputError:
    """Return an error of an argument of ``generate`` as one of the option."""
    options = ("symmetry", "difficulty", "min_clues", "max_clues")
    return InputError(error.message, f"--{error.where.replace('_', '-')}") if error.where in options else error


def _shown(puzzle: Any, options: argparse.Namespace) -> str:
    """Return a puzzle as it is printed."""
    if options.output is not None:
        text = written(puzzle, None, options.output).rstrip("\n")
        return f"{text}\n\n" if options.output == "text" and options.count > 1 else f"{text}\n"
    return drawn(puzzle, None, options)
