"""Rooms that are named in a grid, with a value for each name below the grid: ``a = 12+``, ``A: 3``."""

from __future__ import annotations

import re

from pencilp.errors import InputError
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, Line, Token, place_at

_KEY = re.compile(r"(\w{1,3})\s*[:=]\s*(\d+\s*[-+*/xX×÷−:]?)(?=[\s,;]|$)[,;]?\s*")
_SIGNS = str.maketrans("xX×÷−:", "***/-/")


def parted(rows: list[Row]) -> tuple[list[Row], dict[str, Token]] | None:
    """Return the rows of the grid, and the value of each name with its column; None if no values are below the grid."""
    values: dict[str, Token] = {}
    end = len(rows)
    while end and (rows[end - 1].blank or _all_keys(rows[end - 1])):
        end -= 1
    for row in rows[end:]:
        for match in _KEY.finditer(row.text.strip()):
            if match[1] in values:
                raise InputError(f"{match[1]} has two values", place_at(row.number))
            values[match[1]] = row.number, "".join(match[2].split()).translate(_SIGNS)
    return (rows[:end], values) if values and end else None


def _all_keys(row: Row) -> bool:
    return not _KEY.sub("", row.text.strip())


def in_first_cells(cells: list[Line], values: dict[str, Token]) -> list[Line]:
    """Return a grid with each value in the first cell of its name. Raise InputError for a name that no cell has."""
    left = dict(values)
    lines = [
        (number, [(at, left.pop(word)[1] if word in left else NOTHING) for at, word in tokens])
        for number, tokens in cells
    ]
    for name, (number, _) in left.items():
        raise InputError(f"no cell is named {name}", place_at(number))
    return lines
