"""Data sections of MathProg models as puzzles: the form in which the Norinori document gives its examples.

    data;
    param Nr := 2;
    param Nc := 3;
    param N := 2;                # how many regions there are
    param ini1 : 1 2 3 :=        # the columns' numbers, then per row its number and its values
             1   1 1 2
             2   1 2 2 ;
    end;

No-break spaces, as web pages put them, are spaces. A text may have several sections.
"""

from __future__ import annotations

from typing import Any

from pencilp.board.lattice import MOST_CELLS, square
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.genres import Genre, find
from pencilp.numerals import digits
from pencilp.texts import plain_spaces

Word = tuple[int, str]
"""(line number, text)"""


def read(text: str, genre: str | None) -> list[Puzzle]:
    """The puzzles of all data sections of a text. Raises InputError whose place is the line.

    ``genre`` names their genre, which must need a single layer: of rooms (``ini1`` holds region numbers) or of numbers (0
    where there is none).
    """
    if not genre:
        raise InputError("MathProg data does not say its genre; name it by --genre")
    kind = find(genre)
    layers = [layer for layer in kind.inputs.values() if not layer.optional]
    if len(layers) != 1 or layers[0].on != "cells" or layers[0].value.kind not in ("room", "number"):
        raise InputError(f"{kind.name} needs more than the one table of numbers that MathProg data has")
    sections = _sections(_statements(text))
    if not sections:
        raise InputError("there is no 'param ini1' in it", "1")
    return [_puzzle(section, kind, layers[0]) for section in sections]


def _statements(text: str) -> list[list[Word]]:
    """The statements, each as its words; colons, ``:=`` and commas stand alone."""
    statements: list[list[Word]] = []
    current: list[Word] = []
    for number, line in enumerate(plain_spaces(text).splitlines(), 1):
        line = line.split("#", 1)[0]
        for mark in (":=", ";", ","):
            line = line.replace(mark, f" {mark} ")
        for word in line.split():
            if word == ";":
                if current:
                    statements.append(current)
                current = []
            elif word.endswith(":") and word != ":":
                current += [(number, word[:-1]), (number, ":")]
            else:
                current.append((number, word))
    if current:
        statements.append(current)
    return statements


def _sections(statements: list[list[Word]]) -> list[dict[str, list[Word]]]:
    """Per puzzle its params by name, each with the words after the name; a name that comes again begins a new one."""
    sections: list[dict[str, list[Word]]] = []
    params: dict[str, list[Word]] = {}
    for statement in statements:
        words = [word for _, word in statement]
        if words[0] in ("data", "end"):
            if "ini1" in params:
                sections.append(params)
            params = {}
        elif words[0] == "param" and len(words) > 2 and (":=" in words):
            name = words[1]
            if name in params:
                if "ini1" in params:
                    sections.append(params)
                params = {}
            params[name] = statement[2:]
    if "ini1" in params:
        sections.append(params)
    return sections


def _number(word: Word) -> int:
    line, text = word
    number = digits(text)
    if number is None:
        raise InputError(f"a number is needed, not {text!r}", str(line))
    return number


def _scalar(params: dict[str, list[Word]], name: str) -> int | None:
    if name not in params:
        return None
    words = params[name]
    if len(words) != 2 or words[0][1] != ":=":
        raise InputError(f"param {name} needs a single number", str(words[0][0]))
    return _number(words[1])


def _puzzle(params: dict[str, list[Word]], kind: type[Genre], layer: Layer[Any]) -> Puzzle:
    table = params["ini1"]
    start = table[0][0]
    rows, cols, count = (_scalar(params, name) for name in ("Nr", "Nc", "N"))
    if rows is None or cols is None:
        raise InputError("param Nr and param Nc must say the board's rows and columns", str(start))
    if not 0 < rows * cols <= MOST_CELLS:
        raise InputError(f"a board of {rows} rows and {cols} columns is not possible", str(start))
    values = _table(table, rows, cols, start)
    if layer.value.way in GROUPS:
        found = len(set(values))
        if count is not None and found != count:
            raise InputError(f"there are {found} regions where param N says {count}", str(start))
    cells = values if layer.value.way in GROUPS else [value or None for value in values]
    try:
        puzzle = Puzzle(kind, square(rows, cols), {layer.name: cells})
        kind(puzzle)
    except InputError as error:
        raise InputError(str(error), str(start)) from None
    return puzzle


def _table(words: list[Word], rows: int, cols: int, start: int) -> list[int]:
    texts = [text for _, text in words]
    if texts[0] != ":" or ":=" not in texts:
        raise InputError("param ini1 must be a table: its columns' numbers between ':' and ':='", str(start))
    middle = texts.index(":=")
    columns = [_number(word) for word in words[1:middle]]
    rest = words[middle + 1 :]
    width = len(columns) + 1
    if len(set(columns)) != len(columns) or not columns or len(rest) % width:
        raise InputError(f"the rows of ini1 must have {len(columns)} values after their number", str(start))
    values: list[int | None] = [None] * (rows * cols)
    for i in range(0, len(rest), width):
        row = _number(rest[i])
        for col, word in zip(columns, rest[i + 1 : i + width], strict=True):
            value = _number(word)
            if 1 <= row <= rows and 1 <= col <= cols:
                values[(row - 1) * cols + col - 1] = value
            elif value:
                raise InputError(f"row {row}, column {col} is not on the board", str(word[0]))
    missing = next((i for i, value in enumerate(values) if value is None), None)
    if missing is not None:
        raise InputError(f"ini1 has no value for row {missing // cols + 1}, column {missing % cols + 1}", str(start))
    return [value or 0 for value in values]
