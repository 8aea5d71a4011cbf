"""Reads the genre, board, layers and answer of a puzzle from the sections of a puzzle text."""

from __future__ import annotations

from typing import cast

from pencilp import genres
from pencilp._util.parse_number import digits
from pencilp.board.lattice import MAX_CELLS, SHAPES, Lattice, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.remarks import AUTHOR, VARIANT
from pencilp.formats.text.packed import unpack
from pencilp.formats.text.sections import Parts
from pencilp.formats.text.tokens import ALSO_NOTHING, NO_CELL, NOTHING, Line, Section, is_sign, place_at
from pencilp.formats.text.values import all_read, by_sides, grid_of, unlike_others, values_of
from pencilp.genres import Genre, genre_of


def puzzle_of(block: list[Line]) -> Puzzle:
    """Return the puzzle of some lines.

    The first line names the genre. Raise InputError whose place is line and column.
    """
    number, tokens = block[0]
    title = " ".join(text for _, text in tokens)
    head, colon, rest = title.partition(":")
    try:
        genre = genres.find(rest.strip() if colon and head.strip().lower() == "genre" else title)
    except InputError as error:
        raise InputError(f"the first line must name the genre: {error.message}", place_at(number)) from None
    try:
        return read_as(genre, number, block[1:])
    except InputError as error:
        faulty = int(error.where.partition(":")[0])
        words = [line for line in block[1:] if line[0] <= faulty and len(line[1]) == 1 and ":" not in line[1][0][1]]
        another = next(filter(begins, words), None)
        if another is None:
            raise
        raise InputError(
            "another puzzle begins here: put a line --- between two puzzles", place_at(another[0])
        ) from None


def read_as(genre: type[Genre], number: int, block: list[Line]) -> Puzzle:
    """Return the puzzle of the lines below the one that names the genre, which has this ``number``.

    Raise InputError whose place is line and column, also if two readings are possible.
    """
    straight = _Reading(genre, number, block, fold=False)
    if straight.side < 2:
        return straight.puzzle()
    square = _Reading(genre, number, block, fold=True)
    found = [each for each in (straight, square) if each.error is None]
    if len(found) > 1:
        count, side = square.side**2, square.side
        says = f"{count} cells in one line may be one row, or {side} rows: add a line 'size: {side} {side}' or 'size: 1 {count}'"
        raise InputError(says, place_at(square.line))
    return (found or [straight])[0].puzzle()


def answer_of(block: list[Line], puzzle: Puzzle) -> Answer | None:
    """Return the answer to ``puzzle`` in lines without a puzzle.

    The lines are its layers, with or without ``answer:``, or values without a name if the name may be left out. Return
    None for a whole puzzle. Raise InputError whose place is line and column.
    """
    heads = [tokens[0][1].lower() for _, tokens in block]
    if "answer:" in heads[1:] or begins(block[0]):
        return None
    if heads[0] != "answer:":
        block = [(block[0][0], [(0, "answer:")]), *block]
    genre, lattice = genre_of(puzzle), puzzle.lattice
    parts = Parts(genre, block)
    if heads[0] != "answer:" and not parts.answers:
        raise InputError("there is no answer in it", str(block[0][0]))
    unpack(parts.grids(), (lattice.rows, lattice.cols), fold=False)
    for section in parts.answers.values():
        section.gaps = lattice.shape == "hexagonal"
    return Answer(puzzle, {name: values_of(genre.answers[name], s, lattice) for name, s in parts.answers.items()})


def begins(line: Line) -> bool:
    """Return whether a line names a genre, as the first of a puzzle does."""
    head, colon, rest = " ".join(text for _, text in line[1]).partition(":")
    return genres.named(rest.strip() if colon and head.strip().lower() == "genre" else head) is not None


class _Reading:
    """A reading of the lines of a puzzle. With ``fold``, a board in one line is a square, ``side`` cells wide."""

    def __init__(self, genre: type[Genre], number: int, block: list[Line], *, fold: bool) -> None:
        self.genre, self.number = genre, number
        self.parts = Parts(genre, block)
        self.size = _size(self.parts.headers) or _counted(self.parts)
        grids = self.parts.grids()
        self.line = grids[0][0].lines[0][0] if grids else number
        missing = self.parts.missing()
        for section, _ in grids:
            section.missing = missing
        outline = self.parts.headers.get("board")
        known = max((len(tokens) for _, tokens in outline.lines), default=None) if outline else None
        self.side = unpack(grids, self.size, fold=fold, known=known, equal=genre.equal_sides)
        self.error: InputError | None = None
        self._puzzle: Puzzle | None = None
        if self.side > 1:
            try:
                self._puzzle = self._read()
            except InputError as error:
                self.error = error

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raise InputError whose place is line and column."""
        if self.error is not None:
            raise self.error
        return self._read() if self._puzzle is None else self._puzzle

    def _read(self) -> Puzzle:
        genre, parts = self.genre, self.parts
        headers, inputs, answers = parts.headers, parts.inputs, parts.answers
        shape_tokens = headers["board"].inline if "board" in headers else []
        shape = shape_tokens[0][1].lower() if shape_tokens else genre.shapes[0]
        for section in (*headers.values(), *inputs.values(), *answers.values()):
            # on other boards a short row is most likely a typing error
            section.gaps = "size" in headers or shape == "hexagonal"
        lattice = _lattice(genre, parts, self.size, self.number)
        values = {name: values_of(genre.inputs[name], s, lattice) for name, s in inputs.items()}
        solved = {name: values_of(genre.answers[name], s, lattice) for name, s in answers.items()}
        label = _name(headers, "name")
        notes = {header: _name(headers, header) for header in (AUTHOR, VARIANT) if header in headers}
        try:
            for name, layer in genre.inputs.items():
                if name not in values and not layer.optional and not layer.value.missing:
                    # a layer may be left out if it can be empty
                    values[name] = layer.empty(lattice)
            puzzle = Puzzle(genre, lattice, values, name=label, notes=notes)
            genre(puzzle)
            if parts.answered:
                puzzle.answer = Answer(puzzle, solved)
        except InputError as error:
            key, _, cell = error.where.partition(" ")
            wrong_section = {**inputs, **answers}.get(key)
            where = place_at(self.number) if wrong_section is None else _place_of(cell, wrong_section, lattice)
            raise InputError(str(error), where) from None
        return puzzle


def _name(headers: dict[str, Section], header: str) -> str:
    """Return the text after a header; "" without that header."""
    return " ".join(text for _, text in headers[header].inline) if header in headers else ""


def _place_of(cell: str, section: Section, lattice: Lattice) -> str:
    """Return the place of a cell's value in the text, if the section is a grid; otherwise the place of the section."""
    if cell in lattice.names and len(section.lines) == lattice.rows:
        row, col = lattice.positions[lattice.names.index(cell)]
        line, tokens = section.lines[row]
        if len(tokens) == lattice.cols:
            return place_at(line, tokens[col][0])
    return place_at(section.line)


# -- the board ------------------------------------------------------------------------------------------------------


def _counted(parts: Parts) -> tuple[int, int] | None:
    """Return the rows and columns as counted from clues outside, if no grid or outline gives them.

    None if the clues do not give them.
    """
    if "board" in parts.headers or any(section.lines for section, _ in parts.outlines(parts.genre.inputs)):
        return None
    for name, section in parts.inputs.items():
        layer = parts.genre.inputs[name]
        if layer.on == "lines" and section.lines:
            counts = {side: len(lines) for side, lines in by_sides(layer, section).items()}
            cols, rows = (counts.get(a) or counts.get(b) for a, b in (("top", "bottom"), ("left", "right")))
            if rows and cols:
                return (rows, cols) if rows * cols <= MAX_CELLS else None
    return None


def _size(headers: dict[str, Section]) -> tuple[int, int] | None:
    """Return the rows and columns in the line ``size:``, which may be ``3x4``; None without that line."""
    if "size" not in headers:
        return None
    section = headers["size"]
    words = [word for _, text in section.inline for word in text.lower().replace("×", "x").split("x") if word]
    sizes = [digits(word) for word in words]
    if len(sizes) != 2 or None in sizes:
        raise InputError("size: needs two numbers of nine digits at most, rows and columns", place_at(section.line))
    rows, cols = cast("list[int]", sizes)
    if not (rows > 0 and cols > 0 and rows * cols <= MAX_CELLS):
        says = f"size: {rows} rows of {cols} cells are not possible, only 1 to {MAX_CELLS:,} cells"
        raise InputError(says, place_at(section.line))
    return rows, cols


def _lattice(genre: type[Genre], parts: Parts, size: tuple[int, int] | None, first: int) -> Lattice:
    """Return the board of a puzzle from its headers and layers. ``first`` is its first line."""
    headers, inputs = parts.headers, parts.inputs
    shape = genre.shapes[0]
    if "board" in headers:
        section = headers["board"]
        shape = " ".join(text for _, text in section.inline).lower() or ("" if not section.lines else shape)
        if shape not in SHAPES:
            raise InputError(f"a board is {' or '.join(SHAPES)}, not {shape!r}", place_at(section.line))
        if shape not in genre.shapes:
            raise InputError(f"{genre.name} is not played on {shape} boards", place_at(section.line))
    make = hexagonal if shape == "hexagonal" else square
    outlines = [headers["board"]] if "board" in headers else []
    given = parts.outlines(genre.inputs)
    # a section whose tokens are not values may be another list
    outlines += [section for section, layer in given if len(given) == 1 or all_read(layer, section)]
    outlines += [section for section, _ in given if section not in outlines]
    if size is None:
        # the answer gives the shape of the board only if nothing else does
        outlines += [section for section, _ in parts.outlines(genre.answers)]
    for section in outlines:
        if section.lines:
            grid = grid_of(section)
            rows, cols = len(grid), len(grid[0])
            if size is not None and size != (rows, cols):
                if rows == size[0] and size[1] in (len(tokens) for _, tokens in section.lines):
                    raise unlike_others(section, size[1])
                has = f"{section.name} has {rows} rows of {cols}"
                raise InputError(f"{has}, not {size[0]} of {size[1]}", place_at(section.line))
            holes = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] is None]
            if len(holes) == rows * cols:
                raise InputError("the board has no cells", place_at(section.line))
            if section.name == "board":
                _only_cells(grid)
            return make(rows, cols, holes)
    for name, section in inputs.items():
        if genre.inputs[name].on == "corners" and shape == "square" and section.lines and size is None:
            grid = grid_of(section)
            size = (len(grid) - 1, len(grid[0]) - 1)
            if min(size) < 1:
                raise InputError("clues on corners need at least two rows and columns of them", place_at(section.line))
    if size is None:
        for name, section in inputs.items():
            if genre.inputs[name].on != "board" and not section.lines:
                raise InputError(f"{name}: its values stand in the lines below it", place_at(section.line))
        for name, layer in genre.inputs.items():
            if not layer.optional and name not in inputs:
                # a line ``size:`` would not be enough
                raise InputError(f"{genre.name} needs the layer {name!r}: {layer.text}", place_at(first))
        raise InputError("the board's size is not known: add a line 'size: ROWS COLUMNS'", place_at(first))
    return make(*size)


def _only_cells(grid: list[list[tuple[int, int, str] | None]]) -> None:
    """Raise InputError if the outline of a board has other signs than those for a cell and for no cell."""
    for line, column, text in (entry for row in grid for entry in row if entry is not None):
        if not any(is_sign(text, sign) for sign in (NOTHING, *ALSO_NOTHING)):
            raise InputError(f"board: {NOTHING} for a cell, {NO_CELL} for none, not {text!r}", place_at(line, column))
