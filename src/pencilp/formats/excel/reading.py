"""Reads a puzzle and its answer from a sheet, by the convention in ``excel.puzzles``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import SHAPES, Lattice, hexagonal, square
from pencilp.board.layers import Layer
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.partial_puzzle import rooms_of_walls
from pencilp.errors import InputError
from pencilp.formats.excel.answers import PencilMarks, read_answer, signs_of
from pencilp.formats.excel.clues import Layers, clues_in, is_clue
from pencilp.formats.excel.find_board import Range, board_on, ends_on
from pencilp.formats.excel.layers import (
    ANSWER,
    AROUND,
    AT_CORNERS,
    BLOCK,
    BORDERS,
    IN_CELLS,
    NAMED,
    NOTES,
    Headings,
    SheetLayout,
    read_block,
    read_name,
)
from pencilp.formats.excel.limits import MAX_LINES
from pencilp.formats.excel.workbook import FILL, SIDES, THICK, Frame, Place, Sheet, name_of, sides_of
from pencilp.formats.text.tokens import NO_CELL, NOTHING
from pencilp.genres import Genre, find

MAX_CLUE_COLUMNS_TRIED = 12
"""Columns of clues right of a board that are tried, if their number is unknown."""
ZERO = "0"
"""It means an empty cell if numbers begin at 1."""


class Reader:
    """Reads a sheet.

    ``genre`` is a genre or one of its names, for a sheet that does not name it. ``end`` is the range of the board or
    the place of its end sign, if known. Raise InputError naming the cell.
    """

    def __init__(self, genre: type[Genre] | str | None, sheet: Sheet, end: Place | Range | None = None) -> None:
        self.sheet = sheet
        self.headings = Headings(sheet)
        self.genre = self._kind(genre)
        self.shape = self._shape()
        inputs = self.genre.inputs.items()
        blocks = {name for name, layer in inputs if layer.on != "board" and self._block(name)}
        self.layout = SheetLayout(self.genre, self.shape, blocks)
        self.cells = self.layout.layers_at(IN_CELLS)
        self.corners = self.layout.layers_at(AT_CORNERS)
        self.lines: list[tuple[str, Any]] = list(self.layout.layers_at(AROUND))
        self.named = sheet.named("board")
        self.own = self.named is not None
        """Whether a range is named "board", as on sheets that pencilp writes."""
        self.by_fill = False
        """Whether the fills of cells show the rooms."""
        if self.named is None:
            found = end or self._end()
            if len(found) == 2:
                self.below, self.behind = found
            else:
                self.named = found
        if self.named is not None:
            whole = (sheet.named("puzzle") if self.own else self._with_clues(self.named)) or self.named
            self.below, self.behind = whole[2] + 1, whole[3] + 1
        self.frame = Frame()
        self.lattice: Any = None
        self.apart: list[Place] = []
        self._set_apart()

    def _end(self) -> Place | Range:
        """Return the place of the letter that ends the board, the range of the board, or the place of another end sign.

        Raise InputError if there is none, or if several may be meant.
        """
        inside = [*self.cells, *self.corners]
        try:
            letter = self.sheet.marker(lambda text: is_clue(text, inside))
        except InputError:
            board = self._board()
            if board is None:
                raise
            return board
        if letter is not None:
            return letter
        board = self._board()
        clues = [*inside, *self.lines]
        signs, doubtful = ends_on(self.sheet, lambda text: is_clue(text, clues), signs_of(self.genre))
        if board is not None:
            top, left, bottom, right = board
            signs = [(row, col) for row, col in signs if not (top <= row <= bottom and left <= col <= right)]
            return self._only([board, *signs])
        if len(signs) > 1:
            raise InputError(
                f"a sign that may end the board stands here and in {name_of(*signs[0])}; leave one of them",
                name_of(*signs[1]),
            )
        if signs:
            return signs[0]
        says = (
            "there is no letter (such as E) one row below and one column right of the board's last cell, with nothing "
            "before it in its row and above it in its column, and no frame of borders around the board"
        )
        if doubtful:
            row, col = doubtful[-1]
            says += (
                f"; {self.sheet.text[row, col]!r} in {name_of(row, col)} may end the board {_range_name((row, col))} or be a "
                "part of a larger one"
            )
        raise InputError(says)

    def _only(self, ends: list[Place | Range]) -> Place | Range:
        """Return the first of the ends if all give the same puzzle. Raise InputError naming two boards otherwise."""
        first, *more = ends
        read: list[tuple[Place | Range, Puzzle]] = []
        for end in ends if more else ():
            with suppress(InputError):
                read.append((end, Reader(self.genre, self.sheet.copy(), end).puzzle()))
        for end, puzzle in read[1:]:
            if puzzle != read[0][1]:
                raise InputError(
                    f"two boards may be meant, {_range_name(read[0][0])} and {_range_name(end)}: put a letter below and right "
                    "of the last cell, or call the range of one 'board'"
                )
        return read[0][0] if read else first

    def _board(self) -> Range | None:
        """Return the range of a board that no letter ends; None if it cannot be found."""
        rooms = bool(self.layout.layers_at(BORDERS))
        return None if self.corners else board_on(self.sheet, around=bool(self.lines), rooms=rooms)

    def _with_clues(self, board: Range) -> Range:
        """Return the range of a board with the clues below and right of it, up to the first empty row and column."""
        top, left, bottom, right = board
        sides = {side for _, layer in self.lines for side in layer.place.sides}
        text = self.sheet.text
        while "bottom" in sides and any((bottom + 1, col) in text for col in range(left, right + 1)):
            bottom += 1
        last = bottom
        while "right" in sides and any((row, right + 1) in text for row in range(top, board[2] + 1)):
            right += 1
        return top, left, last, right

    def _set_apart(self) -> None:
        """Treat signs that cannot be clues as an earlier answer, in any colour."""
        top, left, bottom, right = self.named or (0, 0, self.below - 1, self.behind - 1)
        numbered = self.layout.layers_at(BORDERS) and not self.cells and not self.corners
        if numbered and all(
            self.sheet.text.get((r, c)) for r in range(top, bottom + 1) for c in range(left, right + 1)
        ):
            # region numbers may be any words
            return
        signs, clues = signs_of(self.genre), [*self.cells, *self.corners, *self.lines]
        for (row, col), text in sorted(self.sheet.text.items()):
            *words, last = text.split()
            if row < self.below and col < self.behind and last in signs and not is_clue(text, clues):
                self.sheet.set_apart((row, col), " ".join(words), last)
                self.apart.append((row, col))

    def _block(self, name: str) -> bool:
        heading = self.headings.found.get(name)
        return heading is not None and not heading.behind

    def _kind(self, genre: type[Genre] | str | None) -> type[Genre]:
        """Return the genre that the sheet names, or else ``genre``."""
        if isinstance(genre, type):
            return genre
        name = self.headings.value("genre")
        if name:
            try:
                return find(name)
            except InputError as error:
                if not genre:
                    raise InputError(error.message, self.headings.found["genre"].where) from None
        if not genre:
            raise InputError("a workbook does not say its genre unless a cell does (genre: lits); name it by --genre")
        return find(genre)

    def _shape(self) -> str:
        shape = self.headings.value("board")
        if not shape or shape not in SHAPES:
            return self.genre.shapes[0]
        if shape not in self.genre.shapes:
            where = self.headings.found["board"].where
            raise InputError(f"{self.genre.name} is not played on {shape} boards", where)
        return shape

    # -- the puzzle

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raise InputError naming the cell."""
        frames = list(self._frames())
        found: list[tuple[Frame, Puzzle]] = []
        errors = []
        for frame in frames:
            try:
                found.append((frame, self._puzzle(frame)))
            except InputError as error:
                errors.append(error)
        if not found:
            # if the end of the board is unknown, an error that names a cell is the most useful
            raise next((error for error in errors if error.where), errors[0])
        # if the board may end in several columns, take the reading with the most clues
        self.frame, puzzle = found[-1]
        self.lattice = puzzle.lattice
        return puzzle

    def _puzzle(self, frame: Frame) -> Puzzle:
        corner = bool(self.corners) and self.named is None
        rows = self.below - frame.top - frame.bottom - corner
        cols = self.behind - frame.left - frame.right - corner
        if self.named is not None:
            rows, cols = self.named[2] - self.named[0] + 1, self.named[3] - self.named[1] + 1
        if rows < 1 or cols < 1:
            raise InputError("there are no cells before it", name_of(self.below, self.behind))
        if max(frame.top, frame.left, frame.bottom, frame.right) > MAX_LINES:
            raise InputError(f"a board has at most {MAX_LINES} rows or columns of clues at a side")
        lattice = self._lattice(rows, cols, frame)
        for place in sorted({*self.apart} - {*frame.places(lattice)}):
            raise InputError(f"{self.sheet.pencilled[place]!r} stands where the board has no cell", name_of(*place))
        values: dict[str, Any] = {}
        for name, layer in self.layout.layers_at(BLOCK):
            heading = self.headings.outside(name, self.outside())
            if heading is not None and not heading.behind:
                values[name] = read_block(layer, heading, self.sheet, lattice)
        rooms = self.layout.layers_at(BORDERS)
        own = bool(rooms) and not self.cells and not self.corners and self._numbered(lattice, frame.top, frame.left)
        if not own:
            self._cell_clues(values, lattice, frame)
        for name, layer in self.corners:
            values[name] = self._corner_clues(name, layer, lattice, frame)
        for name, lines in self.lines:
            values[name] = self._around(lines, frame, lattice)
        for name, layer in rooms:
            found = self._room_numbers(lattice, frame.top, frame.left) if own else self._rooms_in_block(lattice)
            if found is not None:
                values[name] = found
            elif any(walls := self._thick_between(lattice, frame)):
                values[name] = rooms_of_walls(walls, lattice)
                if layer.walls:
                    values.setdefault(layer.walls, walls)
            else:
                self._check_numbered(lattice)
                if not layer.optional:
                    filled = self._by_fill(lattice, frame)
                    if filled is None:
                        self._check_undivided(lattice, frame)
                    values[name] = filled or [0] * len(lattice)
        self._whole(values)
        try:
            # an empty layer may have no block
            values |= {
                name: layer.empty(lattice)
                for name, layer in self.layout.layers_at(BLOCK)
                if name not in values and not layer.optional and not layer.value.missing
            }
            notes = {note: read_name(self.headings.value(note)) for note in NOTES if note in self.headings.found}
            puzzle = Puzzle(self.genre, lattice, values, name=read_name(self.headings.value("name")), notes=notes)
            self.genre(puzzle)
        except InputError as error:
            raise self._located(error, lattice, frame) from None
        return puzzle

    def _located(self, error: InputError, lattice: Lattice, frame: Frame) -> InputError:
        """Return the error of a layer with the cell of the sheet as its place, if it has one."""
        layer, _, place = error.where.partition(" ")
        if place in lattice.names and any(name == layer for name, _ in self.cells):
            where = list(frame.places(lattice))[lattice.names.index(place)]
            return InputError(f"{layer}: {error.message}", name_of(*where))
        return InputError(str(error), "")

    def outside(self) -> tuple[int, int, int, int]:
        """Return the first row and column of the board with its clues, and the row and column after its last."""
        top, left = (0, 0) if self.named is None or self.own or self.lines else self.named[:2]
        return top, left, self.below, self.behind

    def _lattice(self, rows: int, cols: int, frame: Frame) -> Lattice:
        if max(rows, cols) > MAX_LINES:
            raise InputError(f"a workbook's board has at most {MAX_LINES} rows and columns")
        make = square if self.shape == "square" else hexagonal
        return make(rows, cols, [(r, c) for r in range(rows) for c in range(cols) if self._hole(r, c, frame)])

    def _hole(self, row: int, col: int, frame: Frame) -> bool:
        place = row + frame.top, col + frame.left
        text = self.sheet.at(*place)
        # grey squares fill the frame around hexagons on squares
        return text == NO_CELL or (
            self.shape != "square" and text == "" and place not in self.sheet.pencilled and self.sheet.grey(place)
        )

    # -- clues in cells

    def _cell_clues(self, values: dict[str, Any], lattice: Lattice, frame: Frame) -> None:
        if self.corners:
            return
        found = [self._clues_at(place, self.cells) for place in frame.places(lattice)]
        for name, layer in self.cells:
            listed = [entry.get(name) for entry in found]
            if not layer.optional or any(value is not None for value in listed):
                values[name] = listed

    def _corner_clues(self, name: str, layer: Layer[Any], lattice: Lattice, frame: Frame) -> list[Any]:
        places = [(row + frame.top, col + frame.left) for row, col in lattice.corner_keys]
        return [self._clues_at(place, [(name, layer)]).get(name) for place in places]

    def _clues_at(self, place: tuple[int, int], layers: Layers) -> dict[str, Any]:
        """Return the clues in a cell. Raise InputError naming the cell."""
        text = self.sheet.at(*place)
        if text in ("", NOTHING) or (text == NO_CELL and self.corners):
            return {}
        if not layers:
            raise InputError(f"{self.genre.name} has no clues in cells, but here is {text[:20]!r}", name_of(*place))
        if text == ZERO and not is_clue(ZERO, layers) and is_clue("1", layers):
            # people and formulas write this for an empty cell
            return {}
        try:
            return clues_in(text, layers)
        except InputError as error:
            raise InputError(str(error), name_of(*place)) from None

    # -- clues outside

    def _frames(self) -> Iterator[Frame]:
        """Yield the possible numbers of rows and columns of clues outside."""
        if self.named is not None:
            top, left, bottom, right = self.named
            yield Frame(top, left, self.below - 1 - bottom, self.behind - 1 - right)
            return
        depth = {side: 1 if layer.place.single else 0 for _, layer in self.lines for side in layer.place.sides}
        open_ended = [side for side, most in depth.items() if most == 0]
        if set(open_ended) & {"top", "left"}:
            depth |= zip(("top", "left"), self._before_the_board(), strict=True)
        depth = {side: depth.get(side, 0) for side in ("top", "left", "bottom", "right")}
        behind = [side for side in open_ended if side in ("bottom", "right")]
        size = [digits(word) for word in self.headings.value("size").replace("x", " ").split()]
        if not behind:
            yield Frame(**depth)
            return
        for side in behind:
            most = (self.below - depth["top"] if side == "bottom" else self.behind - depth["left"]) - 1
            known = size[side == "right"] if len(size) == 2 else None
            for count in range(1, min(most, MAX_CLUE_COLUMNS_TRIED) + 1) if known is None else [most + 1 - known]:
                yield Frame(**{**depth, side: count})

    def _before_the_board(self) -> tuple[int, int]:
        """Return the number of rows of clues above the board, and of columns left of it.

        The board's last row has clues only at its left, its last column only at its top.
        """
        filled = [
            place for place, text in self.sheet.text.items()
            if place[0] < self.below and place[1] < self.behind and text != NO_CELL
        ]  # fmt: skip
        left = 1 + max((col for row, col in filled if row == self.below - 1), default=0)
        top = 1 + max((row for row, col in filled if col == self.behind - 1), default=0)
        left = max([left, *(col + 1 for row, col in filled if row >= top)])
        top = max([top, *(row + 1 for row, col in filled if col >= left)])
        return top, left

    def _around(self, layer: Any, frame: Frame, lattice: Lattice) -> dict[str, list[tuple[Any, ...]]]:
        result: dict[str, list[tuple[Any, ...]]] = {}
        below, behind = frame.top + lattice.rows, frame.left + lattice.cols
        for side in layer.place.sides:
            lines = []
            for i in range(layer.place.count(side, lattice)):
                if side in ("top", "bottom"):
                    span = range(frame.top) if side == "top" else range(below, below + frame.bottom)
                    places = [(row, frame.left + i) for row in span]
                else:
                    span = range(frame.left) if side == "left" else range(behind, behind + frame.right)
                    places = [(frame.top + i, col) for col in span]
                entries = [self._clues_at(place, [(layer.name, layer)]) for place in places]
                lines.append(tuple(entry[layer.name] for entry in entries if entry))
            result[side] = lines
        return result

    # -- rooms

    def _numbered(self, lattice: Lattice, top: int, left: int) -> bool:
        return all(self.sheet.at(top + row, left + col) for row, col in lattice.positions)

    def _room_numbers(self, lattice: Lattice, top: int, left: int) -> list[str | None]:
        texts = [self.sheet.at(top + row, left + col) for row, col in lattice.positions]
        return [None if text == NOTHING else text for text in texts]

    def _blocks(self) -> list[tuple[int, int]]:
        """Return the places where a second block of region numbers may begin."""
        start = (0, 0) if self.named is None or self.own else self.named[:2]
        # on a sheet that names its genre, blocks have names
        return [] if "genre" in self.headings.found else [(start[0], self.behind + 1), (self.below + 1, start[1])]

    def _rooms_in_block(self, lattice: Lattice) -> list[Any] | None:
        """Return the rooms from a second block of region numbers; None if there is none."""
        for top, left in self._blocks():
            if self._numbered(lattice, top, left):
                return self._room_numbers(lattice, top, left)
        return None

    def _thick_between(self, lattice: Lattice, frame: Frame) -> list[int]:
        """Return 1 for each link with a thick border between its cells that is not part of an answer, else 0."""
        walls = [int(any(style in THICK for style in styles)) for styles in self._printed_between(lattice, frame)]
        if any(walls) and self.shape != "square":
            raise InputError(
                "borders between squares cannot divide hexagons into rooms; write region numbers below 'rooms:' or into a "
                "second block"
            )
        return walls

    def _check_numbered(self, lattice: Lattice) -> None:
        """Raise InputError if a second block has region numbers for some cells only."""
        for top, left in self._blocks():
            texts = {(top + row, left + col): self.sheet.at(top + row, left + col) for row, col in lattice.positions}
            if sum(digits(text) is not None for text in texts.values()) > 1:
                empty = next(place for place, text in texts.items() if not text)
                raise InputError("here is no region number, though others are in this block", name_of(*empty))

    def _printed_between(self, lattice: Lattice, frame: Frame) -> Iterator[list[str]]:
        """Yield for each link the styles of the borders between its cells, without those of an answer."""
        for a, b in lattice.links:
            (row, col), (r, c) = lattice.positions[a], lattice.positions[b]
            side = {(0, 1): 1, (1, 0): 2}.get((r - row, c - col))
            borders = [] if side is None else self.sheet.border((row + frame.top, col + frame.left), side)
            yield [style for style, inked in borders if not inked]

    def _by_fill(self, lattice: Lattice, frame: Frame) -> list[int | None] | None:
        """Return the rooms from the fills of cells: connected cells of one colour are a room.

        None if all cells have one colour. Raise InputError if borders or the colour of answers make this unclear.
        """
        if self.own or self.shape != "square":
            return None
        places = frame.places(lattice)
        fills = [self.sheet.fill(place) for place in places]
        if len({*fills}) < 2:
            return None
        if FILL[-6:] in fills:
            place = places[fills.index(FILL[-6:])]
            if len({*fills}) == 2:
                return None  # an answer
            raise InputError(
                f"is this grey ({FILL[-6:]}) a room or an answer? Fill it with another colour", name_of(*place)
            )
        between = {tuple(sorted({*styles})) for styles in self._printed_between(lattice, frame)}
        if len(between) > 1:
            raise InputError(
                "the rooms may be given by the borders or by the fills: make the borders of rooms thick, or leave some out"
            )
        self.by_fill = True
        return rooms_of_walls([int(fills[a] != fills[b]) for a, b in lattice.links], lattice)

    def _check_undivided(self, lattice: Lattice, frame: Frame) -> None:
        """Raise InputError if a board without thick borders inside may not be a single room.

        Such a board has no thick outline, or has thinner borders between some cells, or fills. On a sheet that pencilp
        wrote, whose board is a named range, it is a single room.
        """
        if self.own:
            return
        between = {tuple(sorted({*styles})) for styles in self._printed_between(lattice, frame)}
        places = frame.places(lattice)
        fills = {self.sheet.fill(place) for place in places} - {FILL[-6:], ""}
        outline = any(
            style in THICK
            for c, place in enumerate(places)
            for d, side in enumerate(sides_of(lattice))
            if side and lattice.step[c][d] < 0
            for style, _ in self.sheet.border(place, SIDES.index(side))
        )
        if not outline or len(between) > 1 or len(fills) > 1:
            raise InputError(
                "there is nothing that shows the rooms: divide them by thick, medium or double borders, fill each with a "
                "colour, or write region numbers into a second block of cells, beyond the letter"
            )

    # -- numbers of the whole puzzle

    def _whole(self, values: dict[str, Any]) -> None:
        for name, layer in self.layout.layers_at(NAMED):
            heading = self.headings.outside(name, self.outside())
            if heading is not None and heading.value:
                values[name] = read_block(layer, heading, self.sheet, square(1, 1))

    # -- the answer

    def answer(self, puzzle: Puzzle, filled: Sheet | None = None) -> Answer | None:
        """Return the answer to the puzzle, which was read before.

        It is everything in the colours of answers, or everything that was added in the copy ``filled``. None if there
        is none. Raise InputError naming the cell.
        """
        headings = self.headings if filled is None else Headings(filled)
        pencil = PencilMarks(self.sheet) if filled is None else PencilMarks(filled, self.sheet)
        blocks: dict[str, Any] = {}
        for name, layer in self.genre.answers.items():
            heading = headings.outside(ANSWER + name, self.outside())
            if heading is not None:
                blocks[name] = read_block(layer, heading, headings.sheet, puzzle.lattice)
        return read_answer(puzzle, self.frame, pencil, blocks)


def _range_name(end: Place | Range) -> str:
    """Return the name of the range of a board, given as a range or by the place of its end sign."""
    top, left, bottom, right = end if len(end) == 4 else (0, 0, end[0] - 1, end[1] - 1)
    return f"{name_of(top, left)}:{name_of(bottom, right)}"
