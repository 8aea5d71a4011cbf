"""Data sections of MathProg models as puzzles, as in the published article on Norinori.

    data;
    param Nr := 2;
    param Nc := 3;
    param N := 2;                # number of regions
    param ini1 : 1 2 3 :=        # the columns' numbers, then per row its number and its values
             1   1 1 2
             2   1 2 2 ;
    end;

A data section is read as GLPK reads it (Makhorin, "Modeling Language GNU MathProg", part 5): tables, also transposed
and in pieces, slices, plain and tabbing lists, default values, comments. Other parameters and sets are skipped, and so
is a model before its data. A text may have several sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pencilp._util.decode import plain_mathprog
from pencilp._util.parse_number import digits, real
from pencilp.board.lattice import possible, square
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.remarks import VARIANT
from pencilp.formats.round_trip import prove
from pencilp.genres import Genre, find, genre_of

Word = tuple[int, str]
"""(line number, text)"""
Cell = tuple[int, ...]
"""The subscripts of a value."""

SCALARS, TABLE = ("Nr", "Nc", "N"), "ini1"
"""The published parameters: rows, columns, number of regions, and values of the cells."""
_TOKEN = re.compile(
    r"""[^\S\n]*(?:
       (?P<word>[\w.+-]+|:=|'(?:[^'\n]|'')*'|"(?:[^"\n]|"")*")
      |(?P<line>\n)
      |\#[^\n]*|/\*.*?(?:\*/|\Z)                                # a remark
      |(?P<sign>\S))""",
    re.ASCII | re.DOTALL | re.VERBOSE,
)
_MODEL = (
    "var",
    "s.t.",
    "subj",
    "subject",
    "minimize",
    "maximize",
    "solve",
    "check",
    "display",
    "printf",
    "for",
    "table",
)
"""First words of statements that only a model has."""
_STARTS = (*_MODEL, "param", "set", "data", "end")
_PERHAPS_MODEL = re.compile(rf"\b({'|'.join(map(re.escape, _MODEL))})(?!\w)", re.ASCII)
_SIGNS = (":=", ":", ",", "(", ")", "[", "]", "*")


def read(text: str, genre: str | None) -> list[Puzzle]:
    """Return the puzzles of all data sections of a text.

    ``genre`` names their genre, which must need a single layer: of rooms (``ini1`` holds region numbers) or of numbers
    (0 for none). Raise InputError whose place is the line.
    """
    if not text.strip():
        raise InputError("the file is empty")
    text = plain_mathprog(text)
    model = is_model(text)
    reader = _Reader(_words(text))
    if model and not reader.skip_model():
        raise InputError(
            "this is a MathProg model, which holds no puzzle; solve it with pencilp run MODEL.mod DATA.dat"
        )
    if not genre:
        also = "; as a model, pencilp run solves it" if model else ""
        raise InputError(f"MathProg data does not say its genre; name it by --genre{also}")
    kind = find(genre)
    layer = _layer(kind)
    puzzles = [_puzzle(section, kind, layer) for section in reader.sections()]
    if not puzzles:
        raise InputError(f"there is no 'param {TABLE}' in it", "1")
    return puzzles


def is_model(text: str) -> bool:
    """Return whether a text is a MathProg model, with or without data, and not only a data section."""
    if not _PERHAPS_MODEL.search(text):
        return False
    before, start = ";", ""
    for k, (_, word) in enumerate(_words(plain_mathprog(text))):
        if before == ";":
            start = word
            if word in _MODEL:
                return True
        elif (start, word) == ("data", ";"):
            return False
        if not k and word not in _STARTS:
            return False
        before = word
    return False


def write(puzzle: Puzzle, *, lossy: bool = False) -> str:
    """Return the data section of a puzzle for the published model; ends in a newline.

    Rooms are numbered from 1. Name and answer are left out. Raise InputError if the genre needs more than one table, or
    if data sections cannot hold something of the puzzle (see ``formats.round_trip``).
    """
    kind, lattice = genre_of(puzzle), puzzle.lattice
    layer = _layer(kind)
    if lattice.shape != "square" or len(lattice.cells) < lattice.rows * lattice.cols:
        what = "holes" if lattice.shape == "square" else f"a {lattice.shape} board"
        raise InputError(f"MathProg data of {kind.name} have no room for {what}", "board")
    values = puzzle[layer.name].listed
    tokens = ["." if value is None else layer.token(value) for value in values]
    table = dict(zip(lattice.positions, tokens, strict=True))
    count = [f"param N := {len({*values})};"] if layer.value.way in GROUPS else []
    width = max(map(len, [*tokens, str(lattice.cols)]))
    margin = len(str(lattice.rows))
    head = " ".join(f"{col:{width}}" for col in range(1, lattice.cols + 1))
    lines = [
        f"# {kind.title}: pencilp solve FILE --genre {kind.name}",
        "data;",
        f"param Nr := {lattice.rows};",
        f"param Nc := {lattice.cols};",
        *count,
        f"param {TABLE}:",
        f"{'':{margin}} {head} :=",
    ]
    for row in range(lattice.rows):
        cells = " ".join(f"{table.get((row, col), '.'):>{width}}" for col in range(lattice.cols))
        lines.append(f"{row + 1:{margin}} {cells}")
    text = "\n".join([*lines, ";", "end;", ""])
    prove(puzzle, None, lambda: read(text, kind.name)[0], format="MathProg data", notes=(VARIANT,), lossy=lossy)
    return text


def takes(kind: type[Genre]) -> bool:
    """Return whether puzzles of a genre can be such data."""
    try:
        _layer(kind)
    except InputError:
        return False
    return True


def check_genre(kind: type[Genre]) -> None:
    """Raise InputError if no puzzle of a genre can be written."""
    _layer(kind)


def _layer(kind: type[Genre]) -> Layer[Any]:
    """Return the only layer of a genre. Raise InputError if it has several, or one that the table cannot hold."""
    layers = [layer for layer in kind.inputs.values() if not layer.optional]
    if len(layers) != 1 or layers[0].on != "cells" or layers[0].value.kind not in ("room", "number"):
        raise InputError(f"{kind.name} needs more than the one table of numbers that MathProg data has")
    return layers[0]


def _words(text: str) -> Iterator[Word]:
    """Yield the words and signs of a text without comments."""
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "word" or kind == "sign":
            yield line, match[kind]
        else:
            line += 1 if kind else match[0].count("\n")


class _Section:
    """The published parameters in a data section: their values by subscripts, each with its line."""

    def __init__(self) -> None:
        self.values: dict[str, dict[Cell, Word]] = {}
        self.defaults: dict[str, Word] = {}
        self.lines: dict[str, int] = {}

    def add(self, name: str, cell: Cell, value: Word) -> None:
        """Store a value. Raise InputError if there is already one."""
        values = self.values[name]
        if cell in values:
            at = f"[{','.join(map(str, cell))}]" if cell else ""
            raise InputError(f"{name}{at} has a value already", str(value[0]))
        values[cell] = value


class _Reader:
    """Reads data sections word by word. A text may have millions of words."""

    def __init__(self, words: Iterator[Word]) -> None:
        self._words = words
        self._section = _Section()
        self._line, self._next = 1, ""
        """The next word with its line; "" at the end of the text."""
        self._step()

    def _step(self) -> Word:
        """Return the next word and go on to the one after it."""
        word = self._line, self._next
        self._line, self._next = next(self._words, (self._line, ""))
        return word

    def _skip(self, *words: str) -> bool:
        """Skip the next word if it is one of these, and return whether it was."""
        if self._next not in words or not self._next:
            return False
        self._step()
        return True

    @property
    def _more(self) -> bool:
        """Whether the statement has more words."""
        return self._next not in ("", ";")

    def _fault(self, says: str) -> InputError:
        return InputError(says, str(self._line))

    def _symbol(self, what: str) -> Word:
        """Return the next word, which must be a name, a number or a text."""
        if not self._more:
            raise self._fault(f"{what} is missing at the end of the statement")
        if self._next in _SIGNS:
            raise self._fault(f"{what} is missing before {self._next!r}")
        return self._step()

    def skip_model(self) -> bool:
        """Go to the statement after ``data;``, and return whether there is one."""
        while self._next:
            _, start = self._step()
            if start == "data" and self._next == ";":
                return True
            self._pass_over()
        return False

    def _pass_over(self) -> None:
        """Go to the next statement."""
        if self._more:
            # faster than step by step
            self._line = next((line for line, word in self._words if word == ";"), self._line)
            self._next = ";"
        self._skip(";")

    def sections(self) -> Iterator[_Section]:
        """Yield the data sections with a table.

        A repeated parameter begins a new one. Text after ``end`` is ignored. Raise InputError whose place is the line.
        """
        ended = False
        while self._next:
            if self._skip(";"):
                continue
            line, first = self._step()
            if first in ("data", "end"):
                yield from self._finished()
                ended = first == "end"
            elif first == "param" and not ended:
                yield from self._param()
            elif first != "set" and not ended:
                raise InputError(f"{first!r} begins no statement of a data section", str(line))
            self._pass_over()
        yield from self._finished()

    def _finished(self) -> Iterator[_Section]:
        """Yield the current section, if it has a table, and begin another one."""
        section, self._section = self._section, _Section()
        if TABLE in section.values:
            yield section

    def _default(self) -> Word | None:
        return self._symbol("the default value") if self._skip("default") else None

    def _param(self) -> Iterator[_Section]:
        """Store the values of a ``param`` statement. Yield the section before it, if the statement ends that."""
        default = self._default()
        if self._skip(":"):
            yield from self._tabbing(default)
            return
        line, name = self._symbol("the name of a parameter")
        if name not in (*SCALARS, TABLE):
            return
        yield from self._begin(name, line, self._default())
        arity = 2 if name == TABLE else 0
        slice: list[int | None] = [None] * arity
        while self._more:
            if self._skip(",", ":="):
                continue
            if self._skip("["):
                slice = self._slice(name, arity)
            elif self._skip(":"):
                self._table(name, slice, transposed=False)
            elif self._skip("("):
                if not (self._skip("tr") and self._skip(")")):
                    raise self._fault("(tr) must stand for a transposed table")
                self._skip(":")
                self._table(name, slice, transposed=True)
            else:
                self._plain(name, slice)

    def _begin(self, name: str, line: int, default: Word | None) -> Iterator[_Section]:
        if name in self._section.values:
            yield from self._finished()
        self._section.values[name], self._section.lines[name] = {}, line
        if default is not None:
            self._section.defaults[name] = default

    def _slice(self, name: str, arity: int) -> list[int | None]:
        """Return the slice in brackets: fixed subscripts, and None for each ``*``."""
        result: list[int | None] = []
        while True:
            result.append(None if self._skip("*") else _number(self._symbol("a subscript")))
            if self._skip("]"):
                break
            if not self._skip(","):
                raise self._fault("a subscript in brackets is followed by ',' or ']'")
        if len(result) != arity:
            raise self._fault(f"{name} has {arity} subscripts, not {len(result)}")
        return result

    def _plain(self, name: str, slice: list[int | None]) -> None:
        """Read subscripts and a value."""
        cell = []
        for fixed in slice:
            cell.append(self._subscript() if fixed is None else fixed)
        self._section.add(name, tuple(cell), self._symbol(f"a value of {name}"))

    def _subscript(self) -> int:
        number = _number(self._symbol("a subscript"))
        self._skip(",")
        return number

    def _table(self, name: str, slice: list[int | None], *, transposed: bool) -> None:
        """Read the columns' numbers, ``:=``, and rows of a number and values; ``.`` is no value."""
        if slice.count(None) != 2:
            raise self._fault(f"a table gives values to two subscripts, not to those of {name}")
        columns = []
        while not self._skip(":="):
            columns.append(_number(self._symbol("a column's number, or ':=',")))
        while self._more and self._next not in _SIGNS:
            row = _number(self._step())
            for col in columns:
                value = self._symbol(f"row {row} of {name} needs {len(columns)} values after its number: one")
                if value[1] != ".":
                    self._section.add(name, (col, row) if transposed else (row, col), value)

    def _tabbing(self, default: Word | None) -> Iterator[_Section]:
        """Read ``ini1 other := row column value value ...``, perhaps with ``set :`` before the names."""
        names: list[str] = []
        while not self._skip(":="):
            if self._skip(":"):
                names = []
            elif not self._skip(","):
                line, word = self._symbol("a parameter's name, or ':=',")
                names.append(word)
        if TABLE not in names:
            return
        yield from self._begin(TABLE, line, default)
        while self._more:
            if self._skip(","):
                continue
            cell = (self._subscript(), self._subscript())
            for name in names:
                value = self._symbol(f"a value of {name}")
                self._skip(",")
                if name == TABLE and value[1] != ".":
                    self._section.add(name, cell, value)


def _number(word: Word) -> int:
    """Return an integer, which may be written as ``2.0`` or ``2e0``. Raise InputError."""
    line, text = word
    number = digits(text)
    if number is None:
        value = real(text)
        number = int(value) if value is not None and value.is_integer() and abs(value) < 1e9 else None
    if number is None:
        raise InputError(f"a number is needed, not {text!r}", str(line))
    return number


def _scalar(section: _Section, name: str) -> int | None:
    if name not in section.values:
        return None
    value = section.values[name].get((), section.defaults.get(name))
    if value is None:
        raise InputError(f"param {name} needs a number", str(section.lines[name]))
    return _number(value)


def _puzzle(section: _Section, kind: type[Genre], layer: Layer[Any]) -> Puzzle:
    start = section.lines[TABLE]
    rows, cols, count = (_scalar(section, name) for name in SCALARS)
    if rows is None or cols is None:
        raise InputError("param Nr and param Nc must say the board's rows and columns", str(start))
    try:
        possible(rows, cols)
    except InputError as error:
        raise error.within(str(start)) from None
    values, lines = _cells(section, rows, cols, start)
    rooms = layer.value.way in GROUPS
    if rooms:
        _check_regions(values, lines, cols, count, start)
    try:
        puzzle = Puzzle(
            kind, square(rows, cols), {layer.name: values if rooms else [value or None for value in values]}
        )
        kind(puzzle)
    except InputError as error:
        raise InputError(str(error), str(start)) from None
    return puzzle


def _cells(section: _Section, rows: int, cols: int, start: int) -> tuple[list[int | None], list[int]]:
    """Return the values of all cells and their lines; None for a cell without a value or default."""
    default = section.defaults.get(TABLE)
    values = [None if default is None else _number(default)] * (rows * cols)
    lines = [start] * (rows * cols)
    for (row, col), word in section.values[TABLE].items():
        value = _number(word)
        if 1 <= row <= rows and 1 <= col <= cols:
            values[(row - 1) * cols + col - 1], lines[(row - 1) * cols + col - 1] = value, word[0]
        elif value or not (0 <= row <= rows and 0 <= col <= cols):
            raise InputError(f"row {row}, column {col} is not on the board", str(word[0]))
    return values, lines


def _check_regions(values: list[int | None], lines: list[int], cols: int, count: int | None, start: int) -> None:
    """Raise InputError if a cell has no region, or a region has no cells."""
    for i, value in enumerate(values):
        if value is None or value < 1 or (count is not None and value > count):
            place = f"row {i // cols + 1}, column {i % cols + 1}"
            most = "" if count is None else f" from 1 to {count}"
            what = (
                f"there is no value for {place}" if value is None else f"{place} has {value}, which is no region{most}"
            )
            advice = "a puzzle has every cell in one; the model without one is solved by pencilp run"
            raise InputError(f"{what}: {advice}", str(lines[i]))
    found = len(set(values))
    if count is not None and found != count:
        raise InputError(f"there are {found} regions where param N says {count}", str(start))
