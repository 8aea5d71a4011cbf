"""The puzzle text: one plain format for all genres that a person can type and read (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pencilp import genres
from pencilp.board.lattice import MOST_CELLS, NOWHERE, SHAPES, Lattice, hexagonal, square
from pencilp.board.layers import Layer
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.genres import Genre

NOTHING = "-"
NO_CELL = "#"
COMMENT = "//"
SEPARATOR = "---"

Token = tuple[int, str]
"""(column of its first character, text)"""
Line = tuple[int, list[Token]]
"""(line number, tokens)"""


def read(text: str) -> list[Puzzle]:
    """All puzzles of a text. Raises InputError whose place is line and column ("3:7")."""
    puzzles = []
    block: list[Line] = []
    for line in _lines(text):
        if len(line[1]) == 1 and line[1][0][1] == SEPARATOR:
            if block:
                puzzles.append(_puzzle(block))
            block = []
        else:
            block.append(line)
    if block:
        puzzles.append(_puzzle(block))
    if not puzzles:
        raise InputError("there is no puzzle in it", "1:1")
    return puzzles


def _lines(text: str) -> Iterator[Line]:
    """The lines that say something, as tokens."""
    for number, raw in enumerate(text.replace("\ufeff", "").splitlines(), 1):
        line = raw.split(COMMENT, 1)[0].replace("\u00a0", " ").replace("\t", " ")
        tokens: list[Token] = []
        start = None
        for i, ch in enumerate(line + " "):
            if ch == " ":
                if start is not None:
                    tokens.append((start, line[start:i]))
                    start = None
            elif start is None:
                start = i
        if tokens:
            yield number, tokens


def _at(line: int, column: int = 0) -> str:
    return f"{line}:{column + 1}"


class _Section:
    """A named part of a puzzle: ``name:`` with values behind it or lines of tokens below it."""

    def __init__(self, name: str, line: int) -> None:
        self.name, self.line = name, line
        self.inline: list[Token] = []
        self.lines: list[Line] = []
        self.gaps = False
        """Whether a gap in a row of the grid means that there is no cell, as ``#`` does."""


def _sections(block: list[Line]) -> list[_Section]:
    sections: list[_Section] = []
    for number, tokens in block:
        column, first = tokens[0]
        if first.endswith(":") and len(first) > 1 and column == 0:
            section = _Section(first[:-1], number)
            section.inline = tokens[1:]
            sections.append(section)
        elif not sections:
            raise InputError(f"expected the name of a layer and a colon, not {first!r}", _at(number, column))
        else:
            sections[-1].lines.append((number, tokens))
    return sections


def _puzzle(block: list[Line]) -> Puzzle:
    number, tokens = block[0]
    title = " ".join(text for _, text in tokens)
    try:
        genre = genres.find(title.removeprefix("genre:").strip())
    except InputError as error:
        raise InputError(f"the first line must name the genre: {error.message}", _at(number)) from None
    sections = _sections(block[1:])
    headers = {"board", "size", "name"}
    names: dict[str, _Section] = {}
    inputs: dict[str, _Section] = {}
    answers: dict[str, _Section] = {}
    into = inputs
    for section in sections:
        if section.name == "answer" and not section.lines and not section.inline:
            into = answers
            continue
        target, known = (names, headers) if section.name in headers else (into, _layers(genre, into is answers))
        if section.name not in known:
            allowed = ", ".join([*known, *([] if into is answers else ["answer"])])
            raise InputError(f"{genre.name} has no layer {section.name!r}, only {allowed}", _at(section.line))
        if section.name in target:
            raise InputError(f"{section.name!r} is there twice", _at(section.line))
        target[section.name] = section
    shape = names["board"].inline[0][1] if "board" in names and names["board"].inline else genre.shapes[0]
    for section in sections:
        # elsewhere a short row is much more likely a slip of the hand
        section.gaps = "size" in names or shape == "hexagonal"
    lattice = _lattice(genre, names, inputs, answers, number)
    values = {name: _values(genre.inputs[name], s, lattice) for name, s in inputs.items()}
    solved = {name: _values(genre.answers[name], s, lattice) for name, s in answers.items()}
    label = " ".join(text for _, text in names["name"].inline) if "name" in names else ""
    try:
        puzzle = Puzzle(genre, lattice, values, name=label)
        genre(puzzle)
        if into is answers:
            puzzle.answer = Answer(puzzle, solved)
    except InputError as error:
        where = next(
            (_at(s.line) for k, s in {**inputs, **answers}.items() if error.where.split(" ")[0] == k), _at(number)
        )
        raise InputError(str(error), where) from None
    return puzzle


def _layers(genre: type[Genre], answer: bool) -> dict[str, Any]:
    return genre.answers if answer else genre.inputs  # type: ignore[return-value]


# -- the board ------------------------------------------------------------------------------------------------------


def _lattice(
    genre: type[Genre],
    headers: dict[str, _Section],
    inputs: dict[str, _Section],
    answers: dict[str, _Section],
    first: int,
) -> Lattice:
    """The board that the headers and layers of a puzzle say, which begins in line ``first``."""
    shape = genre.shapes[0]
    if "board" in headers:
        section = headers["board"]
        shape = " ".join(text for _, text in section.inline) or ("" if not section.lines else shape)
        if shape not in SHAPES:
            raise InputError(f"a board is {' or '.join(SHAPES)}, not {shape!r}", _at(section.line))
        if shape not in genre.shapes:
            raise InputError(f"{genre.name} is not played on {shape} boards", _at(section.line))
    make = hexagonal if shape == "hexagonal" else square
    size = None
    if "size" in headers:
        section = headers["size"]
        try:
            rows, cols = (int(text) for _, text in section.inline)
        except ValueError:
            raise InputError("size: needs two numbers, rows and columns", _at(section.line)) from None
        if not (rows > 0 and cols > 0 and rows * cols <= MOST_CELLS):
            raise InputError(f"size: {rows} rows of {cols} cells are not possible", _at(section.line))
        size = (rows, cols)
    outlines = [headers["board"]] if "board" in headers else []
    for known, sections in ((genre.inputs, inputs), (genre.answers, answers)):
        outlines += [section for name, section in sections.items() if known[name].on in ("cells", "links", "edges")]
    for section in outlines:
        if section.lines:
            grid = _grid(section)
            rows, cols = len(grid), len(grid[0])
            if size is not None and size != (rows, cols):
                has = f"{section.name} has {rows} rows of {cols}"
                raise InputError(f"{has}, not {size[0]} of {size[1]}", _at(section.line))
            holes = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] is None]
            if len(holes) == rows * cols:
                raise InputError("the board has no cells", _at(section.line))
            if section.name == "board":
                _only_cells(grid)
            return make(rows, cols, holes)
    for name, section in inputs.items():
        if genre.inputs[name].on == "corners" and section.lines and size is None:
            grid = _grid(section)
            size = (len(grid) - 1, len(grid[0]) - 1)
            if min(size) < 1:
                raise InputError("clues on corners need at least two rows and columns of them", _at(section.line))
    if size is None:
        for name, section in inputs.items():
            if genre.inputs[name].on != "board" and not section.lines:
                raise InputError(f"{name}: its values stand in the lines below it", _at(section.line))
        raise InputError("the board's size is not known: add a line 'size: ROWS COLUMNS'", _at(first))
    return make(*size)


def _only_cells(grid: list[list[tuple[int, int, str] | None]]) -> None:
    """Raise InputError when the outline of a board has more to say than where its cells are."""
    for line, column, text in (entry for row in grid for entry in row if entry is not None):
        if text != NOTHING:
            raise InputError(f"board: {NOTHING} for a cell, {NO_CELL} for none, not {text!r}", _at(line, column))


def _grid(section: _Section) -> list[list[tuple[int, int, str] | None]]:
    """The tokens of a section as rows of equal length, with line and column; None where there is no cell.

    Rows with as many tokens as the longest are read token by token. Where gaps are allowed, shorter rows are read by
    position: each token stands under the tokens of its column.
    """
    width = max(len(tokens) for _, tokens in section.lines)
    if len(section.lines) * width > MOST_CELLS:
        raise InputError("the board is too large", _at(section.line))
    slots: list[tuple[int, int]] = []
    short = next(((number, len(tokens)) for number, tokens in section.lines if len(tokens) != width), None)
    if short is not None:
        slots = _slots(section) if section.gaps else []
        if len(slots) != width:
            many = f"{short[1]} values where others have {width}"
            raise InputError(f"this row has {many} (write # where there is no cell)", _at(short[0]))
    rows = []
    for number, tokens in section.lines:
        row: list[tuple[int, int, str] | None] = [None] * width
        if len(tokens) == width:
            for i, (column, text) in enumerate(tokens):
                row[i] = None if text == NO_CELL else (number, column, text)
        else:
            for column, text in tokens:
                place = [i for i, (a, b) in enumerate(slots) if column < b and column + len(text) > a]
                if len(place) != 1 or row[place[0]] is not None:
                    raise InputError(
                        f"this row has {len(tokens)} values where others have {width}, and {text!r} stands under none of "
                        "their columns alone (write # where there is no cell)",
                        _at(number, column),
                    )
                row[place[0]] = None if text == NO_CELL else (number, column, text)
        rows.append(row)
    return rows


def _slots(section: _Section) -> list[tuple[int, int]]:
    """The stretch of character columns that each column of the board takes: spans that overlap are one column."""
    spans = sorted((column, column + len(text)) for _, tokens in section.lines for column, text in tokens)
    slots: list[tuple[int, int]] = []
    for a, b in spans:
        if slots and a < slots[-1][1]:
            slots[-1] = (slots[-1][0], max(b, slots[-1][1]))
        else:
            slots.append((a, b))
    return slots


# -- the layers -----------------------------------------------------------------------------------------------------


def _values(layer: Layer, section: _Section, lattice: Lattice) -> Any:
    if layer.on == "board":
        if len(section.inline) != 1 or section.lines:
            raise InputError(f"{section.name}: needs one value behind the colon", _at(section.line))
        column, text = section.inline[0]
        return _parse(layer, text, section.line, column)
    if section.inline:
        column, text = section.inline[0]
        raise InputError(
            f"{section.name}: its values stand in the lines below it, not {text!r}", _at(section.line, column)
        )
    if layer.on == "lines":
        return _line_clues(layer, section, lattice)
    if layer.on == "columns":
        return _column_values(layer, section, lattice)
    grid = _grid(section) if section.lines else []
    if layer.on == "corners":
        return _corner_values(layer, section, grid, lattice)
    if len(grid) != lattice.rows or (grid and len(grid[0]) != lattice.cols):
        size = f"{len(grid)} rows of {len(grid[0]) if grid else 0}"
        raise InputError(
            f"{section.name} has {size} where the board has {lattice.rows} of {lattice.cols}", _at(section.line)
        )
    cells: list[tuple[int, int, str]] = []
    at = lattice.cell_at
    for r, row in enumerate(grid):
        for c, entry in enumerate(row):
            if (entry is not None) != ((r, c) in at):
                line, column = (entry[0], entry[1]) if entry else (section.lines[r][0], 0)
                has = "a value where the board has no cell" if entry else f"no value at r{r + 1}c{c + 1}"
                raise InputError(f"{section.name} has {has}", _at(line, column))
            if entry is not None:
                cells.append(entry)
    if layer.on == "cells":
        return [None if text == NOTHING else _parse(layer, text, line, column) for line, column, text in cells]
    return _sides(layer, cells, lattice)


def _parse(layer: Layer, text: str, line: int, column: int) -> Any:
    try:
        return layer.bind_value(layer.parse(text), "")
    except ValueError as error:
        raise InputError(f"{layer.name}: {error}", _at(line, column)) from None
    except InputError as error:
        raise InputError(f"{layer.name}: {error.message}", _at(line, column)) from None


def _column_values(layer: Layer, section: _Section, lattice: Lattice) -> list[Any]:
    if len(section.lines) != 1 or len(section.lines[0][1]) != lattice.cols:
        raise InputError(f"{section.name}: needs one line of {lattice.cols} values", _at(section.line))
    line, tokens = section.lines[0]
    return [None if text == NOTHING else _parse(layer, text, line, column) for column, text in tokens]


def _corner_values(layer: Layer, section: _Section, grid: list[Any], lattice: Lattice) -> list[Any]:
    if lattice.shape != "square":
        raise InputError(f"{section.name}: clues on corners can only be written for square boards", _at(section.line))
    if len(grid) != lattice.rows + 1 or len(grid[0]) != lattice.cols + 1:
        want = f"{lattice.rows + 1} rows of {lattice.cols + 1}"
        raise InputError(
            f"{section.name} has {len(grid)} rows of {len(grid[0]) if grid else 0}, not {want}", _at(section.line)
        )
    result = []
    for row, col in lattice.corner_keys:
        entry = grid[row][col]
        result.append(None if entry is None or entry[2] == NOTHING else _parse(layer, entry[2], entry[0], entry[1]))
    return result


def _line_clues(layer: Any, section: _Section, lattice: Lattice) -> dict[str, list[Any]]:
    """``top: ...`` style groups are written as one line per row or column, sides one after another."""
    result: dict[str, list[Any]] = {}
    side = ""
    for number, tokens in section.lines:
        column, first = tokens[0]
        if first in layer.sides:
            side = first
            if side in result:
                raise InputError(f"{side} is there twice", _at(number, column))
            result[side] = []
            tokens = tokens[1:]
            if not tokens:
                continue
            # a single clue for each line, all in one line of text
            result[side] = [() if t == NOTHING else (_parse_clue(layer, t, number, c),) for c, t in tokens]
        elif not side:
            raise InputError(f"expected one of the sides {', '.join(layer.sides)}, not {first!r}", _at(number, column))
        else:
            result[side].append(tuple(_parse_clue(layer, t, number, c) for c, t in tokens if t != NOTHING))
        if len(result[side]) > layer.count(side, lattice):
            raise InputError(
                f"{side} has more lines than the board's {layer.count(side, lattice)}", _at(number, column)
            )
    for side, lines in result.items():
        if len(lines) != layer.count(side, lattice):
            raise InputError(
                f"{section.name}: {side} has {len(lines)} lines where the board has {layer.count(side, lattice)}",
                _at(section.line),
            )
    return result


def _parse_clue(layer: Any, text: str, line: int, column: int) -> Any:
    try:
        return layer.bind_value(layer.parse(text), "")[0]
    except (ValueError, InputError) as error:
        message = error.message if isinstance(error, InputError) else str(error)
        raise InputError(f"{layer.name}: {message}", _at(line, column)) from None


def _sides(layer: Layer, cells: list[tuple[int, int, str]], lattice: Lattice) -> list[int]:
    """Lines and borders are written cell by cell as the directions they leave in: ``ew``, ``ne``, ``e2`` for a double one.

    On hexagonal boards directions are joined by ``+``: ``e+sw``.
    """
    table = lattice.link_to if layer.on == "links" else lattice.cell_edges
    values: dict[int, tuple[int, int]] = {}
    for cell, (line, column, text) in enumerate(cells):
        found = _directions(text, lattice, line, column) if text != NOTHING else {}
        for d in lattice.directions:
            e = table[cell][d]
            amount = found.get(d, 0)
            if e == NOWHERE:
                if amount:
                    raise InputError(
                        f"{text!r}: there is nothing in direction {lattice.direction_names[d]}", _at(line, column)
                    )
                continue
            if e in values and values[e][0] != amount:
                other = lattice.names[values[e][1]]
                raise InputError(f"{text!r} and its neighbour {other} do not fit together", _at(line, column))
            values[e] = (amount, cell)
    return [values[e][0] for e in range(layer.size(lattice))]


def _directions(text: str, lattice: Lattice, line: int, column: int) -> dict[int, int]:
    found: dict[int, int] = {}
    parts: list[tuple[str, int]] = []
    if lattice.shape == "square":
        for ch in text:
            if ch.isascii() and ch.isdigit() and parts:
                parts[-1] = (parts[-1][0], int(ch))
            else:
                parts.append((ch, 1))
    else:
        for part in text.split("+"):
            name = part.rstrip("0123456789")
            amount = part[len(name) :]
            parts.append((name, int(amount[:3]) if amount else 1))
    for name, count in parts:
        if name not in lattice.direction_names:
            raise InputError(
                f"{name!r} in {text!r} is no direction ({', '.join(lattice.direction_names)})", _at(line, column)
            )
        found[lattice.direction_names.index(name)] = count
    return found


# -- writing --------------------------------------------------------------------------------------------------------


def write(puzzle: Puzzle, answer: Answer | None = None) -> str:
    """The puzzle text of a puzzle, with an answer when one is given."""
    genre, lattice = puzzle.genre, puzzle.lattice
    out = [genre.name]
    if puzzle.name:
        out.append(f"name: {puzzle.name}")
    if lattice.shape != "square":
        out.append(f"board: {lattice.shape}")
    body = [part for key, layer in genre.inputs.items() if (part := _written(layer, puzzle[key], lattice))]
    given = [layer for key, layer in genre.inputs.items() if _given(layer, puzzle[key], lattice)]
    shown = any(layer.on in ("cells", "links", "edges") for layer in given)
    if not shown and len(lattice) == lattice.rows * lattice.cols:
        out.append(f"size: {lattice.rows} {lattice.cols}")
    elif not shown:
        cells = [
            [NOTHING if (r, c) in lattice.cell_at else NO_CELL for c in range(lattice.cols)]
            for r in range(lattice.rows)
        ]
        out += [*([] if out[-1].startswith("board:") else ["board:"]), *map(" ".join, cells)]
    out += body
    if answer is not None:
        out.append("answer:")
        out += [_written(layer, answer[key], lattice, always=True) for key, layer in genre.answers.items()]
    return "\n".join(out) + "\n"


def _given(layer: Layer, value: Any, lattice: Lattice) -> bool:
    return not layer.optional or value != layer.default(lattice)


def _written(layer: Layer, value: Any, lattice: Lattice, *, always: bool = False) -> str:
    if not always and not _given(layer, value, lattice):
        return ""
    if layer.on == "board":
        return f"{layer.name}: {layer.token(value)}"
    if layer.on == "lines":
        lines = [f"{layer.name}:"]
        for side, clues in value.items():
            if not any(clues):
                continue
            if layer.single:  # type: ignore[attr-defined]
                lines.append(" ".join([side.ljust(6), *(str(line[0]) if line else NOTHING for line in clues)]))
            else:
                lines.append(side)
                lines += ["  " + (" ".join(map(str, line)) or NOTHING) for line in clues]
        return "\n".join(lines)
    if layer.on == "columns":
        return f"{layer.name}:\n" + " ".join(NOTHING if v is None else layer.token(v) for v in value)
    rows, cols = lattice.rows, lattice.cols
    if layer.on == "corners":
        rows, cols = rows + 1, cols + 1
        tokens = {
            key: NOTHING if v is None else layer.token(v) for key, v in zip(lattice.corner_keys, value, strict=True)
        }
    elif layer.on == "cells":
        empty = 0 if hasattr(layer, "domain") and not hasattr(layer, "blank") else getattr(layer, "blank", None)
        listed = value.of if hasattr(value, "of") else value
        tokens = {
            position: NOTHING if v is None or (v == empty and empty is not None) else layer.token(v)
            for position, v in zip(lattice.positions, listed, strict=True)
        }
    else:
        table = lattice.link_to if layer.on == "links" else lattice.cell_edges
        tokens = {position: _compass(table[c], value, lattice) for c, position in enumerate(lattice.positions)}
    grid = [[tokens.get((r, c), NO_CELL) for c in range(cols)] for r in range(rows)]
    width = max(len(token) for row in grid for token in row)
    return "\n".join([f"{layer.name}:", *(" ".join(t.rjust(width) for t in row) for row in grid)])


def _compass(edges: list[int], values: list[int], lattice: Lattice) -> str:
    parts = [
        name + (str(values[e]) if values[e] > 1 else "")
        for name, e in zip(lattice.direction_names, edges, strict=True)
        if e != NOWHERE and values[e]
    ]
    return ("" if lattice.shape == "square" else "+").join(parts) or NOTHING
