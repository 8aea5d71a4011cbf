"""``pencilp excel-template``: an empty board as a workbook, to be filled in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pencilp.cli.files import check_target
from pencilp.cli.output import SOLVED
from pencilp.errors import InputError

if TYPE_CHECKING:
    import argparse

SIZES = "10x10 (rows, columns), hexagonal-6x8, or hexagon-4 (cells a side)"


def run(options: argparse.Namespace) -> int:
    """Write the board."""
    check_target(options.output, (".xlsx",))
    from pencilp import genres
    from pencilp.formats.excel_template import template
    from pencilp.formats.writing import replace_file

    genre, lattice = genres.find(options.genre), _board(options.size)
    try:
        content = template(genre, lattice)
    except InputError as error:
        raise error.within(options.output) from None
    replace_file(options.output, content)
    return SOLVED


def _board(size: str) -> Any:
    """The board of a size. Raises InputError when there is none."""
    from pencilp.board.lattice import hexagon, hexagonal, square

    match = re.fullmatch(r"(?:(?:(square|hexagonal)-)?([0-9]{1,6})x([0-9]{1,6})|hexagon-([0-9]{1,6}))", size.lower())
    if match is None:
        raise InputError(f"{size[:40]!r} is no size of a board, such as {SIZES}")
    shape, rows, cols, side = match.groups()
    if side:
        return hexagon(int(side))
    return (hexagonal if shape == "hexagonal" else square)(int(rows), int(cols))
