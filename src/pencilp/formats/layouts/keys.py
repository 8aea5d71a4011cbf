"""Rooms that are named in a grid, with a value for each name below the grid: ``a = 12+``, ``b: +3``, ``A: 3``."""

from __future__ import annotations

import re

from pencilp.errors import InputError
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, Line, Token, place_at

_KEY = re.compile(r"(\w{1,3})\s*[:=]\s*(?:(\d+)\s*([-+*/xX×·÷−:]?)|([-+*/xX×·÷−])\s*(\d+))(?=[\s,;]|$)[,;]?\s*")
_BEGINS_LIKE_ONE = re.compile(r"\s*\w{1,3}\s*[:=]\s*\S")
_SIGNS = str.maketrans("xX×·÷−:", "****/-/")


def parted(rows: list[Row]) -> tuple[list[Row], dict[str, Token]] | None:
    """Return the rows of the grid, and the value of each name with its line; None if no values are below the grid.

    The grid has no rows if there are only values. Raise InputError for a line that begins as one of values and has others.
    """
    end = len(rows)
    while end and (rows[end - 1].blank or _BEGINS_LIKE_ONE.match(rows[end - 1].text)):
        end -= 1
    values: dict[str, Token] = {}
    for row in rows[end:]:
        typed = row.text.strip()
        if rest := _KEY.sub("", typed):
            raise InputError(f"{rest!r} is no name with its value, such as a: 12 or a: 12+", place_at(row.number))
        for match in _KEY.finditer(typed):
            if match[1] in values:
                raise InputError(f"{match[1]} has two values", place_at(row.number))
            values[match[1]] = row.number, (match[2] or match[5]) + (match[3] or match[4] or "").translate(_SIGNS)
    return (rows[:end], values) if values else None


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
