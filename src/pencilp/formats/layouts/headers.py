"""Names of rows and columns around a board, as in spreadsheets and books: ``A B C`` above, ``1 2 3`` on the left."""

from __future__ import annotations

import re
from typing import Any

from pencilp.board.layers import Layer
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, Token
from pencilp.formats.text.values import reads

MIN_NAMES = 3
"""Rows and columns of the smallest board whose names are recognized."""
_NAME = re.compile(r"[|│║]?([A-Za-z]?)(\d*)[.:)|│║]?")
_BARS = "|│║"


def without_names(rows: list[Row], outside: Layer[Any] | None) -> list[Row]:
    """Return the rows of a board without the names of its rows and columns.

    The corner above the rows' names is blank. If the genre has a layer of clues ``outside``, names must be letters on
    one side, and letters must not be clues.
    """
    filled = [row for row in rows if not row.blank]
    if len(filled) <= MIN_NAMES:
        return rows
    above = [token for token in filled[0].tokens() if token[1] not in _BARS]
    named = [(row, row.tokens()) for row in filled[1:]]
    named = [(row, tokens) for row, tokens in named if any(word[:1].isalnum() for _, word in tokens)]
    left = [next(token for token in tokens if token[1] not in _BARS) for _, tokens in named]
    if len(above) < MIN_NAMES or not left or above[0][0] <= max(at + len(word) - 1 for at, word in left):
        return rows
    kinds = _sequence([word for _, word in above]), _sequence([word for _, word in left])
    if None in kinds or (outside is not None and ("letters" not in kinds or reads(outside, "A"))):
        return rows
    end = max(at + len(word) for at, word in left)
    if all("\t" in row.text for row, _ in named):
        cut = {row.number: row.text.partition("\t")[2] for row, _ in named}
    else:
        cut = {row.number: " " * end + row.text[end:].replace(" :", "  ") for row, _ in named}
        cut = _by_columns(cut, [at for at, _ in above])
    return [Row(row.number, cut.get(row.number, row.text)) for row in rows if row.number != filled[0].number]


def _by_columns(rows: dict[int, str], columns: list[int]) -> dict[int, str]:
    """Return rows with a sign for every empty cell if all values are below names of columns; else the same rows."""
    tokens = {number: Row(number, text).tokens() for number, text in rows.items()}
    if any(at not in columns or len(word) != 1 for some in tokens.values() for at, word in some):
        return rows
    return {number: _filled(some, columns) for number, some in tokens.items()}


def _filled(tokens: list[Token], columns: list[int]) -> str:
    there = dict(tokens)
    text = ""
    for at in columns:
        text = text.ljust(at) + there.get(at, NOTHING)
    return text


def _sequence(words: list[str]) -> str | None:
    """Return the kind of names, "letters" or "numbers"; None if they are not in order, forwards or backwards."""
    parts = [_NAME.fullmatch(word) for word in words]
    letters = [part[1].upper() if part else "" for part in parts]
    numbers = [part[2] if part else "" for part in parts]
    if all(numbers):
        counted = [int(number) for number in numbers]
        low = min(counted)
        order = list(range(low, low + len(words)))
        if low in (0, 1) and counted in (order, order[::-1]) and len({*letters}) == 1:
            return "letters" if letters[0] else "numbers"
    elif not any(numbers) and all(letters):
        alphabet = [chr(ord("A") + i) for i in range(len(words))]
        if letters in (alphabet, alphabet[::-1]):
            return "letters"
    return None
