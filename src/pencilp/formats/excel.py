"""Puzzles in Excel workbooks: the convention of the Bomber sheet, for every genre.

The board stands on the active sheet from A1 on. A single letter, such as ``E``, stands one row below and one column right
of its last cell, with nothing before it in its row and nothing above it in its column; the letter says where the board
ends, so that empty rows and columns count. All other cells are left alone.

* A cell holds what the puzzle text has there: a number, ``?``, an arrow (``2→``, ``→2`` or ``2e``), a circle (``○``, ``●``,
  ``w``, ``b``), ``■`` or ``x`` for a black cell; nothing where there is nothing; ``#`` where there is no cell.
* Rooms are divided by thick (or medium, or double) borders, or told by region numbers in a second block of the same
  size: right of the letter's column from row 1 on, or below its row from column A on. A genre that has rooms and no clues
  may have the region numbers in the board itself.
* Clues outside stand around the board, in the rows and columns before the letter.
* Clues at corners stand in the cell to the lower right of their corner, so there is a row and a column more.
* A number of the whole puzzle stands in any other cell as ``stars: 2``.

Answers are written into a copy: ``●`` (``★``, ...) or a fill for shaded cells, digits, borders, lines as box-drawing
characters. openpyxl is imported when a workbook is first read or written.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import AnswerLayer, Arrows, Layer, Lines, Rooms, Shading
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.draft import rooms_of_walls
from pencilp.errors import InputError
from pencilp.genres import Genre, find, genre_of

MOST_EXPANDED = 64 * 1024 * 1024
"""The files in a workbook may have this many bytes together; a workbook that has more is not expanded."""
MOST_FILES = 2_000
MOST_LINES = 300
"""A board on a sheet has no more rows and columns: tighter than ``MOST_CELLS``, as each cell of a sheet is a styled object."""

NOTHING = "-"
NO_CELL = "#"

_SIGNS = {"○": "w", "●": "b", "◯": "w", "■": "x", "□": "", "×": "x", "★": "*", "☆": "o"}
"""Signs that people put into cells for the layers' own tokens."""
_ARROWS = {"↑": 0, "→": 1, "↓": 2, "←": 3, "⇧": 0, "⇨": 1, "⇩": 2, "⇦": 3}
_MARKS = {"mine": "●", "lamp": "◉", "star": "★", "tent": "▲"}
"""What is written for a shaded cell, by the layer's look; other looks are filled."""
_BOXES = {0: "", 5: "│", 10: "─", 3: "└", 6: "┌", 12: "┐", 9: "┘", 1: "╵", 2: "╶", 4: "╷", 8: "╴",
          7: "├", 14: "┬", 13: "┤", 11: "┴", 15: "┼"}  # fmt: skip
"""The line through a cell by the sum of 1, 2, 4 and 8 for north, east, south and west."""
_THICK = ("thick", "medium", "double")
_LINES = ("mediumDashed", "mediumDashDot")
"""Borders where a single or a double line leaves a cell that holds a clue."""
_FILL, _INK = "FFBFBFBF", "FFC00000"
"""The colours of shaded cells and of all else that is an answer; what has the colour of answers is no clue."""


# -- the workbook ---------------------------------------------------------------------------------------------------


def open_workbook(content: bytes, *, values: bool) -> Any:
    """The openpyxl workbook in ``content``, with formulas or (``values``) what they last gave.

    Raises InputError for what is no workbook, or would be too large when expanded.
    """
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_FILES or sum(member.file_size for member in members) > MOST_EXPANDED:
                raise InputError(f"the workbook would expand to more than {MOST_EXPANDED // 1024 // 1024} MB")
            for member in members:
                if member.filename.endswith((".xml", ".rels")):
                    with archive.open(member) as file:
                        # entities can grow without end; no spreadsheet program writes any
                        if b"<!DOCTYPE" in file.read(1024):
                            raise InputError("the workbook declares a document type, which no workbook needs")
        import openpyxl

        return openpyxl.load_workbook(io.BytesIO(content), data_only=values)
    except InputError:
        raise
    except MemoryError:
        raise InputError("the workbook is too large") from None
    except Exception as error:
        # what openpyxl and zipfile raise for broken files has no common base: KeyError, ValueError, BadZipFile, ...
        raise InputError(f"this is no Excel workbook that can be read ({type(error).__name__})") from None


def _name(row: int, col: int) -> str:
    """The name of a cell, from its row and column counted from 0."""
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


class _Sheet:
    """What stands on the active sheet: ``text[row, col]`` from 0, without the empty cells."""

    def __init__(self, content: bytes) -> None:
        self.sheet = open_workbook(content, values=True).active
        if self.sheet is None or not hasattr(self.sheet, "cell"):
            raise InputError("the workbook's active sheet is no table")
        self.text: dict[tuple[int, int], str] = {}
        self.wrong: dict[tuple[int, int], str] = {}
        for cell in self._cells(self.sheet):
            place = cell.row - 1, cell.column - 1
            value = cell.value
            if cell.font.color is not None and cell.font.color.rgb == _INK:
                continue
            if cell.data_type == "e":
                self.wrong[place] = f"the formula has the error {value}"
            elif value is not None and (text := _text(value)) != "":
                self.text[place] = text
        for cell in self._cells(open_workbook(content, values=False).active):
            place = cell.row - 1, cell.column - 1
            if cell.data_type == "f" and place not in self.text and place not in self.wrong:
                self.wrong[place] = "the formula has no value; open and save the workbook in a spreadsheet program"

    @staticmethod
    def _cells(sheet: Any) -> Iterator[Any]:
        # only the cells that are there: iter_rows would make all up to the last, which may be millions
        return iter(list(sheet._cells.values()))

    def marker(self, clue: Callable[[str], bool]) -> tuple[int, int]:
        """The place of the letter below and right of the last cell: E, or one that is no ``clue``."""
        filled = [*self.text, *self.wrong]
        found = [
            (text not in "Ee", row, col)
            for (row, col), text in self.text.items()
            if len(text) == 1 and text.isalpha() and row and col and row <= MOST_LINES and col <= MOST_LINES
        ]
        for other, row, col in sorted(found):
            if other and clue(self.text[row, col]):
                continue
            before = any((r == row and c < col) or (c == col and r < row) for r, c in filled)
            if not before:
                return row, col
        raise InputError(
            "there is no letter (such as E) one row below and one column right of the board's last cell, with nothing "
            "before it in its row and above it in its column"
        )

    def at(self, row: int, col: int) -> str:
        """The text of a cell, "" for none. Raises InputError for a formula without a value."""
        if (row, col) in self.wrong:
            raise InputError(self.wrong[row, col], _name(row, col))
        return self.text.get((row, col), "")

    def thick(self, row: int, col: int, side: str) -> bool:
        """Whether a cell has a thick border at a side ("right" or "bottom"), its own or its neighbour's."""
        other, dr, dc = ("left", 0, 1) if side == "right" else ("top", 1, 0)
        for r, c, edge in ((row, col, side), (row + dr, col + dc, other)):
            cell = self.sheet._cells.get((r + 1, c + 1))
            border = getattr(cell.border, edge) if cell is not None else None
            if border is not None and border.style in _THICK and (border.color is None or border.color.rgb != _INK):
                return True
        return False


def _text(value: Any) -> str:
    """A cell's value as text; whole numbers without a decimal point."""
    import unicodedata

    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value == value and abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return unicodedata.normalize("NFKC", str(value)).strip()


# -- reading --------------------------------------------------------------------------------------------------------


def read(content: bytes, genre: str | None) -> Puzzle:
    """The puzzle on the active sheet of a workbook. Raises InputError naming the cell ("C4").

    ``genre`` is one of the genre's names: a sheet does not say it.
    """
    if not genre:
        raise InputError("a workbook does not say its genre; name it by --genre")
    kind = find(genre)
    if "square" not in kind.shapes:
        raise InputError(f"{kind.name} cannot be read from a workbook")
    return _Reader(kind, _Sheet(content)).puzzle()


class _Frame:
    """Where the board lies in the block before the letter: rows and columns of clues ``top``, ``left``, ``bottom``, ``right``."""

    def __init__(self, top: int = 0, left: int = 0, bottom: int = 0, right: int = 0) -> None:
        self.top, self.left, self.bottom, self.right = top, left, bottom, right


class _Reader:
    def __init__(self, genre: type[Genre], sheet: _Sheet) -> None:
        self.genre, self.sheet = genre, sheet
        inputs = list(genre.inputs.items())
        self.lines = [(name, layer) for name, layer in inputs if isinstance(layer, Lines)]
        # a second layer of rooms, such as a Sudoku's unusual boxes, has no place on a sheet
        self.rooms = [(name, layer) for name, layer in inputs if isinstance(layer, Rooms)][:1]
        self.corners = [(name, layer) for name, layer in inputs if layer.on == "corners"]
        self.cells = [
            (name, layer) for name, layer in inputs if layer.on == "cells" and not isinstance(layer, Rooms)
        ]  # fmt: skip
        self.params = [(name, layer) for name, layer in inputs if layer.on == "board"]
        self.below, self.behind = sheet.marker(self._is_clue)

    def _is_clue(self, text: str) -> bool:
        try:
            self._clue(text, [*self.cells, *self.corners], (0, 0))
        except InputError:
            return False
        return True

    def puzzle(self) -> Puzzle:
        frame = self._frame()
        rows = self.below - frame.top - frame.bottom - bool(self.corners)
        cols = self.behind - frame.left - frame.right - bool(self.corners)
        if rows < 1 or cols < 1:
            raise InputError("there are no cells before it", _name(self.below, self.behind))
        values: dict[str, Any] = {}
        holes: set[tuple[int, int]] = set()
        own_rooms = bool(self.rooms) and not self.cells and not self.corners and self._filled(0, 0)
        if self.corners:
            self._corner_clues(values, rows, cols)
        elif not own_rooms:
            self._cell_clues(values, holes, frame, rows, cols)
        lattice = square(rows, cols, holes)
        for name, lines in self.lines:
            values[name] = self._outside(lines, frame, rows, cols)
        for name, rooms in self.rooms:
            found = self._room_numbers(lattice, 0, 0) if own_rooms else self._rooms(lattice, frame)
            if found is not None:
                values[name] = found
            elif not rooms.optional:
                values[name] = [0] * len(lattice)
        self._whole(values)
        try:
            puzzle = Puzzle(self.genre, lattice, values)
            self.genre(puzzle)
        except InputError as error:
            raise InputError(str(error), "") from None
        return puzzle

    # -- clues in cells

    def _cell_clues(
        self, values: dict[str, Any], holes: set[tuple[int, int]], frame: _Frame, rows: int, cols: int
    ) -> None:
        found: list[dict[str, Any]] = []
        for row in range(rows):
            for col in range(cols):
                place = row + frame.top, col + frame.left
                text = self.sheet.at(*place)
                if text == NO_CELL:
                    holes.add((row, col))
                    continue
                found.append({} if text in ("", NOTHING) else self._clue(text, self.cells, place))
        for name, layer in self.cells:
            listed = [entry.get(name) for entry in found]
            if not layer.optional or any(value is not None for value in listed):
                values[name] = listed

    def _corner_clues(self, values: dict[str, Any], rows: int, cols: int) -> None:
        found = []
        for row in range(rows + 1):
            for col in range(cols + 1):
                text = self.sheet.at(row, col)
                found.append({} if text in ("", NOTHING) else self._clue(text, self.corners, (row, col)))
        for name, _ in self.corners:
            values[name] = [entry.get(name) for entry in found]

    def _clue(self, text: str, layers: Sequence[tuple[str, Layer]], place: tuple[int, int]) -> dict[str, Any]:
        """The clue in a cell, for the first layer that can read it."""
        if not layers:
            raise InputError(f"{self.genre.name} has no clues in cells, but here is {text[:20]!r}", _name(*place))
        reason = ""
        for name, layer in layers:
            for written in _spellings(text, layer):
                try:
                    return {name: layer.bind_value(layer.parse(written), "")}
                except ValueError as error:
                    reason = reason or f"{name}: {error}"
                except InputError as error:
                    reason = reason or f"{name}: {error.message}"
        raise InputError(reason, _name(*place))

    # -- clues outside

    def _frame(self) -> _Frame:
        """Where the clues outside stand: how many rows and columns of them there are."""
        if not self.lines:
            return _Frame()
        layer = self.lines[0][1]
        if len(self.lines) > 1 or (not layer.single and set(layer.sides) - {"top", "left"}):
            raise InputError(f"the clues outside of {self.genre.name} cannot be read from a workbook")
        if layer.single:
            return _Frame(*(int(side in layer.sides) for side in ("top", "left", "bottom", "right")))
        # the last row holds clues at its left only, the last column at its top only, up to the board
        filled = [place for place in self.sheet.text if place[0] < self.below and place[1] < self.behind]
        left = 1 + max((col for row, col in filled if row == self.below - 1), default=0)
        top = 1 + max((row for row, col in filled if col == self.behind - 1), default=0)
        left = max([left, *(col + 1 for row, col in filled if row >= top)])
        top = max([top, *(row + 1 for row, col in filled if col >= left)])
        return _Frame(top, left)

    def _outside(self, layer: Lines, frame: _Frame, rows: int, cols: int) -> dict[str, list[tuple[Any, ...]]]:
        result: dict[str, list[tuple[Any, ...]]] = {}
        below, behind = frame.top + rows, frame.left + cols
        for side in layer.sides:
            lines = []
            for i in range(layer.count(side, square(rows, cols))):
                if side in ("top", "bottom"):
                    span = range(frame.top) if side == "top" else range(below, below + frame.bottom)
                    places = [(row, frame.left + i) for row in span]
                else:
                    span = range(frame.left) if side == "left" else range(behind, behind + frame.right)
                    places = [(frame.top + i, col) for col in span]
                clues = [
                    clue
                    for place in places
                    if (text := self.sheet.at(*place)) not in ("", NOTHING)
                    for clue in self._clue(text, [(layer.name, layer)], place)[layer.name]
                ]
                lines.append(() if clues == [0] and not layer.single else tuple(clues))
            result[side] = lines
        return result

    # -- rooms

    def _filled(self, top: int, left: int) -> bool:
        return all(self.sheet.at(top + r, left + c) for r in range(self.below) for c in range(self.behind))

    def _room_numbers(self, lattice: Lattice, top: int, left: int) -> list[str | None]:
        texts = [self.sheet.at(top + row, left + col) for row, col in lattice.positions]
        return [None if text == NOTHING else text for text in texts]

    def _rooms(self, lattice: Lattice, frame: _Frame) -> list[Any] | None:
        """The rooms by a second block of region numbers, or by thick borders; None when there are neither."""
        blocks = [(0, self.behind + 1), (self.below + 1, 0)]
        for top, left in blocks:
            if all(self.sheet.at(top + row, left + col) for row, col in lattice.positions):
                return self._room_numbers(lattice, top, left)
        walls = []
        for a, b in lattice.links:
            row, col = lattice.positions[a]
            side = "right" if lattice.positions[b][0] == row else "bottom"
            walls.append(int(self.sheet.thick(row + frame.top, col + frame.left, side)))
        if any(walls):
            return rooms_of_walls(walls, lattice)
        for top, left in blocks:
            texts = {(top + row, left + col): self.sheet.at(top + row, left + col) for row, col in lattice.positions}
            if sum(map(str.isdigit, texts.values())) > 1:
                empty = next(place for place, text in texts.items() if not text)
                raise InputError("here is no region number, though others are in this block", _name(*empty))
        return None

    # -- numbers of the whole puzzle

    def _whole(self, values: dict[str, Any]) -> None:
        for name, layer in self.params:
            for place, text in self.sheet.text.items():
                label, colon, rest = text.partition(":")
                if colon and label.strip().lower() == name and (place[0] >= self.below or place[1] >= self.behind):
                    try:
                        values[name] = layer.parse(rest.strip())
                    except ValueError as error:
                        raise InputError(str(error), _name(*place)) from None


def _spellings(text: str, layer: Layer) -> Iterator[str]:
    """What a cell's text may mean as a token of a layer, likeliest first."""
    if isinstance(layer, Arrows) and layer.names:
        found = [ch for ch in text if ch in _ARROWS]
        if len(found) == 1:
            rest = text.replace(found[0], "").strip()
            yield rest + layer.names[_ARROWS[found[0]]]
    yield text
    yield text.lower()
    if text in _SIGNS:
        yield _SIGNS[text]


# -- writing --------------------------------------------------------------------------------------------------------


def write(puzzle: Puzzle, answer: Answer | None, content: bytes | None = None) -> bytes:
    """A workbook with the answer: a copy of the workbook ``content`` with everything else in it as it was, or a new one.

    Raises InputError when the workbook's board is not the puzzle's, or the puzzle cannot be put on a sheet.
    """
    check_fit(puzzle, answered=answer is not None)
    genre = genre_of(puzzle)
    if content is not None:
        reader = _Reader(genre, _Sheet(content))
        if reader.puzzle() != puzzle:
            raise InputError("the workbook's puzzle is not the one that was solved")
        frame = reader._frame()
        book = open_workbook(content, values=False)
        sheet = book.active
    else:
        import openpyxl

        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = genre.name[:31]
        frame = _lay_out(sheet, puzzle)
    if answer is not None:
        for key, layer in genre.answers.items():
            _write_answer(sheet, layer, answer[key], puzzle, frame)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def check_fit(puzzle: Puzzle, *, answered: bool) -> None:
    """Raise InputError when a puzzle (``answered``: or an answer to it) cannot be put on a sheet."""
    genre, lattice = puzzle.genre, puzzle.lattice
    if lattice.shape != "square":
        raise InputError(f"workbooks have no {lattice.shape} boards")
    if max(lattice.rows, lattice.cols) > MOST_LINES:
        raise InputError(f"a workbook's board has at most {MOST_LINES} rows and columns")
    lines = [layer for layer in genre.inputs.values() if isinstance(layer, Lines)]
    if len(lines) > 1 or any(not layer.single and set(layer.sides) - {"top", "left"} for layer in lines):
        raise InputError(f"the clues outside of {genre.name} cannot stand on a sheet")
    for name, layer in genre.inputs.items():
        if layer.on in ("links", "edges") and any(puzzle[name]):
            raise InputError(f"the layer {name} cannot be put on a sheet")
    for layer in genre.answers.values() if answered else ():
        if layer.on not in ("cells", "links", "edges"):
            raise InputError(f"the answer's {layer.name} cannot be written into a workbook")


def _lay_out(sheet: Any, puzzle: Puzzle) -> _Frame:
    """Put a puzzle on an empty sheet; returns where its board lies."""
    from openpyxl.styles import Alignment, PatternFill

    lattice = puzzle.lattice
    lines = [(layer, puzzle[name]) for name, layer in puzzle.genre.inputs.items() if isinstance(layer, Lines)]
    depth = dict.fromkeys(("top", "left", "bottom", "right"), 0)
    for outside, clues in lines:
        for side in outside.sides:
            depth[side] = max([1, *map(len, clues[side])])
    frame = _Frame(depth["top"], depth["left"], depth["bottom"], depth["right"])
    corner = int(any(layer.on == "corners" for layer in puzzle.genre.inputs.values()))
    rows = frame.top + lattice.rows + frame.bottom + corner
    cols = frame.left + lattice.cols + frame.right + corner
    for row in range(rows + 1):
        sheet.row_dimensions[row + 1].height = 22
    for col in range(cols + 1):
        sheet.column_dimensions[_name(0, col)[:-1]].width = 4.2
    sheet.sheet_view.showGridLines = False
    for r, c in lattice.positions:
        cell = sheet.cell(r + frame.top + 1, c + frame.left + 1)
        cell.alignment = Alignment(horizontal="center", vertical="center")
        for side in ("left", "right", "top", "bottom"):
            _border(cell, side, "thin")
    at = lattice.cell_at
    for r in range(lattice.rows):
        for c in range(lattice.cols):
            if (r, c) not in at:
                hole = sheet.cell(r + frame.top + 1, c + frame.left + 1, NO_CELL)
                hole.fill = PatternFill("solid", fgColor="FF7F7F7F")
    notes = []
    for name, layer in puzzle.genre.inputs.items():
        value = puzzle[name]
        if layer.on == "board":
            if value is not None and value != layer.default(lattice):
                notes.append(f"{name}: {layer.token(value)}")
        elif isinstance(layer, Lines):
            _lay_out_lines(sheet, layer, value, lattice, frame)
        elif isinstance(layer, Rooms):
            if layer.optional and value == layer.default(lattice):
                continue
            walls = set(value.borders(lattice))
            _draw_borders(sheet, [int(e in walls) for e in range(len(lattice.links))], lattice, frame, "thick", None)
            _draw_outline(sheet, lattice, frame)
            if not any(walls) or any(room is None for room in value.of) or not layer.connected:
                for (r, c), room in zip(lattice.positions, value.of, strict=True):
                    sheet.cell(r + 1, cols + 2 + c, NOTHING if room is None else room + 1)
        elif layer.on in ("cells", "corners"):
            places = lattice.positions if layer.on == "cells" else lattice.corner_keys
            for (r, c), v in zip(places, value, strict=True):
                if v is not None:
                    cell = sheet.cell(r + frame.top + 1, c + frame.left + 1, _shown(layer, v))
                    cell.alignment = Alignment(horizontal="center", vertical="center")
    sheet.cell(rows + 1, cols + 1, "E")
    for i, note in enumerate(notes):
        sheet.cell(rows + 2 + i, cols + 2, note)
    return frame


def _shown(layer: Layer, value: Any) -> int | str:
    """What a new sheet shows for a value: numbers, circles and arrows as such, otherwise its token."""
    if type(value) is int:
        return value
    if layer.look == "circle" and value in ("w", "b"):
        return "○" if value == "w" else "●"
    if isinstance(layer, Arrows) and len(layer.names) == 4 and not layer.colors and type(value[0]) is int:
        return f"{'' if value[1] is None else value[1]}{'↑→↓←'[value[0]]}"
    return layer.token(value)


def _lay_out_lines(sheet: Any, layer: Lines, clues: Any, lattice: Lattice, frame: _Frame) -> None:
    from openpyxl.styles import Alignment

    for side, lines in clues.items():
        for i, line in enumerate(lines):
            listed = line or ((0,) if not layer.single else ())
            for n, clue in enumerate(listed):
                row, col = {
                    "top": (frame.top - len(listed) + n, frame.left + i),
                    "left": (frame.top + i, frame.left - len(listed) + n),
                    "bottom": (frame.top + lattice.rows + n, frame.left + i),
                    "right": (frame.top + i, frame.left + lattice.cols + n),
                }[side]
                cell = sheet.cell(row + 1, col + 1, clue)
                cell.alignment = Alignment(horizontal="center", vertical="center")


def _border(cell: Any, side: str, style: str, color: str | None = None) -> None:
    from copy import copy

    from openpyxl.styles import Side

    border = copy(cell.border)
    setattr(border, side, Side(style=style, color=color))
    cell.border = border


_SIDES = ("top", "right", "bottom", "left")


def _draw_borders(
    sheet: Any, values: Sequence[int], lattice: Lattice, frame: _Frame, style: str, color: str | None
) -> None:
    """Draw the edges of the board whose value is not 0, on both cells that they part."""
    table = lattice.cell_edges if len(values) == len(lattice.edges) else lattice.link_to
    for c, (row, col) in enumerate(lattice.positions):
        for d, side in enumerate(_SIDES):
            if table[c][d] >= 0 and values[table[c][d]]:
                _border(sheet.cell(row + frame.top + 1, col + frame.left + 1), side, style, color)


def _draw_outline(sheet: Any, lattice: Lattice, frame: _Frame) -> None:
    for c, (row, col) in enumerate(lattice.positions):
        for d, side in enumerate(_SIDES):
            if lattice.step[c][d] < 0:
                _border(sheet.cell(row + frame.top + 1, col + frame.left + 1), side, "thick")


def _write_answer(sheet: Any, layer: AnswerLayer, values: Any, puzzle: Puzzle, frame: _Frame) -> None:
    from openpyxl.styles import PatternFill

    lattice = puzzle.lattice
    if layer.on == "edges" or layer.look == "border":
        _draw_borders(sheet, values, lattice, frame, "thick", _INK)
        return
    if layer.on == "links":
        _draw_line(sheet, values, lattice, frame)
        return
    mark = _MARKS.get(layer.look, "") if isinstance(layer, Shading) else ""
    for (row, col), value in zip(lattice.positions, values, strict=True):
        nothing = getattr(layer, "blank", 0)
        if value is None or value == nothing:
            continue
        cell = sheet.cell(row + frame.top + 1, col + frame.left + 1)
        if isinstance(layer, Shading) and not mark:
            cell.fill = PatternFill("solid", fgColor=_FILL)
        elif cell.value is None:
            _ink(cell, mark or (value if layer.look == "digit" else layer.token(value)))


def _ink(cell: Any, value: int | str) -> None:
    """Write a part of the answer into an empty cell, in the answer's colour, keeping the cell's own style."""
    from copy import copy

    from openpyxl.styles import Alignment

    cell.value = value
    font = copy(cell.font)
    font.color = _INK
    cell.font = font
    if cell.alignment.horizontal in (None, "general"):
        cell.alignment = Alignment(horizontal="center", vertical=cell.alignment.vertical)


def _draw_line(sheet: Any, values: Sequence[int], lattice: Lattice, frame: _Frame) -> None:
    """A line from cell to cell as box-drawing characters, behind what the cell holds; double where it is."""
    doubled = {"─": "═", "│": "║"}
    for c, (row, col) in enumerate(lattice.positions):
        amounts = [values[e] if e >= 0 else 0 for e in lattice.link_to[c]]
        sign = _BOXES[sum(1 << d for d, amount in enumerate(amounts) if amount)]
        if not sign:
            continue
        cell = sheet.cell(row + frame.top + 1, col + frame.left + 1)
        if cell.value is None:
            _ink(cell, doubled.get(sign, sign) if max(amounts) > 1 else sign)
        else:
            # the clue stays alone in its cell, so that the copy can be read again; the line goes past it as a border
            for d, side in enumerate(_SIDES):
                if amounts[d] and getattr(cell.border, side).style not in _THICK:
                    _border(cell, side, _LINES[amounts[d] > 1], _INK)
