"""The lines of a text as they were typed, and their layers."""

from __future__ import annotations

from typing import Any, NamedTuple

from pencilp._util.decode import lines_of, visible
from pencilp._util.parse_number import narrow
from pencilp.board.layers import SIDES, Layer
from pencilp.formats.text.sections import ANSWER, HEADERS, bare_layer
from pencilp.formats.text.tokens import COMMENT, NO_CELL, QUOTE, SPACES, Line, Token
from pencilp.genres import Genre

COLUMNS = ("columns", "column", "cols", "col", "vertical")
ROWS = ("rows", "row", "horizontal")
"""Names that people give to the clues of columns and of rows."""
FENCE = "```"
"""The mark before and after a code block in a forum or a chat."""


class Row(NamedTuple):
    """A line as it was typed: its number, counted from 1, and its text with all blanks."""

    number: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether the line is blank."""
        return not self.text.strip()

    def tokens(self, first: int = 0, end: int | None = None) -> list[Token]:
        """Return the words between two columns of the line, each with its column."""
        tokens, at = [], first
        for word in self.text[first:end].translate(SPACES).split(" "):
            if word:
                tokens.append((at, word))
            at += len(word) + 1
        return tokens


def rows_of(text: str) -> list[Row]:
    """Return the lines of a text without remarks, fences and invisible characters.

    A quotation mark (``>``) is removed if all lines begin with it.
    """
    rows = [
        Row(number, narrow(visible(line)).partition(COMMENT)[0])
        for number, line in enumerate(lines_of(text.replace("\ufeff", "")), 1)
        if not line.lstrip().startswith((COMMENT, FENCE))
    ]
    filled = [row for row in rows if not row.blank]
    if filled and all(row.text.startswith(">") for row in filled):
        rows = [Row(number, " " + text[1:] if text else text) for number, text in rows]
    return rows


class Segment(NamedTuple):
    """Lines of a puzzle that belong together: a label with the words after it, ``inline``, and the ``rows`` below it.

    ``name`` is the name of a layer, a header or a side of the board, or "" for lines without a label. ``line`` is the
    number of the label's line, or of the first row.
    """

    name: str
    line: int
    inline: list[Token]
    rows: list[Row]


def segments(genre: type[Genre], rows: list[Row]) -> tuple[list[Segment], list[Row]]:
    """Return the segments of a puzzle, and the rows from the label of its answer on."""
    found: list[Segment] = []
    current = Segment("", rows[0].number if rows else 1, [], [])
    for i, row in enumerate(rows):
        label = label_of(genre, row)
        if label is None:
            current.rows.append(row)
            continue
        name, inline = label
        if name == ANSWER:
            return _filled([*found, current]), rows[i:]
        found.append(current)
        current = Segment(name, row.number, inline, [])
        layer = genre.inputs.get(name)
        if inline and (name in HEADERS if layer is None else layer.on == "board") and name != BOARD:
            # values after a label have no rows below it
            found.append(current)
            current = Segment("", row.number + 1, [], [])
    return _filled([*found, current]), []


BOARD = "board"
"""The header that has rows below it even with a word after it."""


def _filled(found: list[Segment]) -> list[Segment]:
    """Return segments without the blank rows around them, and without empty segments."""
    kept = []
    for segment in found:
        rows = [*segment.rows]
        # a line of blanks may be a row of empty cells
        while rows and not rows[-1].text:
            rows.pop()
        while rows and not rows[0].text:
            rows.pop(0)
        if all(row.blank for row in rows):
            rows = []
        if rows or segment.name:
            kept.append(segment._replace(rows=rows))
    return kept


def label_of(genre: type[Genre], row: Row) -> tuple[str, list[Token]] | None:
    """Return the layer, header or side that a line begins with, and the words after it; None if it has none."""
    head, colon, _ = row.text.partition(":")
    word = head.strip().lower()
    if colon:
        named = _named(genre, word)
        return None if named is None else (named, row.tokens(len(head) + 1))
    tokens = row.tokens()
    if tokens and tokens[0][1].lower() in SIDES and line_layer(genre) is not None:
        return tokens[0][1].lower(), tokens[1:]
    if len(tokens) == 1 and (side := _side(genre, tokens[0][1].lower())) is not None:
        return side, []
    return None


def _named(genre: type[Genre], word: str) -> str | None:
    """Return the layer, header or side that is called ``word``; None if there is none."""
    known = [*HEADERS, *genre.inputs, ANSWER]
    if (name := next((name for name in known if name.lower() == word), None)) is not None:
        return name
    return _side(genre, word)


def _side(genre: type[Genre], word: str) -> str | None:
    """Return the side of the board that a word means, such as "top" for "columns"; None if it means none."""
    layer = line_layer(genre)
    if layer is None:
        return None
    sides = layer.place.sides
    if word in sides:
        return word
    for words, ends in ((COLUMNS, ("top", "bottom")), (ROWS, ("left", "right"))):
        there = [side for side in ends if side in sides]
        if word in words and len(there) == 1:
            return there[0]
    return None


def line_layer(genre: type[Genre]) -> Layer[Any] | None:
    """Return a genre's only layer of clues outside; None if it has none or several."""
    found = [layer for layer in genre.inputs.values() if layer.on == "lines"]
    return found[0] if len(found) == 1 else None


def cell_layers(genre: type[Genre]) -> list[Layer[Any]]:
    """Return the layers with a value for each cell that a puzzle prints."""
    return [layer for layer in genre.inputs.values() if layer.on == "cells" and not layer.usual]


def is_remark(row: Row) -> bool:
    """Return whether a line above a board is a remark."""
    return row.text.lstrip().startswith((NO_CELL, "%", ";", "!")) and any(ch.isalpha() for ch in row.text)


def plain_layer(genre: type[Genre]) -> Layer[Any] | None:
    """Return the layer of lines without a label; None if there is none."""
    return bare_layer(genre.inputs)


def as_lines(rows: list[Row]) -> list[Line]:
    """Return the words of each row that is not blank."""
    return [(row.number, tokens) for row in rows if (tokens := row.tokens())]


def has_quotes(rows: list[Row]) -> bool:
    """Return whether a token may stand in quotes."""
    return any(QUOTE in row.text for row in rows)
