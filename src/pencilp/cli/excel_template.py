"""``pencilp excel-template``: an empty board as a workbook to fill in."""

from __future__ import annotations

import argparse
import re
from typing import Any

from pencilp import genres
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.cli import options as shared
from pencilp.cli.files import check_target, save_new
from pencilp.cli.output import SOLVED
from pencilp.errors import InputError
from pencilp.formats.excel.template import template

SIZES = "10x10 (rows, columns), hexagonal-6x8, or hexagon-4 (cells a side)"


TAKES = "GENRE SIZE -o FILE"
EXAMPLES = (
    ("pencilp excel-template nurikabe 10x10 -o board.xlsx", "ten rows of ten cells"),
    ("pencilp excel-template norinori hexagon-4 -o hexagon.xlsx", "a hexagon with four cells a side"),
    ("pencilp excel-template sudoku 9x9 -o sudoku.xlsx", "fill it in, then: pencilp solve sudoku.xlsx"),
)
EXITS = {
    SOLVED: "the sheet was written",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "genre",
        type=shared.genre_name,
        metavar="GENRE",
        help="the kind of puzzle, by any of its names (pencilp genres lists them), or a file with one of your own, my_genre.py",
    )
    parser.add_argument(
        "size",
        metavar="SIZE",
        help="10x10: rows and columns; with hexagonal cells hexagonal-6x8: rows and columns, or hexagon-4: cells a side",
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write, ending in .xlsx")
    shared.force(parser)


def run(options: argparse.Namespace) -> int:
    """Write the board."""
    check_target(options.output, (".xlsx",))
    genre, lattice = genres.find(options.genre), board_of(options.size)
    try:
        content = template(genre, lattice)
    except InputError as error:
        raise error.within(options.output) from None
    save_new(options.output, content, force=options.force)
    return SOLVED


def board_of(size: str) -> Any:
    """Return the board of a size. Raise InputError for a text that is no size."""
    match = re.fullmatch(
        r"(?:(?:(square|hexagonal)-)?([0-9]{1,6})[x×*]([0-9]{1,6})|hexagon-([0-9]{1,6}))", size.lower()
    )
    if match is None:
        raise InputError(f"{size[:40]!r} is no size of a board, such as {SIZES}")
    shape, rows, cols, side = match.groups()
    if side:
        return hexagon(int(side))
    return (hexagonal if shape == "hexagonal" else square)(int(rows), int(cols))
