"""A puzzle that is being read or written, and the two kinds of parts that read and write it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from pencilp._util.parse_number import digits
from pencilp.board.lattice import MAX_CELLS, Lattice, square
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.board.layers.values import ACROSS, BRIDGES, GROUPS
from pencilp.board.puzzle import Answer, Kind, Puzzle
from pencilp.errors import InputError

PZPR_WAYS = (None, 0, 2, 3, 1)
"""Our direction for pzprjs's 0 (none), 1 (up), 2 (down), 3 (left), 4 (right)."""


class PartialPuzzle:
    """The layers of one puzzle over its whole *frame*: the full rectangle of ``rows`` by ``cols``, including holes.

    So parts need not handle holes: the values of a layer are numbered as on the full square lattice ``frame``, and
    ``holes`` has the cells of the frame that the board lacks. Formats may count rows and columns without a ``margin``
    (at the top, at the left) that only holds clues, as in Kakuro. They count ``height`` and ``width``, and ``area`` has
    these cells of the frame. A negative margin means that they count more than the board has. ``notes`` are remarks of
    the format that no layer holds.
    """

    def __init__(self, genre: type[Kind], height: int, width: int, margin: tuple[int, int] = (0, 0)) -> None:
        rows, cols = height + margin[0], width + margin[1]
        if not (min(height, width, rows, cols) > 0 and rows * cols <= MAX_CELLS):
            says = f"a board of {height} rows and {width} columns is not possible, only one of 1 to {MAX_CELLS:,} cells"
            raise InputError(says)
        self.genre = genre
        self.height, self.width, self.margin = height, width, margin
        self.rows, self.cols = rows, cols
        self.frame: Lattice = square(rows, cols)
        self.area: Sequence[int] = (
            range(rows * cols)
            if margin == (0, 0)
            else [r * cols + c for r in range(max(0, margin[0]), rows) for c in range(max(0, margin[1]), cols)]
        )
        self.holes: set[int] = set()
        self.values: dict[str, Any] = {}
        self.notes: dict[str, str] = {}
        self._walls: dict[str, Sequence[int]] = {}
        self.walls: dict[str, Sequence[int]] = {}
        """The walls from which each layer of Rooms was read or as which it was written, on the frame's links."""
        self.undecided: set[str] = set()
        """The answer layers whose places without a value are undecided. In other layers such places hold nothing."""
        self.version = 0
        """The version of the text to be written: see ``TextPart.needs``."""

    # -- layers --------------------------------------------------------------------------------------------------

    def layer(self, name: str) -> Layer[Any]:
        """Return the genre's input or answer layer called ``name``. Raise InputError if it has none."""
        layer: Layer[Any] | None = self.genre.inputs.get(name) or self.genre.answers.get(name)
        if layer is None:
            raise InputError(f"{self.genre.name} has no layer {name!r}, which its encodings name")
        return layer

    def get(self, name: str) -> Any:
        """Return the values of a layer. If it has none yet they are empty: None, or empty lines outside."""
        if name not in self.values:
            self.values[name] = self.layer(name).place.filled(None, self.frame)
        return self.values[name]

    def set(self, name: str, values: Any) -> None:
        """Replace the values of a layer."""
        self.values[name] = values

    def set_walls(self, name: str, walls: Sequence[int]) -> None:
        """Set a layer on the links to ``walls``, or a layer of Rooms to the rooms between them.

        Holes that are read later also separate rooms. Walls that separate nothing go to the layer of walls inside
        rooms.
        """
        if self.layer(name).value.way not in GROUPS:
            self.set(name, list(walls))
            return
        self._walls[name] = walls
        rooms = rooms_of(walls, self)
        self.set(name, rooms)
        if inner := self.layer(name).walls:
            parted = zip(self.frame.links, walls, strict=True)
            self.set(inner, [int(wall and rooms[a] == rooms[b]) for (a, b), wall in parted])

    def fill(self) -> None:
        """Turn the holes into cells, each a separate room, for a format without holes."""
        for name, layer in self.genre.inputs.items():
            if layer.value.way in GROUPS and name in self.values:
                rooms = self.values[name]
                self.values[name] = [("hole", c) if c in self.holes else room for c, room in enumerate(rooms)]
        self.holes = set()

    def places(self, name: str) -> Sequence[int]:
        """Return the places of a layer in the order of formats: the cells of ``area``, or all corners."""
        return self.area if self.layer(name).on == "cells" else range(self.layer(name).size(self.frame))

    @property
    def answered(self) -> bool:
        """Whether an answer layer has values."""
        return any(name in self.genre.answers for name in self.values)

    # -- to and from puzzles -------------------------------------------------------------------------------------

    def puzzle(self, name: str = "") -> Puzzle:
        """Return the puzzle, with an answer if answer layers have values. Raise InputError for invalid values."""
        positions = self.frame.positions
        lattice = square(self.rows, self.cols, [positions[c] for c in self.holes])
        if self.holes:
            # cells that are connected only through holes are not one room
            for key, walls in self._walls.items():
                self.set_walls(key, walls)
            for key, layer in self.genre.inputs.items():
                if layer.value.connected and key in self.values and key not in self._walls:
                    rooms = self.values[key]
                    walls = self.walls.get(key) or [int(rooms[a] != rooms[b]) for a, b in self.frame.links]
                    self.values[key] = rooms_of(walls, self)
        self._refuse_lost(self.genre.inputs)
        inputs = {k: self._cut(k, v, lattice) for k, v in self.values.items() if k in self.genre.inputs}
        for key, layer in self.genre.inputs.items():
            if key not in inputs and not layer.optional:
                inputs[key] = self._cut(key, self.get(key), lattice)
        puzzle = Puzzle(self.genre, lattice, inputs, name=name, notes=self.notes)
        if self.answered:
            self._refuse_lost(self.genre.answers)
            answers = {
                k: self._decided(k, layer, self._cut(k, self.values[k], lattice))
                if k in self.values
                else layer.empty(lattice)
                for k, layer in self.genre.answers.items()
            }
            puzzle.answer = Answer(puzzle, answers)
        return puzzle

    def _refuse_lost(self, names: Iterable[str]) -> None:
        """Raise InputError for a value in a hole, or a line that leads into one."""
        for name in names if self.holes else ():
            layer, values = self.layer(name), self.values.get(name)
            if values is None:
                continue
            if layer.on == "links" and layer.value.way in (ACROSS, BRIDGES):
                drawn = (pair for pair, value in zip(self.frame.links, values, strict=True) if value)
                ends = [cell for pair in drawn for cell in pair if cell in self.holes]
                if ends:
                    raise InputError(f"a line leads to {self.frame.names[ends[0]]}, where there is no cell", name)
            elif layer.on == "cells" and layer.value.way not in GROUPS:
                for cell in sorted(self.holes):
                    if values[cell] not in (None, layer.value.nothing):
                        raise InputError(f"a value stands in {self.frame.names[cell]}, where there is no cell", name)

    def _decided(self, name: str, layer: AnswerLayer[Any], values: Sequence[Any]) -> list[Any]:
        """Return the values of an answer layer. Places without one hold nothing, except in ``undecided`` layers."""
        if name in self.undecided:
            return list(values)
        return [layer.value.nothing if value is None else value for value in values]

    @classmethod
    def of(cls, puzzle: Puzzle, answer: Answer | None, margin: tuple[int, int] = (0, 0)) -> PartialPuzzle:
        """Return the draft of a finished puzzle and an answer. Raise InputError for boards that are not square."""
        lattice = puzzle.lattice
        if lattice.shape != "square":
            raise InputError(f"this format has no {lattice.shape} boards", "board")
        if lattice.rows <= margin[0] or lattice.cols <= margin[1]:
            raise InputError("the board is too small for this format", "board")
        draft = cls(puzzle.genre, lattice.rows - margin[0], lattice.cols - margin[1], margin)
        if len(lattice) < len(draft.frame):
            at = lattice.cell_at
            draft.holes = {c for c, position in enumerate(draft.frame.positions) if position not in at}
        for key, value in [*puzzle.values.items(), *(answer.values.items() if answer is not None else ())]:
            draft.values[key] = draft._spread(key, value, lattice)
        draft.notes = dict(puzzle.notes)
        return draft

    def _index(self, on: str, lattice: Lattice) -> Iterable[int]:
        """Return the number on the frame of each place of ``lattice``."""
        frame = self.frame
        cells = [frame.cell_at[position] for position in lattice.positions]
        if on == "cells":
            return cells
        if on == "links":
            between = frame.link_between
            return [between[cells[a], cells[b]] for a, b in lattice.links]
        if on == "corners":
            where = {key: p for p, key in enumerate(frame.corner_keys)}
            return [where[key] for key in lattice.corner_keys]
        if on == "edges":
            result = [0] * len(lattice.edges)
            for c, edges in enumerate(lattice.cell_edges):
                for d, e in enumerate(edges):
                    result[e] = frame.cell_edges[cells[c]][d]
            return result
        raise LookupError(on)

    def _cut(self, name: str, values: Any, lattice: Lattice) -> Any:
        layer = self.layer(name)
        if layer.on in ("lines", "board", "groups"):
            return values
        if not self.holes:
            return values
        return [values[i] for i in self._index(layer.on, lattice)]

    def _spread(self, name: str, values: Any, lattice: Lattice) -> Any:
        layer = self.layer(name)
        if layer.on in ("lines", "board", "groups"):
            return values
        listed = list(values.listed)
        if not self.holes:
            return listed
        result: list[Any] = [None] * layer.size(self.frame)
        for i, value in zip(self._index(layer.on, lattice), listed, strict=True):
            result[i] = value
        return result


def rooms_of(walls: Sequence[Any], draft: PartialPuzzle) -> list[int | None]:
    """Return the room of each cell of the frame, from the walls on the frame's links; None for holes."""
    return rooms_of_walls(walls, draft.frame, draft.holes)


def rooms_of_walls(walls: Sequence[Any], lattice: Lattice, holes: Collection[int] = ()) -> list[int | None]:
    """Return the room of each cell, from 0 in reading order, by the walls on the links; None for ``holes``."""
    room: list[int | None] = [None] * len(lattice)
    for number, group in enumerate(lattice.groups(walls, [c for c in lattice.cells if c not in holes])):
        for cell in group:
            room[cell] = number
    return room


def variant(mark: str) -> str:
    """Return the name of a variant from its mark before the size (``v:NAME``). Raise InputError if it has none."""
    name = mark.strip().removeprefix("v:")
    if not name.isprintable():
        raise InputError(f"{mark!r} names no variant")
    return name


D = TypeVar("D", bound="Declared")


class Declared:
    """An object that a genre declares. Its ``repr`` is the declaration."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls: type[D], *args: Any, **options: Any) -> D:
        made = object.__new__(cls)
        made._arguments = (args, options)
        return made

    def __repr__(self) -> str:
        args, options = self._arguments
        return (
            f"{type(self).__name__}({', '.join([*map(repr, args), *(f'{key}={v!r}' for key, v in options.items())])})"
        )

    def words(self) -> str:
        """Return a description for people: the first paragraph of the docstring."""
        return " ".join((self.__doc__ or "").partition("\n\n")[0].split()).replace("``", "`")


class LinkPart(Declared):
    """A stretch of the body of a link."""

    margin = (0, 0)
    """Rows and columns of the board that the link's size does not count."""
    holes = False
    """Whether it decides which cells do not exist."""

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        """Read the stretch from ``body`` into ``draft``. Raise InputError."""
        raise NotImplementedError

    def encode(self, draft: PartialPuzzle) -> str:
        """Return the stretch for the draft of a finished puzzle. Raise InputError if it cannot be written."""
        raise NotImplementedError


class TextPart(Declared):
    """Some lines of a text of tokens."""

    margin = (0, 0)
    holes = False
    """Whether it decides which cells do not exist."""
    uncounted = 0
    """The number of rows and columns at each side of the board that the size of a recorded answer leaves out."""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        """Read the lines into ``draft``. Raise InputError."""
        raise NotImplementedError

    def missing(self, draft: PartialPuzzle) -> None:
        """Make the layers empty, for a text that ends before these lines."""
        for name in self.layers():
            draft.get(name)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        """Return the lines for the draft of a finished puzzle."""
        raise NotImplementedError

    def needs(self, draft: PartialPuzzle) -> int:
        """Return the least version of the format that can write ``draft``."""
        return 0

    def layers(self) -> tuple[str, ...]:
        """Return the layers that it reads and writes."""
        return ()


class Body:
    """The characters of a link's body, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lacks = 0
        """The number of places missing at its end. They count as empty."""
        self.beyond = 0
        """The number of places beyond the board that it skips at its end."""

    def __bool__(self) -> bool:
        return self.at < len(self.text)

    @property
    def left(self) -> int:
        """The number of unread characters."""
        return len(self.text) - self.at

    def peek(self) -> str:
        """Return the next character, or ""."""
        return self.text[self.at : self.at + 1]

    def take(self, count: int = 1) -> str:
        """Read and return the next ``count`` characters. Raise InputError if the body ends before."""
        result = self.text[self.at : self.at + count]
        if len(result) < count:
            raise InputError("the link ends too soon", self.place())
        self.at += count
        return result

    def number(self, count: int, base: int) -> int:
        """Read and return a number of ``count`` digits of ``base``. Raise InputError for other characters."""
        place = self.place()
        digits = self.take(count)
        value = 0
        for ch in digits:
            digit = DIGITS.find(ch)
            if not 0 <= digit < base:
                raise InputError(f"{ch!r} cannot stand here", place)
            value = value * base + digit
        return value

    def place(self) -> str:
        """Return the current position, for messages."""
        return f"character {self.at + 1} of the body"

    def index(self, place: str) -> int | None:
        """Return the index of the character that a ``place`` of the body names, or None for another kind of place."""
        number = place.removeprefix("character ").removesuffix(" of the body")
        return int(number) - 1 if place == f"character {number} of the body" else None


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def written(value: int, base: int) -> str:
    """Return ``value`` in digits of ``base``."""
    result = DIGITS[value % base]
    while value := value // base:
        result = DIGITS[value % base] + result
    return result


def in_rows(tokens: Sequence[str], width: int) -> list[str]:
    """Return tokens as lines of ``width`` tokens each."""
    return [" ".join(tokens[i : i + width]) for i in range(0, len(tokens), max(1, width))]


class Dialect:
    """The common tokens of one format.

    ``empty``: nothing; ``unknown``: an unknown clue; ``shaded``: a shaded cell; ``noise``: a solver's marks, which are
    ignored (in answers only); ``counted_rooms``: room numbers follow a line with their count and start at 0; ``hole``:
    a cell that does not exist, if all genres have the same sign for it.
    """

    def __init__(
        self,
        name: str,
        *,
        empty: str,
        unknown: str,
        shaded: str,
        noise: str = "",
        counted_rooms: bool = False,
        hole: str = "",
    ) -> None:
        self.name, self.empty, self.unknown, self.shaded, self.hole = name, empty, unknown, shaded, hole
        self.noise = frozenset(noise.split())
        self.counted_rooms = counted_rooms


PZPR = Dialect("pzpr", empty=".", unknown="-", shaded="#", noise="+ - = %", counted_rooms=True)
DATASET = Dialect("dataset", empty="-", unknown="?", shaded="x", hole="@")


class LineReader:
    """The lines of a text, read from top to bottom.

    ``version`` is that of the text, ``header`` has the further values of its first line.
    """

    def __init__(self, lines: Sequence[str], dialect: Dialect, *, first: int = 1, version: int = 0) -> None:
        self.lines = lines
        self.dialect = dialect
        self.first = first
        self.version = version
        self.header: list[str] = []
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self.lines)

    def peek(self) -> str:
        """Return the next line, or ""."""
        return self.lines[self.at] if self else ""

    def take(self) -> str:
        """Read and return the next line. Raise InputError at the end."""
        if not self:
            raise InputError("the text ends too soon", self.place())
        self.at += 1
        return self.lines[self.at - 1]

    def row(self, width: int) -> list[str]:
        """Read the next line as exactly ``width`` tokens."""
        tokens = self.take().split()
        if len(tokens) != width:
            raise InputError(f"{len(tokens)} values where {width} are needed", f"line {self.first + self.at - 1}")
        return tokens

    def rows(self, height: int, width: int) -> list[list[str]]:
        """Read ``height`` lines of ``width`` tokens each. Lines without a token may be missing."""
        if width:
            return [self.row(width) for _ in range(height)]
        for _ in range(height):
            if self and not self.peek().strip():
                self.take()
        return [[] for _ in range(height)]

    def number(self) -> int:
        """Read the next line as a whole number."""
        line = self.take().strip()
        number = digits(line)
        if number is None:
            raise InputError(f"a number is needed, not {line!r}", f"line {self.first + self.at - 1}")
        return number

    def place(self, column: int = -1) -> str:
        """Return the next line's place, for messages. ``column`` counts tokens from 0."""
        line = f"line {self.first + self.at}"
        return f"{line} value {column + 1}" if column >= 0 else line

    def error(self, message: str, column: int = -1) -> InputError:
        """Return an error in the line that was read last."""
        line = f"line {self.first + self.at - 1}"
        return InputError(message, f"{line} value {column + 1}" if column >= 0 else line)
