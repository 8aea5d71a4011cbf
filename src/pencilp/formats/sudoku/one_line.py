"""Sudokus as players pass them on: the cells row by row in one line, a dot for an empty one, letters from 10.

Files of such lines end in ``.sdm``. A file that ends in ``.sdk`` or ``.ss`` has a line for each row, perhaps below
``[Puzzle]`` and remarks that begin with ``#``. Source: https://www.sudocue.net/fileformats.php
"""

from __future__ import annotations

import re

from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.round_trip import prove
from pencilp.genres import Genre

SIGNS = ".123456789ABCDEFGHIJKLMNOP"
"""An empty cell and the numbers up to 25."""
LINE = re.compile("[0-9.]{81}|[1-9A-Ga-g.]{256}|[1-9A-Pa-p.]{625}")
"""A line with all cells of a Sudoku of 9, 16 or 25 rows."""
SIZES = (9, 16, 25)
SECTION = re.compile(r"\s*\[(\w+)\]\s*", re.ASCII)
FRAME = re.compile(r"[-+=*|\s]*")
"""A line between boxes."""


def takes(genre: type[Genre]) -> bool:
    """Return whether puzzles of a genre are written so."""
    return genre.name == "sudoku"


def write(puzzle: Puzzle, *, lossy: bool = False) -> str:
    """Return a Sudoku of 9, 16 or 25 rows as one line. Raise InputError for any other puzzle."""
    size = puzzle.lattice.rows
    if puzzle.genre.name != "sudoku" or size not in SIZES or len(puzzle.lattice) != size * size:
        raise InputError("only a Sudoku of 9, 16 or 25 rows is written in one line")
    line = "".join(SIGNS[0 if number in (None, UNKNOWN) else number] for number in puzzle["given"].listed)
    prove(puzzle, None, lambda: read(line), format="lines", lossy=lossy)
    return line


def read(line: str, genre: str | None = None) -> Puzzle:
    """Return the Sudoku in a line. Raise InputError."""
    from pencilp.formats.layouts import boards

    return boards.read(line, "sudoku")


def rows_of(text: str) -> str:
    """Return the rows of a file with a line for each of them, without remarks, lines between boxes and other sections."""
    rows: list[str] = []
    inside = True
    for line in text.splitlines():
        if section := SECTION.fullmatch(line):
            inside = section[1].lower() == "puzzle"
        elif inside and not line.startswith("#") and not FRAME.fullmatch(line):
            rows.append(line.strip().strip("|*").replace("|", "").replace(" ", ""))
    return "\n".join(rows)
