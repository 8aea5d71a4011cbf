"""Places in options: a list of names, or a file that marks cells."""

from __future__ import annotations

from pencilp._util.decode import decoded, lines_of
from pencilp._util.read_limited import read_bytes
from pencilp.board.lattice import Lattice
from pencilp.errors import InputError


def names_in(text: str) -> list[str | int]:
    """Return the names of places in a list with commas."""
    return [name for name in map(str.strip, text.split(",")) if name]


def marked_cells(path: str, lattice: Lattice, option: str) -> list[int]:
    """Return the cells that a file marks by x; it has a row of characters for each row of the board.

    Raise InputError, with the option and the path, for any other file.
    """
    where = f"{option} {path}"
    try:
        rows = [list("".join(line.split())) for line in lines_of(decoded(read_bytes(path))) if line.strip()]
    except InputError as error:
        raise error.within(where) from None
    if len(rows) != lattice.rows or any(len(row) != lattice.cols for row in rows):
        raise InputError(f"a mask of this board has {lattice.rows} rows of {lattice.cols} characters", where)
    wrong = next((sign for row in rows for sign in row if sign not in ("x", "X", ".", "-")), None)
    if wrong is not None:
        raise InputError(f"a mask has x for a clue and . or - elsewhere, not {wrong}", where)
    return [cell for cell, (row, col) in enumerate(lattice.positions) if rows[row][col] in "xX"]
