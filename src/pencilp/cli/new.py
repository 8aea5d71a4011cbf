"""``pencilp new``: an empty puzzle as a text to fill in."""

from __future__ import annotations

import argparse

from pencilp import genres
from pencilp.cli import options as shared
from pencilp.cli.excel_template import board_of
from pencilp.cli.files import check_target, save_new
from pencilp.cli.output import SOLVED, print_text
from pencilp.formats.text.template import template

TAKES = "GENRE [SIZE]"
EXAMPLES = (
    ("pencilp new nurikabe 10x10", "ten rows of ten cells"),
    ("pencilp new sudoku 9x9 -o mine.txt", "a file: fill it in, then: pencilp solve mine.txt"),
    ("pencilp new norinori hexagon-4", "a hexagon with four cells a side"),
    ("pencilp new kenken", "a board of the usual size"),
)
EXITS = {
    SOLVED: "it was printed or written",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "genre",
        type=shared.genre_name,
        metavar="GENRE",
        help="a kind of puzzle, by any of its names (pencilp genres lists them), or a file with one of your own, my_genre.py",
    )
    parser.add_argument(
        "size",
        metavar="SIZE",
        nargs="?",
        help="10x10 (rows, columns), hexagonal-6x8, or hexagon-4 (cells a side); default: the usual size of the kind",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write it to FILE, ending in .txt, instead")
    shared.force(parser)


def run(options: argparse.Namespace) -> int:
    """Print the empty puzzle, or write it to a file."""
    genre = genres.find(options.genre)
    text = template(genre, genre.usual_board() if options.size is None else board_of(options.size))
    if options.output is None:
        print_text(text.rstrip("\n"))
        return SOLVED
    check_target(options.output, (".txt",))
    save_new(options.output, text.encode(), force=options.force)
    return SOLVED
