"""Rows in which a blank is an empty cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, Line

MAX_WIDTH = 100
"""Characters of the longest row that is read this way."""


class Cells(NamedTuple):
    """A reading of rows: ``lines`` with a token for each cell, and its description ``how``."""

    lines: list[Line]
    how: str = ""

    @classmethod
    def of(cls, lines: list[Line]) -> Cells:
        """Return lines of tokens as such a reading."""
        widths = {len(tokens) for _, tokens in lines}
        return cls(lines, f"{len(lines)} rows" + (f" of {widths.pop()} cells" if len(widths) == 1 else ""))


def mean_cells(rows: list[Row], empty: set[str]) -> bool:
    """Return whether blanks among the values are empty cells.

    They are if rows begin at different columns or their values do not line up, and no sign of ``empty`` occurs.
    """
    if any("\t" in row.text for row in rows):
        return False
    lines = [row.tokens() for row in rows]
    if len(rows) < 2 or any(word in empty or set(word) <= empty for tokens in lines for _, word in tokens):
        return False
    counts = {len(tokens) for tokens in lines}
    wide = any("  " in row.text.strip() for row in rows) or 0 in counts
    begins = {tokens[0][0] for tokens in lines if tokens}
    ends = {len(row.text.rstrip()) for row in rows}
    if not wide and len(begins) == 1 and len(ends) == 1:
        return len(counts) > 1
    if len(counts) == 1:
        # values that line up have one slot of columns each
        return len(_slots(rows)) != counts.pop() and (wide or len(begins) > 1)
    return True


def may_lack_blanks(rows: list[Row]) -> bool:
    """Return whether a blank between two values may be missing, so that blanks are not sure to be empty cells.

    Then all rows begin at the same column and have single blanks only, but rows of several words have different lengths:
    ``3 2 1`` above ``321``.
    """
    words = [row.tokens() for row in rows if not row.blank]
    lengths = {len(row.text.rstrip()) for row in rows if not row.blank}
    single = all("  " not in row.text.strip() for row in rows)
    return single and len({some[0][0] for some in words}) == 1 and len(lengths) > 1


def are_parted(rows: list[Row]) -> bool:
    """Return whether most rows are several single characters with single blanks between them."""
    parted = [row for row in rows if len(row.tokens()) > 1 and row.text.strip() == " ".join(w for _, w in row.tokens())]
    single = [row for row in parted if all(len(word) == 1 for _, word in row.tokens())]
    return 2 * len(single) > len([row for row in rows if not row.blank])


def _slots(rows: list[Row]) -> list[tuple[int, int]]:
    """Return the ranges of columns that words of any row cover, merged if they overlap."""
    spans = sorted((at, at + len(word)) for row in rows for at, word in row.tokens())
    slots: list[tuple[int, int]] = []
    for first, end in spans:
        if slots and first < slots[-1][1]:
            slots[-1] = (slots[-1][0], max(end, slots[-1][1]))
        else:
            slots.append((first, end))
    return slots


def readings(
    rows: list[Row], sizes: set[tuple[int, int]] | None = None, *, square: bool = False, steps: Sequence[int] = (1, 2)
) -> list[Cells]:
    """Return the ways to read rows as a grid in which blanks are empty cells.

    A cell is each character, each second one, or a field of a few characters. Blank lines between the rows may be rows
    without values. Editors strip blanks at the ends of lines, so the board may be wider than the longest row. ``sizes``
    are the possible sizes, if known. ``square`` boards have as many rows as columns. ``steps`` are the possible
    distances between characters of cells.
    """
    result: list[Cells] = []
    typed = max(len(row.text) for row in rows)
    filled = [row for row in rows if not row.blank or len(row.text) == typed]
    for some in [rows] if len(filled) == len(rows) else [rows, filled]:
        if typed > MAX_WIDTH:
            continue
        indent = min(len(row.text) - len(row.text.lstrip()) for row in filled if not row.blank)
        for first in {0, indent}:
            for step in steps:
                for width in _widths(some, first, step, typed, square=square):
                    lines = _cut(some, first, step, width)
                    if lines is None or (square and len(lines) != width):
                        continue
                    if sizes is None or (len(lines), width) in sizes:
                        each = Cells(lines, f"{len(lines)} rows of {width} cells")
                        if all(each.lines != other.lines for other in result):
                            result.append(each)
        for lines in _fields(some):
            width = len(lines[0][1])
            fits = (not square or len(lines) == width) and (sizes is None or (len(lines), width) in sizes)
            if fits and all(lines != other.lines for other in result):
                result.append(Cells(lines, f"{len(lines)} rows of {width} cells"))
    return result


def _fields(rows: list[Row]) -> Iterator[list[Line]]:
    """Yield rows with fields of equal width, in which all values are left aligned, or all right aligned."""
    tokens = [(row.number, row.tokens()) for row in rows]
    words = [token for _, some in tokens for token in some]
    longest = max(len(word) for _, word in words)
    if longest < 2:
        return
    for wide in range(longest + 1, longest + 3):
        begins = {at % wide for at, _ in words}
        ends = {(at + len(word)) % wide for at, word in words}
        if len(begins) == 1:
            places = {at: (at - min(begins)) // wide for at, _ in words}
        elif len(ends) == 1:
            first = min(ends) or wide
            places = {at: (at + len(word) - first) // wide for at, word in words}
        else:
            continue
        count = max(places.values()) + 1
        lines = []
        for number, some in tokens:
            cells = [(k * wide, NOTHING) for k in range(count)]
            for at, word in some:
                cells[places[at]] = (at, word)
            lines.append((number, cells))
        yield lines


def _widths(rows: list[Row], first: int, step: int, typed: int, *, square: bool) -> set[int]:
    """Return the possible numbers of cells in a row."""
    reach = max(len(row.text.rstrip()) for row in rows) - first
    least = (reach + step - 1) // step
    if square:
        return {len(rows)} if len(rows) >= least else set()
    widths = {least}
    # every row has blanks after its last value
    if all(len(row.text) == typed for row in rows) and typed - first > reach:
        widths = {(typed - first + step - 1) // step}
    elif least < len(rows):
        # a square with empty last columns, which an editor stripped
        widths.add(len(rows))
    return widths


def _cut(rows: list[Row], first: int, step: int, width: int) -> list[Line] | None:
    """Return rows with a token for each ``step``-th character; None if other characters are not blank."""
    lines = []
    for row in rows:
        text = row.text[first:].rstrip()
        between = [ch for i, ch in enumerate(text) if i % step]
        if any(ch != " " for ch in between) or (len(text) + step - 1) // step > width:
            return None
        cells = text[::step].ljust(width)
        lines.append((row.number, [(first + i * step, NOTHING if ch == " " else ch) for i, ch in enumerate(cells)]))
    return lines
