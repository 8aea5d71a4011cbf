"""The tokens of a puzzle text, line by line, and its special signs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pencilp._util.decode import lines_of, visible
from pencilp._util.parse_number import narrow
from pencilp.board.lattice import MAX_CELLS
from pencilp.errors import InputError

if TYPE_CHECKING:
    from pencilp.board.layers import Layer

NOTHING = "-"
ALSO_NOTHING = (".", "_")
"""Other signs that people write for nothing, unless they are values of the layer."""
NO_CELL = "#"
OPEN = "?"
COMMENT = "//"
QUOTE = '"'
SPACES = dict.fromkeys(map(ord, "\t\v\f\u00a0"), " ")
TAB = "\t"
"""The separator of tables."""
SEPARATOR = "---"
MAX_TOKENS = 6 * MAX_CELLS
"""Values of a puzzle with its answer."""
MAX_LINE_LENGTH = 8 * MAX_CELLS
"""Characters of the longest line."""

Token = tuple[int, str]
"""(column of its first character, text)"""
Line = tuple[int, list[Token]]
"""(line number, tokens)"""


class Quoted(str):
    """A token that was in quotes, so it is never a special sign. ``width`` is its number of characters in the line."""

    __slots__ = ("width",)
    width: int


def is_sign(text: str, sign: str) -> bool:
    """Return whether a token is this special sign, and not a value in quotes."""
    return text == sign and not isinstance(text, Quoted)


def lines_of_text(text: str) -> Iterator[Line]:
    """Yield the lines that are not blank, as tokens."""
    lines = lines_of(text.replace("\ufeff", ""))
    tables = _tables(lines) if TAB in text else {}
    for number, raw in enumerate(lines, 1):
        if len(raw) > MAX_LINE_LENGTH:
            raise InputError(f"the line has more than {MAX_LINE_LENGTH} characters", place_at(number))
        if number in tables:
            yield number, tables[number]
            continue
        line = raw
        normalize: Callable[[str], str] = str
        if not (raw.isascii() and raw.isprintable()):
            line = raw.translate(SPACES)
            # a name keeps its characters
            if not line[:8].lower().startswith(("name:", "author:", "variant:")):
                line, normalize = visible(line), narrow
        if QUOTE not in line:
            line = normalize(line)
            # a fast way for nearly all lines
            tokens = []
            at = 0
            for word in line.split(COMMENT, 1)[0].split(" "):
                if word:
                    tokens.append((at, word))
                at += len(word) + 1
            if tokens:
                yield number, tokens
            continue
        tokens = []
        at = 0
        while at < len(line) and not line.startswith(COMMENT, at):
            if line[at] == " ":
                at += 1
            elif line[at] == QUOTE and (quoted := quoted_at(line, at)) is not None:
                tokens.append((at, quoted))
                at += quoted.width
            else:
                end = min(i for i in (line.find(" ", at), line.find(COMMENT, at), len(line)) if i >= 0)
                tokens.append((at, normalize(line[at:end])))
                at = end
        if tokens:
            yield number, tokens


def _tables(lines: Sequence[str]) -> dict[int, list[Token]]:
    """Return the tokens of rows that were pasted from a spreadsheet, by line number.

    Rows with an equal number of tabs, at least two, are such a table. Nothing between two tabs is an empty cell. Raise
    InputError if rows with an empty cell have different numbers of tabs, because it is unclear which cells are empty.
    """
    result: dict[int, list[Token]] = {}
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate([*lines, ""], 1):
        if TAB in line and ":" not in line and QUOTE not in line and COMMENT not in line:
            rows.append((number, line.split(TAB)))
            continue
        widths = {len(fields) for _, fields in rows}
        for row, fields in rows:
            if len(widths) == 1 and len(fields) > 2:
                at, tokens = 0, []
                for field in fields:
                    tokens += _words(field, at) or [(at, NOTHING)]
                    at += len(field) + 1
                result[row] = tokens
            elif "" in [field.strip() for field in TAB.join(fields).strip().split(TAB)]:
                raise InputError(f"tabs with nothing between them: write {NOTHING} for an empty cell", place_at(row))
        rows = []
    return result


def _words(text: str, at: int) -> list[Token]:
    """Return the tokens of a text without quotes and remarks that begins at column ``at``."""
    tokens = []
    for word in narrow(visible(text.translate(SPACES))).split(" "):
        if word:
            tokens.append((at, word))
        at += len(word) + 1
    return tokens


def quoted_at(line: str, at: int) -> Quoted | None:
    """Return the token in quotes, as in JSON, that begins at column ``at``; None if there is none."""
    import json

    try:
        value, end = json.JSONDecoder().raw_decode(line, at)
    except ValueError:
        return None
    if end < len(line) and line[end] != " ":
        return None
    result = Quoted(value)
    result.width = end - at
    return result


def in_quotes(text: str) -> str:
    """Return a text in quotes, as in JSON."""
    import json

    return json.dumps(text, ensure_ascii=not text.isprintable())


def place_at(line: int, column: int = 0) -> str:
    """Return the place of an error: line and column, from 1."""
    return f"{line}:{column + 1}"


class Section:
    """A named part of a puzzle: ``name:`` with values after it or lines of tokens below it."""

    def __init__(self, name: str, line: int) -> None:
        self.name, self.line = name, line
        self.inline: list[Token] = []
        self.lines: list[Line] = []
        self.gaps = False
        """Whether a gap in a row of the grid means "no cell", as ``#`` does."""
        self.missing: list[Layer[Any]] = []
        """The missing layers of the puzzle that are not grids: a grid may have their values by mistake."""


def width_of(text: str) -> int:
    """Return the number of characters of a token in its line."""
    return text.width if isinstance(text, Quoted) else len(text)
