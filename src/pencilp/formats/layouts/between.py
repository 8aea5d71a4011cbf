"""Boards with signs between cells, such as Futoshiki: ``2 < .`` in a row, ``^`` and ``v`` in a line between rows."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pencilp._util.parse_number import are_digits
from pencilp.board.layers import Layer
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import Line, Token
from pencilp.formats.text.values import reads

ROW_SIGNS = {"<": "<", ">": ">", "＜": "<", "＞": ">"}
COLUMN_SIGNS = {"^": "^", "v": "v", "V": "v", "∧": "^", "∨": "v", "˄": "^", "˅": "v", "⌃": "^", "⌄": "v"}
"""Characters that people type for a sign between two cells of a row, and of a column."""
_PARTS = re.compile(r"[<>＜＞]|[^\s<>＜＞]+")


class Signed(NamedTuple):
    """The ``cells`` of a board, and the lines of its ``signs``, each after the name of its place."""

    cells: list[Line]
    signs: list[Line]


def takes_signs(layer: Layer[Any]) -> bool:
    """Return whether the values of a layer are such signs."""
    return layer.on == "links" and all(reads(layer, sign) for sign in "<>^v")


def reading(rows: list[Row]) -> Signed | None:
    """Return the board with its signs; None if it has none, or if one is not between two cells."""
    cells: list[Line] = []
    below: list[tuple[int, Line]] = []
    signs: list[Line] = []
    for row in rows:
        tokens = row.tokens()
        if tokens and all(word in COLUMN_SIGNS for _, word in tokens):
            below.append((len(cells), (row.number, tokens)))
        elif tokens:
            values = _values(row, len(cells) + 1, signs)
            if values is None:
                return None
            cells.append((row.number, values))
    columns = {tuple(at for at, _ in values) for _, values in cells}
    if not (signs or below) or not cells or len({*map(len, columns)}) != 1:
        return None
    for above, (number, tokens) in below:
        if not 0 < above < len(cells) or len(columns) != 1:
            return None
        places = [at for at, _ in cells[0][1]]
        for at, word in tokens:
            if at not in places:
                return None
            signs.append((number, [(at, f"r{above}c{places.index(at) + 1}s"), (at, COLUMN_SIGNS[word])]))
    return Signed(cells, signs)


def _values(row: Row, number: int, signs: list[Line]) -> list[Token] | None:
    """Return the values of a row, and add the signs between them; None if a sign is not between two of them."""
    values: list[Token] = []
    sign = True
    for part in _PARTS.finditer(row.text):
        at, word = part.start(), part[0]
        if word not in ROW_SIGNS:
            # cells without blanks between them have one character each
            values += [(at + i, ch) for i, ch in enumerate(word)] if not are_digits(word) else [(at, word)]
            sign = False
        elif sign:
            return None
        else:
            signs.append((row.number, [(at, f"r{number}c{len(values)}e"), (at, ROW_SIGNS[word])]))
            sign = True
    return None if sign else values
