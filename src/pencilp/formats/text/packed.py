"""Rows of a puzzle text that people type without spaces: ``2----``, ``53. .7. ...``, a Sudoku in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import isqrt, sqrt
from typing import Any, TypeVar

from pencilp.board.layers import Layer
from pencilp.errors import InputError
from pencilp.formats.text.tokens import (
    ALSO_NOTHING,
    NO_CELL,
    NOTHING,
    SEPARATOR,
    Line,
    Quoted,
    Section,
    is_sign,
    place_at,
)
from pencilp.formats.text.values import advised, all_read, reads

T = TypeVar("T")

WALL = "|"
CROSS = "+"
"""The lines between the boxes of a printed Sudoku: ``5 3 . | . 7 .`` and ``------+------``."""
MIN_FOLDED_SIDE = 4
"""The side of the smallest square with which a line of almost as many cells is compared."""


def unpack(
    grids: list[tuple[Section, Layer[Any]]],
    size: tuple[int, int] | None,
    *,
    fold: bool,
    known: int | None = None,
    equal: bool = False,
) -> int:
    """Split the rows of grids that were typed without spaces into cells.

    A row is packed if it is one word. Rows of one cell are recognized by the ``size``, or if all are single characters.
    With ``fold``, a board in one line becomes a square. ``known`` is the number of columns of the board's outline, if
    there is one. ``equal`` boards have as many rows as columns. Return the side of the square; 0 if no board is in one
    line, or if ``size`` gives its rows. Raise InputError whose place is line and column.
    """
    grids = [(section, layer) for section, layer in grids if layer.value.packs]
    for section, layer in grids:
        section.lines = _without_walls(section.lines, layer)
        if size is None or size[1] > 1:
            _join_groups(section, layer, size)
    known = known if size is None else size[1]
    for section, layer in grids:
        width = max((len(tokens) for _, tokens in section.lines), default=0)
        if known is None and width and (width > 1 or all(_length(line) == 1 for line in section.lines)):
            # rows that are not values do not give the width
            if len(grids) > 1 and not all_read(layer, section):
                continue
            if width == 1 and size is None:
                _refuse_longer_words(grids)
            known = width - _further(layer)
    side = 0
    for section, layer in grids:
        if any(len(tokens) > 1 or isinstance(tokens[0][1], Quoted) for _, tokens in section.lines):
            continue
        if max(map(_length, section.lines), default=0) < 2:
            continue
        further = _further(layer)
        if len(section.lines) == 1:
            side = max(side, _fold(section, size, further, fold=fold, known=known, equal=equal))
        width = _columns(section, layer, None if known is None else known + further, equal=equal)
        if width > 1:
            _part(section, layer, width)
    return side


def _refuse_longer_words(grids: list[tuple[Section, Layer[Any]]]) -> None:
    """Raise InputError if rows of one word may be one cell or several: other grids have one character a row."""
    for section, _ in grids:
        lengths = {_length(line) if len(line[1]) == 1 else 0 for line in section.lines}
        if len(lengths) == 1 and (width := lengths.pop()) > 1:
            says = f"these rows may have one cell or {width}: write a line such as 'size: {len(section.lines)} {width}'"
            raise InputError(says, place_at(section.lines[0][0], 0))


def _further(layer: Layer[Any]) -> int:
    """Return the number of columns that a layer's rows have more than the board."""
    return int(layer.on == "corners")


def _length(line: Line) -> int:
    return len(line[1][0][1])


def _without_walls(lines: list[Line], layer: Layer[Any]) -> list[Line]:
    """Return the rows without the lines between boxes, unless these signs are values of the layer."""
    if not any(WALL in text or CROSS in text for _, tokens in lines for _, text in tokens):
        return lines
    if any(_one(layer, sign) for sign in (WALL, CROSS)):
        return lines
    rows = []
    for number, tokens in lines:
        texts = [text for _, text in tokens]
        if any(CROSS in text for text in texts) and set("".join(texts)) <= {NOTHING, CROSS, WALL, "="}:
            continue
        parted = [
            (column + i, word)
            for column, text in tokens
            for i, word in ([(0, text)] if isinstance(text, Quoted) or WALL not in text else _words(text))
        ]
        rows.append((number, parted))
    return [row for row in rows if row[1]]


def _words(text: str) -> list[tuple[int, str]]:
    """Return the words between the walls of a token, each with its offset."""
    result, at = [], 0
    for word in text.split(WALL):
        if word:
            result.append((at, word))
        at += len(word) + 1
    return result


def _most(things: Iterable[T]) -> tuple[T, int]:
    """Return the most frequent of ``things``, and its number (``Counter.most_common`` imports a module first)."""
    often = Counter(things)
    found = max(often, key=often.__getitem__)
    return found, often[found]


def _join_groups(section: Section, layer: Layer[Any], size: tuple[int, int] | None) -> None:
    """Join the words of rows that are packed in groups, such as the boxes of a Sudoku.

    Most rows have the same number of groups, and all groups one length. ``_columns`` refuses rows that differ.
    """
    words = [text for _, tokens in section.lines for _, text in tokens]
    if not words or any(isinstance(word, Quoted) for word in words):
        return
    lengths = [[len(text) for _, text in tokens] for _, tokens in section.lines]
    usual, often = _most(map(tuple, lengths))
    if 2 * often <= len(lengths) or len(usual) == 1 or len({*usual}) > 1 or usual[0] < 2:
        return
    if size is not None and len(usual) == size[1] + _further(layer):
        return
    # numbers of two digits among ".." are not groups: some word must be neither a value nor a sign for nothing
    empty = {NOTHING, *ALSO_NOTHING}
    if all(set(word) <= empty or _one(layer, word) for word in {*words}):
        return
    if all(_one(layer, ch) for ch in {*"".join(words)}):
        section.lines = [
            (number, [(tokens[0][0], "".join(text for _, text in tokens))]) for number, tokens in section.lines
        ]


def _fold(
    section: Section, size: tuple[int, int] | None, further: int, *, fold: bool, known: int | None, equal: bool
) -> int:
    """Cut a board in one line into the rows of its ``size``, or with ``fold`` of a square; return its side.

    Raise InputError for a line that has almost as many cells as a square, if boards are ``equal``.
    """
    ((number, ((column, text),)),) = section.lines
    width, side = 0, 0
    if size is not None:
        rows, cols = size[0] + further, size[1] + further
        width = cols if rows > 1 and rows * cols == len(text) else 0
    elif known is None and isqrt(len(text)) ** 2 == len(text):
        side = isqrt(len(text))
        width = side if fold else 0
    elif known is None and equal and not further:
        near = round(sqrt(len(text)))
        # within a row of the square's number of cells; otherwise the intended size is unclear
        if near >= MIN_FOLDED_SIDE and abs(len(text) - near**2) < near:
            has = f"this line has {len(text)} characters, a board of {near}x{near} has {near**2}"
            raise InputError(f"{has}: write one for each cell, . for an empty one", place_at(number, column))
    if width:
        pieces = range(0, len(text), width)
        section.lines = [(number, [(column + at, text[at : at + width])]) for at in pieces]
    return side


def _columns(section: Section, layer: Layer[Any], known: int | None, *, equal: bool) -> int:
    """Return the number of cells in each row: 1 if a word is one value.

    ``equal`` boards have as many rows as columns. Raise InputError if the rows differ.
    """
    if known == 1:
        return 1
    width = known or _most(map(_length, section.lines))[0]
    for number, tokens in section.lines:
        if len(tokens[0][1]) != width:
            needed = f"{width} cells are" if width > 1 else "1 cell is"
            has = f"this row has {len(tokens[0][1])} characters where {needed} needed"
            if advice := advised(section, *tokens[0][1]):
                raise InputError(f"{has}; {advice}", place_at(number, tokens[0][0]))
            spaced = "write the cells with spaces between them if one takes two characters"
            if known is None:
                has += ", as others have"
                if not equal and all_read(layer, section):
                    spaced += f", or a line 'size: {len(section.lines)} 1' if the board has one column"
            raise InputError(f"{has}; {spaced}", place_at(number, tokens[0][0]))
    return width


def _part(section: Section, layer: Layer[Any], width: int) -> None:
    """Make a token of each character."""
    used = {ch for _, tokens in section.lines for ch in tokens[0][1]}
    if width == len(SEPARATOR) and NOTHING in used:
        number, tokens = section.lines[0]
        says = f"rows of three cells cannot have {NOTHING} for nothing without spaces, as {SEPARATOR} parts puzzles: write ."
        raise InputError(says, place_at(number, tokens[0][0]))
    # lists of Sudokus have zeros for empty cells
    blank = not used & {NOTHING, *ALSO_NOTHING} and not _one(layer, "0") and _one(layer, "1")
    section.lines = [
        (number, [(column + i, NOTHING if ch == "0" and blank else ch) for i, ch in enumerate(word)])
        for number, ((column, word),) in section.lines
    ]


def _one(layer: Layer[Any], word: str) -> bool:
    """Return whether a word is one cell: a value, a sign for none, or the sign for no cell."""
    return is_sign(word, NO_CELL) or reads(layer, word)
