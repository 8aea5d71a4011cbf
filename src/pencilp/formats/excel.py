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
* Two clues in one cell stand side by side, in the order of the genre's layers, ``-`` for one that is missing: ``24* 3``.

Answers are written into a copy, and read from it: see ``excel_answers``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import Layer
from pencilp.board.layers.glyphs import Pointer
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.partial_puzzle import rooms_of_walls
from pencilp.errors import InputError
from pencilp.formats.excel_answers import Pencil, erase, read_answer, signs_of, write_answer
from pencilp.formats.proof import prove
from pencilp.formats.transplant import Draft
from pencilp.formats.workbook import (
    MOST_LINES,
    SIDES,
    THICK,
    Frame,
    Sheet,
    as_text,
    draw_border,
    draw_borders,
    name_of,
    saved,
)
from pencilp.genres import Genre, find, genre_of
from pencilp.numerals import digits

NOTHING = "-"
NO_CELL = "#"
QUOTE = '"'
"""Around a token that would mean something else: as in the puzzle text, ``"-"`` is the token, not nothing."""

LOOKALIKES = str.maketrans("◯⇧⇨⇩⇦×★☆", "○↑→↓←x*o")
"""Characters that people put into cells, and those that they look like."""

Named = Sequence[tuple[str, Layer[Any]]]
"""Layers with their names."""


# -- reading --------------------------------------------------------------------------------------------------------


def read(content: bytes, genre: type[Genre] | str | None) -> Puzzle:
    """The puzzle on the active sheet of a workbook, with the answer in it if there is one. Raises InputError naming the
    cell ("C4").

    ``genre`` is a genre or one of its names: a sheet does not say it.
    """
    reader = _Reader(_kind(genre), Sheet(content))
    puzzle = reader.puzzle()
    puzzle.answer = read_answer(puzzle, reader.frame(), Pencil(reader.sheet))
    return puzzle


def read_filled(content: bytes, board: bytes, genre: str | None) -> Answer | None:
    """The answer that a person has filled into a copy of the workbook ``board``, in whatever colour; None for nothing."""
    reader = _Reader(_kind(genre), Sheet(board))
    return read_answer(reader.puzzle(), reader.frame(), Pencil(Sheet(content), reader.sheet))


def _kind(genre: type[Genre] | str | None) -> type[Genre]:
    if not genre:
        raise InputError("a workbook does not say its genre; name it by --genre")
    kind = find(genre) if isinstance(genre, str) else genre
    if "square" not in kind.shapes:
        raise InputError(f"{kind.name} cannot be read from a workbook")
    return kind


class _Reader:
    def __init__(self, genre: type[Genre], sheet: Sheet) -> None:
        self.genre, self.sheet = genre, sheet
        inputs = list(genre.inputs.items())
        self.lines = [(name, layer) for name, layer in inputs if layer.on == "lines"]
        # a second layer of rooms, such as a Sudoku's unusual boxes, has no place on a sheet
        self.rooms = [(name, layer) for name, layer in inputs if layer.value.way in GROUPS][:1]
        self.corners = [(name, layer) for name, layer in inputs if layer.on == "corners"]
        self.cells = _clued(genre)
        self.params = [(name, layer) for name, layer in inputs if layer.on == "board"]
        self.below, self.behind = sheet.marker(lambda text: self._is_clue(text, [*self.cells, *self.corners]))
        self.apart: list[tuple[int, int]] = []
        self._set_apart()

    @staticmethod
    def _is_clue(text: str, layers: Named) -> bool:
        try:
            _clue(text, layers)
        except InputError:
            return False
        return True

    def _set_apart(self) -> None:
        """Take signs that cannot be a clue for an answer, in whatever colour: an earlier solution."""
        if self._own_rooms():
            return
        signs = signs_of(self.genre)
        for (row, col), text in list(self.sheet.text.items()):
            *words, last = text.split()
            clued = row < self.below and col < self.behind and last in signs
            if clued and not self._is_clue(text, [*self.cells, *self.corners, *self.lines]):
                self.sheet.set_apart((row, col), " ".join(words), last)
                self.apart.append((row, col))

    def _own_rooms(self) -> bool:
        """Whether the region numbers stand in the board itself."""
        return bool(self.rooms) and not self.cells and not self.corners and self._filled(0, 0)

    def puzzle(self) -> Puzzle:
        frame = self.frame()
        rows = self.below - frame.top - frame.bottom - bool(self.corners)
        cols = self.behind - frame.left - frame.right - bool(self.corners)
        if rows < 1 or cols < 1:
            raise InputError("there are no cells before it", name_of(self.below, self.behind))
        values: dict[str, Any] = {}
        holes: set[tuple[int, int]] = set()
        own_rooms = self._own_rooms()
        if self.corners:
            self._corner_clues(values, rows, cols)
        elif not own_rooms:
            self._cell_clues(values, holes, frame, rows, cols)
        lattice = square(rows, cols, holes)
        for place in sorted({*self.apart} - {*frame.places(lattice)}):
            raise InputError(f"{self.sheet.pencilled[place]!r} stands where the board has no cell", name_of(*place))
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
        self, values: dict[str, Any], holes: set[tuple[int, int]], frame: Frame, rows: int, cols: int
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

    def _clue(self, text: str, layers: Named, place: tuple[int, int]) -> dict[str, Any]:
        """The clues in a cell. Raises InputError naming it."""
        if not layers:
            raise InputError(f"{self.genre.name} has no clues in cells, but here is {text[:20]!r}", name_of(*place))
        try:
            return _clue(text, layers)
        except InputError as error:
            raise InputError(str(error), name_of(*place)) from None

    # -- clues outside

    def frame(self) -> Frame:
        """Where the clues outside stand: how many rows and columns of them there are."""
        if not self.lines:
            return Frame()
        layer = self.lines[0][1]
        if len(self.lines) > 1 or (not layer.place.single and set(layer.place.sides) - {"top", "left"}):
            raise InputError(f"the clues outside of {self.genre.name} cannot be read from a workbook")
        if layer.place.single:
            return Frame(*(int(side in layer.place.sides) for side in ("top", "left", "bottom", "right")))
        # the last row holds clues at its left only, the last column at its top only, up to the board
        filled = [
            place for place, text in self.sheet.text.items()
            if place[0] < self.below and place[1] < self.behind and text != NO_CELL
        ]  # fmt: skip
        left = 1 + max((col for row, col in filled if row == self.below - 1), default=0)
        top = 1 + max((row for row, col in filled if col == self.behind - 1), default=0)
        left = max([left, *(col + 1 for row, col in filled if row >= top)])
        top = max([top, *(row + 1 for row, col in filled if col >= left)])
        return Frame(top, left)

    def _outside(self, layer: Any, frame: Frame, rows: int, cols: int) -> dict[str, list[tuple[Any, ...]]]:
        result: dict[str, list[tuple[Any, ...]]] = {}
        below, behind = frame.top + rows, frame.left + cols
        for side in layer.place.sides:
            lines = []
            for i in range(layer.place.count(side, square(rows, cols))):
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
                    for clue in [self._clue(text, [(layer.name, layer)], place)[layer.name]]
                ]
                lines.append(() if clues == [0] and not layer.place.single else tuple(clues))
            result[side] = lines
        return result

    # -- rooms

    def _filled(self, top: int, left: int) -> bool:
        return all(self.sheet.at(top + r, left + c) for r in range(self.below) for c in range(self.behind))

    def _room_numbers(self, lattice: Lattice, top: int, left: int) -> list[str | None]:
        texts = [self.sheet.at(top + row, left + col) for row, col in lattice.positions]
        return [None if text == NOTHING else text for text in texts]

    def _rooms(self, lattice: Lattice, frame: Frame) -> list[Any] | None:
        """The rooms by a second block of region numbers, or by thick borders; None when there are neither."""
        blocks = [(0, self.behind + 1), (self.below + 1, 0)]
        for top, left in blocks:
            if all(self.sheet.at(top + row, left + col) for row, col in lattice.positions):
                return self._room_numbers(lattice, top, left)
        walls = []
        for a, b in lattice.links:
            row, col = lattice.positions[a]
            borders = self.sheet.border((row + frame.top, col + frame.left), 1 if lattice.positions[b][0] == row else 2)
            walls.append(int(any(style in THICK and not inked for style, inked in borders)))
        if any(walls):
            return rooms_of_walls(walls, lattice)
        for top, left in blocks:
            texts = {(top + row, left + col): self.sheet.at(top + row, left + col) for row, col in lattice.positions}
            if sum(digits(text) is not None for text in texts.values()) > 1:
                empty = next(place for place, text in texts.items() if not text)
                raise InputError("here is no region number, though others are in this block", name_of(*empty))
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
                        raise InputError(str(error), name_of(*place)) from None


def _clued(genre: type[Genre]) -> list[tuple[str, Layer[Any]]]:
    """The layers whose clues stand in cells."""
    return [(n, layer) for n, layer in genre.inputs.items() if layer.on == "cells" and layer.value.way not in GROUPS]


def _clue(text: str, layers: Named) -> dict[str, Any]:
    """The clues that a text says: one, of the first layer that can read it, or one of each layer. Raises InputError."""
    reason = ""
    for name, layer in layers:
        try:
            return {name: _value(text, layer)}
        except InputError as error:
            reason = reason or f"{name}: {error.message}"
    words = text.split()
    if 1 < len(words) <= len(layers):
        pairs = zip(words, layers, strict=False)
        return {name: _value(word, layer) for word, (name, layer) in pairs if word != NOTHING}
    raise InputError(reason)


def _value(text: str, layer: Layer[Any]) -> Any:
    """What a text says of a layer. Raises InputError when that is nothing."""
    reason = ""
    for written in _spellings(text, layer):
        try:
            return layer.parse(written)
        except ValueError as error:
            reason = reason or str(error)
    raise InputError(reason)


def _reads(text: str, layer: Layer[Any]) -> Any:
    """What a text says of a layer, None for nothing."""
    try:
        return _value(text, layer)
    except InputError:
        return None


def _spellings(text: str, layer: Layer[Any]) -> Iterator[str]:
    """What a cell's text may mean as a token of a layer, likeliest first."""
    if len(text) > 1 and text[0] == text[-1] == QUOTE:
        with suppress(ValueError):
            if isinstance(token := json.loads(text), str):
                yield token
    yield from layer.value.spellings(text)
    alike = text.translate(LOOKALIKES)
    if alike != text:
        yield from layer.value.spellings(alike)


# -- writing --------------------------------------------------------------------------------------------------------


def write(puzzle: Puzzle, answer: Answer | None, content: bytes | None = None, *, lossy: bool = False) -> bytes:
    """A workbook with the answer: a copy of the workbook ``content`` with everything else in it as it was, or a new one.

    Raises InputError when the workbook's board is not the puzzle's, the puzzle cannot be put on a sheet, or, without
    ``lossy``, when there is no room for all of it.
    """
    check_fit(puzzle, answered=answer is not None)
    written = _book(puzzle, answer, content, lossy=lossy)

    def again() -> Puzzle:
        nonlocal written
        try:
            return read(written, genre_of(puzzle))
        except InputError:
            if answer is None:
                raise
            # half a double line, say, for which there is no sign: nobody could read the workbook
            written = _book(puzzle, None, content, lossy=lossy)
            return read(written, genre_of(puzzle))

    prove(puzzle, answer, again, format="workbooks", lossy=lossy)
    return written


def _book(puzzle: Puzzle, answer: Answer | None, content: bytes | None, *, lossy: bool) -> bytes:
    genre = genre_of(puzzle)
    if content is not None:
        reader = _Reader(genre, Sheet(content))
        if reader.puzzle() != puzzle:
            raise InputError("the workbook's puzzle is not the one that was solved")
        draft = Draft(content)
        if answer is not None:
            erase(draft, puzzle, reader.frame(), reader.sheet)
            write_answer(draft, answer, reader.frame(), reader.sheet.text)
        return draft.written(lossy=lossy)
    import openpyxl

    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = genre.name[:31]
    frame = _lay_out(sheet, puzzle)
    if answer is not None:
        cells = ((cell.row - 1, cell.column - 1, as_text(cell.value)) for row in sheet for cell in row)
        write_answer(sheet, answer, frame, {(row, col): text for row, col, text in cells if text})
    return saved(book)


def check_fit(puzzle: Puzzle, *, answered: bool) -> None:
    """Raise InputError when a puzzle (``answered``: or an answer to it) cannot be put on a sheet."""
    genre, lattice = puzzle.genre, puzzle.lattice
    if lattice.shape != "square":
        raise InputError(f"workbooks have no {lattice.shape} boards")
    if max(lattice.rows, lattice.cols) > MOST_LINES:
        raise InputError(f"a workbook's board has at most {MOST_LINES} rows and columns")
    lines: list[Any] = [layer for layer in genre.inputs.values() if layer.on == "lines"]
    if len(lines) > 1 or any(not layer.place.single and set(layer.place.sides) - {"top", "left"} for layer in lines):
        raise InputError(f"these clues outside of {genre.name} cannot stand on a sheet", lines[-1].name)
    for key, layer in genre.answers.items() if answered else ():
        if layer.on not in ("cells", "links", "edges"):
            raise InputError("this cannot be written into a workbook", f"answer {key}")


def _lay_out(sheet: Any, puzzle: Puzzle) -> Frame:
    """Put a puzzle on an empty sheet; returns where its board lies."""
    from openpyxl.styles import Alignment, PatternFill

    lattice = puzzle.lattice
    lines: list[Any] = [(layer, puzzle[name]) for name, layer in puzzle.genre.inputs.items() if layer.on == "lines"]
    depth = dict.fromkeys(("top", "left", "bottom", "right"), 0)
    for outside, clues in lines:
        for side in outside.place.sides:
            depth[side] = max([1, *map(len, clues[side])])
    frame = Frame(depth["top"], depth["left"], depth["bottom"], depth["right"])
    corner = int(any(layer.on == "corners" for layer in puzzle.genre.inputs.values()))
    rows = frame.top + lattice.rows + frame.bottom + corner
    cols = frame.left + lattice.cols + frame.right + corner
    clued = _clued(genre_of(puzzle))
    listed = [{name: puzzle[name][i] for name, _ in clued if puzzle[name][i] is not None} for i in lattice.cells]
    shown = [_both_shown(told, clued) if told else None for told in listed]
    longest = max(len(str(text or "")) for text in shown)
    for row in range(rows + 1):
        sheet.row_dimensions[row + 1].height = 22
    for col in range(cols + 1):
        sheet.column_dimensions[name_of(0, col)[:-1]].width = 4.2 + 1.6 * max(0, longest - 2)
    sheet.sheet_view.showGridLines = False
    for row, col in frame.places(lattice):
        cell = sheet.cell(row + 1, col + 1)
        cell.alignment = Alignment(horizontal="center", vertical="center")
        for side in SIDES:
            draw_border(cell, side, "thin")
    at = lattice.cell_at
    for r in range(lattice.rows):
        for c in range(lattice.cols):
            if (r, c) not in at and not corner:
                hole = sheet.cell(r + frame.top + 1, c + frame.left + 1, NO_CELL)
                hole.fill = PatternFill("solid", fgColor="FF7F7F7F")
    notes = []
    divided = next((name for name, layer in puzzle.genre.inputs.items() if layer.value.way in GROUPS), "")
    for name, layer in puzzle.genre.inputs.items():
        value = puzzle[name]
        if layer.on == "board":
            if value is not None and value != layer.default(lattice):
                notes.append(f"{name}: {layer.token(value)}")
        elif layer.on == "lines":
            _lay_out_lines(sheet, layer, value, lattice, frame)
        elif layer.value.way in GROUPS:
            if name != divided or (layer.optional and value == layer.default(lattice)):
                continue
            walls = set(value.borders(lattice))
            draw_borders(sheet, [int(e in walls) for e in range(len(lattice.links))], lattice, frame, "thick", None)
            _draw_outline(sheet, lattice, frame)
            if not any(walls) or any(room is None for room in value.of) or not layer.value.connected:
                for (r, c), room in zip(lattice.positions, value.of, strict=True):
                    sheet.cell(r + 1, cols + 2 + c, NOTHING if room is None else room + 1)
        elif layer.on == "corners":
            for (r, c), v in zip(lattice.corner_keys, value, strict=True):
                if v is not None:
                    cell = sheet.cell(r + 1, c + 1, _shown(layer, v))
                    cell.alignment = Alignment(horizontal="center", vertical="center")
    for text, (row, col) in zip(shown, frame.places(lattice), strict=True):
        if text is not None:
            sheet.cell(row + 1, col + 1, text)
    sheet.cell(rows + 1, cols + 1, "E")
    for i, note in enumerate(notes):
        sheet.cell(rows + 2 + i, cols + 2, note)
    return frame


def _both_shown(told: dict[str, Any], layers: Named) -> int | str | None:
    """What a new sheet shows for the clues of a cell, by layer: a single one alone, if it is then read as what it is; None
    where they cannot be told.
    """
    shown = {name: _shown(layer, told[name]) for name, layer in layers if name in told}
    *_, last = shown
    if len(shown) == 1 and _clue(str(shown[last]), layers) == told:
        return shown[last]
    names = [name for name, _ in layers]
    text = " ".join(str(shown.get(name, NOTHING)) for name in names[: names.index(last) + 1])
    with suppress(InputError):
        if _clue(text, layers) == told:
            return text
    return None


def _shown(layer: Layer[Any], value: Any) -> int | str:
    """What a new sheet shows for a value: numbers, circles and arrows as such, otherwise its token."""
    if type(value) is int:
        return value
    glyph = layer.value.glyph(value, square(1, 1))
    as_such = glyph is not None and (glyph.repeats or any(isinstance(shape, Pointer) for shape in glyph.shapes))
    told = glyph is not None and as_such and _reads(glyph.text, layer) == value
    token = glyph.text if told and glyph is not None else layer.token(value)
    if token.strip() in ("", NOTHING, NO_CELL) or token.startswith(QUOTE):
        return json.dumps(token, ensure_ascii=False)
    return token


def _lay_out_lines(sheet: Any, layer: Any, clues: Any, lattice: Lattice, frame: Frame) -> None:
    from openpyxl.styles import Alignment

    for side, lines in clues.items():
        for i, line in enumerate(lines):
            listed = line or ((0,) if not layer.place.single else ())
            for n, clue in enumerate(listed):
                row, col = {
                    "top": (frame.top - len(listed) + n, frame.left + i),
                    "left": (frame.top + i, frame.left - len(listed) + n),
                    "bottom": (frame.top + lattice.rows + n, frame.left + i),
                    "right": (frame.top + i, frame.left + lattice.cols + n),
                }[side]
                cell = sheet.cell(row + 1, col + 1, _shown(layer, clue))
                cell.alignment = Alignment(horizontal="center", vertical="center")


def _draw_outline(sheet: Any, lattice: Lattice, frame: Frame) -> None:
    for c, (row, col) in enumerate(lattice.positions):
        for d, side in enumerate(SIDES):
            if lattice.step[c][d] < 0:
                draw_border(sheet.cell(row + frame.top + 1, col + frame.left + 1), side, "thick")
