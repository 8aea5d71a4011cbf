"""Data sections of MathProg models as puzzles: the form in which the Norinori document gives its examples.

    data;
    param Nr := 2;
    param Nc := 3;
    param N := 2;                # how many regions there are
    param ini1 : 1 2 3 :=        # the columns' numbers, then per row its number and its values
             1   1 1 2
             2   1 2 2 ;
    end;

A data section is read as GLPK reads it (Makhorin, "Modeling Language GNU MathProg", part 5): tables also transposed and in
pieces, slices, plain and tabbing lists, default values, remarks. What other parameters and sets a model may have is passed
over, and so is a model before its data. A text may have several sections.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pencilp.board.lattice import MOST_CELLS, square
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.proof import prove
from pencilp.genres import Genre, find, genre_of
from pencilp.numerals import digits, real
from pencilp.texts import mathprog

Word = tuple[int, str]
"""(line number, text)"""
Cell = tuple[int, ...]
"""The subscripts of a value."""

SCALARS, TABLE = ("Nr", "Nc", "N"), "ini1"
"""The document's parameters: rows, columns, how many regions, and what stands in the cells."""
_TOKEN = re.compile(
    r"""\#[^\n]*|/\*.*?(?:\*/|\Z)                                          # a remark
      |(?P<word>'(?:[^'\n]|'')*'|"(?:[^"\n]|"")*"|:=|[\w.+-]+|\S)""",
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
"""How statements begin that no data section has."""


def read(text: str, genre: str | None) -> list[Puzzle]:
    """The puzzles of all data sections of a text. Raises InputError whose place is the line.

    ``genre`` names their genre, which must need a single layer: of rooms (``ini1`` holds region numbers) or of numbers (0
    where there is none).
    """
    statements, model = _data(text)
    if model and not statements:
        raise InputError(
            "this is a MathProg model, which holds no puzzle; solve it with pencilp run MODEL.mod DATA.dat"
        )
    if not genre:
        also = "; as a model, pencilp run solves it" if model else ""
        raise InputError(f"MathProg data does not say its genre; name it by --genre{also}")
    kind = find(genre)
    layer = _layer(kind)
    sections = list(_sections(statements))
    if not sections:
        raise InputError(f"there is no 'param {TABLE}' in it", "1")
    return [_puzzle(section, kind, layer) for section in sections]


def is_model(text: str) -> bool:
    """Whether a text is a MathProg model, with its data or without, and not a data section alone."""
    return _data(text)[1]


def write(puzzle: Puzzle, *, lossy: bool = False) -> str:
    """The data section of a puzzle, for the document's model; ends in a newline.

    Rooms are numbered from 1 on. The name is left out, and an answer has no place. Raises InputError when the genre has more
    than one table, or the puzzle has something that MathProg data has no room for (see ``formats.proof``).
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
    prove(puzzle, None, lambda: read(text, kind.name)[0], format="MathProg data", lossy=lossy)
    return text


def _layer(kind: type[Genre]) -> Layer[Any]:
    """The one layer of a genre that the table holds. Raises InputError when there are more, or it holds something else."""
    layers = [layer for layer in kind.inputs.values() if not layer.optional]
    if len(layers) != 1 or layers[0].on != "cells" or layers[0].value.kind not in ("room", "number"):
        raise InputError(f"{kind.name} needs more than the one table of numbers that MathProg data has")
    return layers[0]


def _words(text: str) -> Iterator[Word]:
    """The words and signs of a text; a remark is none."""
    line, last = 1, 0
    for match in _TOKEN.finditer(text):
        word = match["word"]
        if word is not None:
            line += text.count("\n", last, match.start())
            last = match.start()
            yield line, word


def _data(text: str) -> tuple[list[list[Word]], bool]:
    """The statements of all data sections, and whether a model stands before them.

    What has neither ``data;`` nor statements of a model is a data section.
    """
    statements: list[list[Word]] = [[]]
    for word in _words(mathprog(text)):
        if word[1] == ";":
            statements.append([])
        else:
            statements[-1].append(word)
    statements = [statement for statement in statements if statement]
    first = next((i for i, statement in enumerate(statements) if [word for _, word in statement] == ["data"]), None)
    model = any(statement[0][1] in _MODEL for statement in statements[:first])
    if not model:
        return statements, False
    return ([] if first is None else statements[first:]), True


class _Section:
    """What a data section says of the document's parameters: their values by subscripts, each with its line."""

    def __init__(self) -> None:
        self.values: dict[str, dict[Cell, Word]] = {}
        self.defaults: dict[str, Word] = {}
        self.lines: dict[str, int] = {}

    def add(self, name: str, cell: Cell, value: Word) -> None:
        """A value. Raises InputError when there is one already."""
        values = self.values[name]
        if cell in values:
            at = f"[{','.join(map(str, cell))}]" if cell else ""
            raise InputError(f"{name}{at} has a value already", str(value[0]))
        values[cell] = value


def _sections(statements: list[list[Word]]) -> Iterator[_Section]:
    """The data sections with a table; a parameter that comes again begins a new one. What follows ``end`` is none."""
    section, ended = _Section(), False
    for statement in statements:
        first = statement[0][1]
        if first in ("data", "end"):
            if TABLE in section.values:
                yield section
            section, ended = _Section(), first == "end"
        elif ended:
            continue
        elif first == "param":
            names = _Statement(statement).names()
            if any(name in section.values for name in names):
                if TABLE in section.values:
                    yield section
                section = _Section()
            _Statement(statement).read(section)
        elif first != "set":
            raise InputError(f"{first!r} begins no statement of a data section", str(statement[0][0]))
    if TABLE in section.values:
        yield section


class _Statement:
    """A ``param`` statement, read word by word."""

    def __init__(self, words: list[Word]) -> None:
        self._words, self._at = words, 1

    @property
    def _next(self) -> str:
        """The word that comes next; "" at the end."""
        return self._words[self._at][1] if self._at < len(self._words) else ""

    def _fault(self, says: str) -> InputError:
        return InputError(says, str(self._words[min(self._at, len(self._words) - 1)][0]))

    def _skip(self, *words: str) -> bool:
        """Pass over the next word if it is one of these."""
        found = self._next in words
        self._at += found
        return found

    def _symbol(self, what: str) -> Word:
        """The next word, which must be a name, a number or a text."""
        word = self._next
        if not word or word in (":=", ":", ",", "(", ")", "[", "]", "*"):
            raise self._fault(
                f"{what} is missing before {word!r}" if word else f"{what} is missing at the end of the statement"
            )
        self._at += 1
        return self._words[self._at - 1]

    def _default(self) -> Word | None:
        return self._symbol("the default value") if self._skip("default") else None

    def names(self) -> list[str]:
        """The document's parameters that it gives values to."""
        default = self._default()
        if self._next == ":":
            return [name for name, _ in self._tabbing(default)[0] if name in (*SCALARS, TABLE)]
        name = self._symbol("the name of a parameter")[1]
        return [name] if name in (*SCALARS, TABLE) else []

    def read(self, section: _Section) -> None:
        """Put all that it says of the document's parameters into a section. Raises InputError whose place is the line."""
        default = self._default()
        if self._next == ":":
            names, rest = self._tabbing(default)
            for name, line in names:
                self._begin(section, name, line, default)
            rest(section)
            return
        line, name = self._symbol("the name of a parameter")
        if name not in (*SCALARS, TABLE):
            return
        self._begin(section, name, line, self._default())
        arity = 2 if name == TABLE else 0
        slice: list[int | None] = [None] * arity
        while self._next:
            if self._skip(",", ":="):
                continue
            if self._skip("["):
                slice = self._slice(name, arity)
            elif self._skip(":"):
                self._table(section, name, slice, transposed=False)
            elif self._skip("("):
                if not (self._skip("tr") and self._skip(")")):
                    raise self._fault("(tr) must stand for a transposed table")
                self._skip(":")
                self._table(section, name, slice, transposed=True)
            else:
                self._plain(section, name, slice)

    def _begin(self, section: _Section, name: str, line: int, default: Word | None) -> None:
        if name in (*SCALARS, TABLE):
            section.values[name], section.lines[name] = {}, line
            if default is not None:
                section.defaults[name] = default

    def _slice(self, name: str, arity: int) -> list[int | None]:
        """What stands in brackets: the subscripts that are the same in what follows, None for the others (``*``)."""
        found: list[int | None] = []
        while True:
            found.append(None if self._skip("*") else _number(self._symbol("a subscript")))
            if self._skip("]"):
                break
            if not self._skip(","):
                raise self._fault("a subscript in brackets is followed by ',' or ']'")
        if len(found) != arity:
            raise self._fault(f"{name} has {arity} subscripts, not {len(found)}")
        return found

    def _plain(self, section: _Section, name: str, slice: list[int | None]) -> None:
        """Subscripts and a value."""
        cell = []
        for fixed in slice:
            if fixed is None:
                cell.append(_number(self._symbol("a subscript")))
                self._skip(",")
            else:
                cell.append(fixed)
        section.add(name, tuple(cell), self._symbol(f"a value of {name}"))

    def _table(self, section: _Section, name: str, slice: list[int | None], *, transposed: bool) -> None:
        """The columns' numbers, ``:=``, and rows of a number and values; ``.`` is no value."""
        if slice.count(None) != 2:
            raise self._fault(f"a table gives values to two subscripts, not to those of {name}")
        columns = []
        while not self._skip(":="):
            columns.append(_number(self._symbol("a column's number, or ':=',")))
        while self._next and self._next not in (":=", ":", ",", "(", ")", "[", "]", "*"):
            row = self._symbol("a row's number")
            number = _number(row)
            for col in columns:
                value = self._symbol(f"row {number} of {name} needs {len(columns)} values after its number: one")
                if value[1] != ".":
                    section.add(name, (col, number) if transposed else (number, col), value)

    def _tabbing(self, default: Word | None) -> tuple[list[tuple[str, int]], Callable[[_Section], None]]:
        """``: ini1 other := row column value value ...``: the names with their lines, and what reads the values."""
        self._skip(":")
        heads: list[list[tuple[str, int]]] = [[]]
        while not self._skip(":="):
            if self._skip(":"):
                heads.append([])
            elif not self._skip(","):
                line, word = self._symbol("a parameter's name, or ':=',")
                heads[-1].append((word, line))
        # a set may stand before the parameters
        names = heads[-1]

        def rest(section: _Section) -> None:
            if not any(name == TABLE for name, _ in names):
                return
            while self._next:
                if self._skip(","):
                    continue
                cell = []
                for _ in range(2):
                    cell.append(_number(self._symbol("a subscript")))
                    self._skip(",")
                for name, _ in names:
                    value = self._symbol(f"a value of {name}")
                    self._skip(",")
                    if name == TABLE and value[1] != ".":
                        section.add(name, tuple(cell), value)

        return names, rest


def _number(word: Word) -> int:
    """A whole number, in whatever way it is written. Raises InputError."""
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
    if rows < 1 or cols < 1 or rows * cols > MOST_CELLS:
        raise InputError(f"a board of {rows} rows and {cols} columns is not possible", str(start))
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
    """The values of all cells, with their lines; None where no value is given and there is no default."""
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
    """Raise InputError where the model would have a cell without a region, or a region without cells."""
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
