"""Finds the board on a sheet without a range called ``board`` and without a letter.

It looks for a frame, a single block, or another sign at the corner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from pencilp._util.parse_number import are_digits
from pencilp.errors import InputError
from pencilp.formats.excel.limits import MAX_LINES
from pencilp.formats.excel.workbook import FILL, STEPS, THICK, Place, Sheet, name_of
from pencilp.formats.text.tokens import ALSO_NOTHING, NO_CELL, NOTHING, OPEN

MAX_ADJACENT = 2 * MAX_LINES
"""The largest number of adjacent cells that are examined; a board has fewer."""

UNKNOWN = {NOTHING, *ALSO_NOTHING, OPEN}
"""Texts that people write into cells without a clue."""

Range = tuple[int, int, int, int]
"""First row, first column, last row, last column, counted from 0."""


def board_on(sheet: Sheet, *, around: bool, rooms: bool) -> Range | None:
    """Return the range of the board; None if it cannot be found.

    ``around`` says that the genre has clues outside, ``rooms`` that it has rooms. Raise InputError naming both, if
    there are two.
    """
    found: list[Range] = []
    if around and not rooms:
        found = _framed(sheet, lambda style: style in THICK)
    found = found or _framed(sheet, lambda _: True)
    if not found and not around:
        found = _filled(sheet)
    if len(found) > 1:
        first, second = (f"{name_of(a, b)}:{name_of(c, d)}" for a, b, c, d in found[:2])
        raise InputError(f"two boards may be meant, {first} and {second}: leave one, or call its range 'board'")
    return found[0] if found else None


def ends_on(sheet: Sheet, clue: Callable[[str], bool], answers: Collection[str]) -> tuple[list[Place], list[Place]]:
    """Return the places of signs that end a board, and of signs that may end a board or be part of one.

    A sign is part of a board if it is a ``clue``, a digit, one of the ``answers``, or a sign for an empty cell. It may
    be part of one if clues are below and right of it; the sign for no cell, if clues are anywhere beyond it. Cells
    below or right of a name with a colon do not count as clues.
    """
    certain: list[Place] = []
    doubtful: list[Place] = []
    titles = [place for place, text in sheet.text.items() if text.endswith(":")]
    clues = [
        (row, col)
        for (row, col), text in sheet.text.items()
        if clue(text) and not any(r <= row and c <= col for r, c in titles)
    ]
    for row, col in sheet.alone():
        text = sheet.text[row, col]
        beyond = any if text == NO_CELL else all
        inside = any(beyond((r >= row, c >= col)) for r, c in clues if (r, c) != (row, col))
        part = are_digits(text) or text in UNKNOWN or text in answers or clue(text)
        if not part and not inside:
            certain.append((row, col))
        elif not part or not inside:
            doubtful.append((row, col))
    return certain, doubtful


def _framed(sheet: Sheet, counts: Callable[[str], bool]) -> list[Range]:
    """Return the largest ranges of at least two rows and columns with a border around them whose style ``counts``."""
    top: set[Place] = set()
    left: set[Place] = set()
    for row, col in sheet.cells():
        for d, (into, place) in enumerate(
            ((top, (row, col)), (left, (row, col + 1)), (top, (row + 1, col)), (left, (row, col)))
        ):
            if any(counts(style) for style, inked in sheet.border((row, col), d) if not inked):
                into.add(place)
    result: list[Range] = []
    for row, col in sorted(top & left):
        right = next(c for c in range(col, col + MAX_ADJACENT) if (row, c + 1) not in top)
        bottom = next(r for r in range(row, row + MAX_ADJACENT) if (r + 1, col) not in left)
        if right == col or bottom == row or any(a <= row <= c and b <= col <= d for a, b, c, d in result):
            continue
        below = all((bottom + 1, c) in top for c in range(col, right + 1))
        if below and all((r, right + 1) in left for r in range(row, bottom + 1)):
            result.append((row, col, bottom, right))
    return result


def _filled(sheet: Sheet) -> list[Range]:
    """Return the ranges in which every cell has a text or a fill, and no cell next to them has."""
    there = {place for place, text in sheet.text.items() if ":" not in text}
    there |= {place for place in sheet.cells() if sheet.fill(place) not in ("", FILL[-6:])}
    found = _boxes(there)
    whole = [
        box
        for box in found
        if all((r, c) in there for r in range(box[0], box[2] + 1) for c in range(box[1], box[3] + 1))
    ]
    return found if len(found) > 1 and whole else whole


def _boxes(places: Iterable[Place]) -> list[Range]:
    """Return the bounding ranges of connected cells, of at least two rows and columns."""
    left_over = set(places)
    found: list[Range] = []
    while left_over:
        stack = [left_over.pop()]
        group = list(stack)
        while stack:
            row, col = stack.pop()
            for down, right in STEPS:
                near = row + down, col + right
                if near in left_over:
                    left_over.remove(near)
                    stack.append(near)
                    group.append(near)
        rows, cols = [row for row, _ in group], [col for _, col in group]
        box = min(rows), min(cols), max(rows), max(cols)
        if box[0] < box[2] and box[1] < box[3]:
            found.append(box)
    return sorted(found)
