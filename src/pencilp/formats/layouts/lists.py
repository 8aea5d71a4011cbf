"""Boards as lists of JSON, Python, C and other languages: ``[[5, 3, 0], ...]``, ``["53..7....", ...]``."""

from __future__ import annotations

from math import isqrt
from typing import Any

from pencilp.errors import InputError
from pencilp.formats.layouts.blanks import Cells
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, Line, Token, place_at

OPEN, CLOSE = "[({", "])}"
QUOTES = "\"'"
EMPTY = ("", "none", "null", "nil", "nan", "false", "undefined")
"""Words for "no value" in lists."""
MIN_SQUARE_SIDE = 4
"""The side of the smallest board that is one list without rows."""


def are_lists(rows: list[Row]) -> bool:
    """Return whether the rows are lists: the first begins with a bracket, or assigns a list to a name."""
    first = next((row.text.strip() for row in rows if not row.blank), "")
    _, sign, value = first.partition("=")
    return first[:1] in ("[", "(", "{") or (bool(sign) and value.strip()[:1] in ("", *OPEN)) or "array(" in first[:20]


def cells_of(rows: list[Row]) -> Cells:
    """Return the board of lists. Raise InputError as ``_lines`` does."""
    return Cells.of(_lines(rows))


def _lines(rows: list[Row]) -> list[Line]:
    """Return a line of tokens for each list of values, or for each text in a list of texts.

    Raise InputError, whose place is line and column, for a list without end and for lists in lists of lists.
    """
    top = _items(rows)
    while len(top) == 1 and isinstance(top[0], list) and any(isinstance(item, list) for item in top[0]):
        top = top[0]
    if len(top) == 1 and isinstance(top[0], list):
        # a list of texts, one for each row, or a list of all values
        texts = [(line, column, text) for line, column, text, quoted in top[0] if quoted and len(text.strip()) > 1]
        if texts and len(texts) == len(top[0]):
            return [(line, _words(column, text)) for line, column, text in texts]
        leaves = top[0]
        side = isqrt(len(leaves))
        if side < MIN_SQUARE_SIDE or side * side != len(leaves):
            side = len(leaves)
        return [_line(leaves[at : at + side]) for at in range(0, len(leaves), side or 1)]
    lines = []
    for item in top:
        if not isinstance(item, list):
            raise InputError("a value stands between the lists, in none of them", place_at(item[0], item[1]))
        inner = next((leaf for leaf in item if isinstance(leaf, list)), None)
        if inner is not None:
            raise InputError("lists within the rows of a list are no board", place_at(*_first(item)))
        if item:
            lines.append(_line(item))
    return lines


def _value_at(text: str) -> int:
    """Return where the list begins in a line that assigns it to a name, as in ``int[][] board = {``."""
    name, sign, _ = text.partition("=")
    return len(name) + 1 if sign and not {*name} & {*QUOTES, ","} else 0


def _first(item: Any) -> tuple[int, int]:
    """Return line and column of the first value in nested lists."""
    while isinstance(item, list) and item:
        item = item[0]
    return (item[0], item[1]) if isinstance(item, tuple) else (1, 0)


def _line(leaves: list[Any]) -> Line:
    return leaves[0][0], [(column, _value(text)) for _, column, text, _ in leaves]


def _value(text: str) -> str:
    return NOTHING if text.strip().lower() in EMPTY else "".join(text.split())


def _words(column: int, text: str) -> list[Token]:
    result, at = [], column
    for word in text.split(" "):
        if word:
            result.append((at, word))
        at += len(word) + 1
    return result


def _items(rows: list[Row]) -> list[Any]:
    """Return the items of the outermost level: nested lists of (line, column, text, whether in quotes)."""
    top: list[Any] = []
    stack = [top]
    begun = False
    for row in rows:
        text, at = row.text, 0 if begun else _value_at(row.text)
        while at < len(text):
            ch = text[at]
            if ch in OPEN and not (ch == "(" and text[:at].endswith("array")):
                begun = True
                inner: list[Any] = []
                stack[-1].append(inner)
                stack.append(inner)
            elif ch in CLOSE and len(stack) > 1:
                stack.pop()
            elif ch in QUOTES and len(stack) > 1:
                end = text.find(ch, at + 1)
                if end < 0:
                    raise InputError("a text in quotes has no end", place_at(row.number, at))
                stack[-1].append((row.number, at + 1, text[at + 1 : end], True))
                at = end
            elif not (ch.isspace() or ch in ",;") and len(stack) > 1:
                end = at
                while end < len(text) and not (text[end].isspace() or text[end] in ",;" + CLOSE + OPEN):
                    end += 1
                stack[-1].append((row.number, at, text[at:end], False))
                at = end - 1
            elif begun and ch not in CLOSE and not (ch.isspace() or ch in ",;"):
                raise InputError("what stands behind the list belongs to no row", place_at(row.number, at))
            at += 1
    if len(stack) > 1:
        raise InputError("a bracket has no end", place_at(rows[-1].number, max(0, len(rows[-1].text) - 1)))
    return top
