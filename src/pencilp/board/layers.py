"""Layers: what is written on a board, one typed layer for each kind of thing.

A genre declares its *input* layers (what the setter prints) and its *answer* layers (what the solver draws). A layer
knows what it lies on, which values it takes, how a value is written as a token, and how it looks; it knows no rule.

What a layer lies on (``layer.on``) decides the shape of its values:

========== ===========================================================================================================
on         values
========== ===========================================================================================================
"cells"    a ``Grid`` with one value per cell (``None``: nothing there)
"corners"  a ``Grid`` with one value per corner
"links"    a ``Grid`` with one number per inner edge (0: nothing), numbered as in ``Lattice.links``
"edges"    a ``Grid`` with one number per edge (0: nothing)
"columns"  a ``Grid`` with one value per column of the frame
"lines"    a dict from side ("top", "left", "bottom", "right") to one tuple of values per column or row of the frame
"board"    a single value
========== ===========================================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.errors import InputError

UNKNOWN = "?"
"""The value of a clue that is there but does not say what it is."""

SIDES = ("top", "left", "bottom", "right")
"""The sides of a frame on which clues of lines stand."""

Fail = Callable[[str, str], None]


class Grid(list[Any]):
    """One value per cell, edge or corner; ``None`` where nothing is given."""

    def items(self) -> list[tuple[int, Any]]:
        """(index, value) of everything given, unknown values included."""
        return [(i, value) for i, value in enumerate(self) if value is not None]

    def known(self) -> list[tuple[int, Any]]:
        """(index, value) of everything given with a known value."""
        return [(i, value) for i, value in enumerate(self) if value is not None and value != UNKNOWN]

    @property
    def given(self) -> list[int]:
        """The indices where something is given."""
        return [i for i, value in enumerate(self) if value is not None]

    def where(self, *values: Any) -> list[int]:
        """The indices whose value is one of ``values``."""
        return [i for i, value in enumerate(self) if value in values]


class RoomGrid(Grid):
    """Per cell the number of its room, counted from 0 in the order in which the rooms first appear.

    Iterating gives the rooms, each a tuple of cells; ``of[c]`` is the room number of cell c (``None``: in no room).
    """

    def __init__(self, ids: Iterable[Any]) -> None:
        order: dict[Any, int] = {}
        super().__init__(None if i is None else order.setdefault(i, len(order)) for i in ids)
        groups: list[list[int]] = [[] for _ in order]
        for cell, room in enumerate(list.__iter__(self)):
            if room is not None:
                groups[room].append(cell)
        self.groups: list[tuple[int, ...]] = [tuple(group) for group in groups]

    @property
    def of(self) -> list[int | None]:
        """Per cell its room."""
        return list(list.__iter__(self))

    def __iter__(self) -> Iterator[tuple[int, ...]]:  # type: ignore[override]
        return iter(self.groups)

    def __reduce__(self) -> Any:
        return (RoomGrid, (self.of,))

    def numbers(self, clues: Grid) -> list[tuple[tuple[int, ...], Any]]:
        """(cells of the room, clue) of every known clue that stands in a room."""
        of = self.of
        return [(self.groups[room], n) for cell, n in clues.known() if (room := of[cell]) is not None]

    def borders(self, lattice: Lattice) -> list[int]:
        """The inner edges between two rooms."""
        of = self.of
        return [e for e, (a, b) in enumerate(lattice.links) if of[a] != of[b]]


class PathGrid(Grid):
    """Per cell (label of a path, place on it from 1); ``paths`` are the cells of each path in order."""

    @property
    def by_label(self) -> dict[int, dict[int, int]]:
        """Per label the cell at each place."""
        result: dict[int, dict[int, int]] = {}
        for cell, (label, place) in self.items():
            path = result.setdefault(label, {})
            # a place that is there twice leaves a gap at the end
            path[place if place not in path else 0] = cell
        return result

    @property
    def paths(self) -> list[tuple[int, ...]]:
        """The cells of each path in order, the paths by label."""
        return [tuple(path[place] for place in sorted(path)) for _, path in sorted(self.by_label.items())]


class Layer:
    """A layer's declaration; subclasses say what it holds. Declared in the body of a genre, which gives it its name.

    ``text`` is one line for users; ``optional`` layers may be missing from a puzzle, they are then ``default()``.
    """

    on = "cells"
    look = "text"
    """How it is drawn: see pencilp.draw."""

    def __init__(self, text: str = "", *, optional: bool = False, look: str = "") -> None:
        self.name = ""
        self.text = text
        self.optional = optional
        if look:
            self.look = look

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        # on a genre bound to a puzzle the layer's values or variables stand in its place (see Genre)
        return self

    def size(self, lattice: Lattice) -> int:
        """How many values a grid of this layer has."""
        return len(getattr(lattice, self.on))

    def default(self, lattice: Lattice) -> Any:
        """The layer with nothing on it."""
        return Grid([None] * self.size(lattice))

    def bind(self, values: Any, lattice: Lattice) -> Any:
        """``values`` checked and brought into the layer's shape.

        Raises InputError naming the layer and the place when the size or a value is wrong.
        """
        values = list(values)
        if len(values) != self.size(lattice):
            raise InputError(f"{len(values)} values where the board has {self.size(lattice)} {self.on}", self.name)
        try:
            return self.grid([self.bind_value(v, "") for v in values])
        except InputError:
            # the places are named only when one of them is wrong: naming them all takes longer than the rest
            return self.grid([self.bind_value(v, self.place(i, lattice)) for i, v in enumerate(values)])

    grid: Callable[[list[Any]], Any] = Grid

    def place(self, index: int, lattice: Lattice) -> str:
        """The name of the ``index``-th place of the layer, for messages."""
        if self.on == "cells":
            return lattice.names[index]
        if self.on == "links":
            a, b = lattice.links[index]
            return f"{lattice.names[a]}-{lattice.names[b]}"
        return f"{self.on[:-1]} {index + 1}"

    def bind_value(self, value: Any, place: str) -> Any:
        """One value checked; raises InputError naming the layer and ``place``."""
        raise NotImplementedError

    def parse(self, token: str) -> Any:
        """The value a token stands for (``-`` is handled by the caller); raises ValueError with a reason."""
        raise NotImplementedError

    def token(self, value: Any) -> str:
        """The token of a value other than nothing."""
        return str(value)

    def refuse(self, message: str, place: str) -> InputError:
        """The error for a wrong value at a place."""
        return InputError(message, f"{self.name} {place}".strip())


# -- input layers -------------------------------------------------------------------------------------------------


class Numbers(Layer):
    """Whole numbers ``low`` .. ``high`` (None: no upper end); ``unknown`` allows ``?``."""

    def __init__(
        self,
        text: str = "",
        *,
        low: int = 0,
        high: int | None = None,
        unknown: bool = True,
        on: str = "cells",
        optional: bool = False,
        look: str = "",
    ) -> None:
        super().__init__(text, optional=optional, look=look)
        self.low, self.high, self.unknown, self.on = low, high, unknown, on

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None or (value == UNKNOWN and self.unknown):
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            # the whole numbers of other libraries, numpy's for one
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                raise self.refuse(f"a number is needed, not {value!r}", place)
            value = value.__index__()
        if value < self.low or (self.high is not None and value > self.high):
            wanted = f"{self.low} to {self.high}" if self.high is not None else f"{self.low} or more"
            raise self.refuse(f"{value} is not allowed, only {wanted}", place)
        return value

    def parse(self, token: str) -> Any:
        if token == UNKNOWN:
            return UNKNOWN
        return whole_number(token)


class Symbols(Layer):
    """One of a few symbols per place: ``tokens`` maps each token to what it means."""

    look = "symbol"

    def __init__(
        self, tokens: dict[str, str], text: str = "", *, on: str = "cells", optional: bool = False, look: str = ""
    ) -> None:
        super().__init__(text, optional=optional, look=look)
        self.tokens, self.on = tokens, on

    def bind_value(self, value: Any, place: str) -> Any:
        if value is not None and value not in self.tokens:
            raise self.refuse(f"{value!r} is not one of {', '.join(self.tokens)}", place)
        return value

    def parse(self, token: str) -> Any:
        return token


class Mixed(Layer):
    """Numbers or symbols in the same cells, such as Akari's walls: a number, ``?`` if allowed, or a token of ``tokens``."""

    def __init__(
        self, tokens: dict[str, str], text: str = "", *, low: int = 0, high: int | None = None, unknown: bool = False,
        optional: bool = False, look: str = "",
    ) -> None:  # fmt: skip
        super().__init__(text, optional=optional, look=look)
        self.tokens = tokens
        self.numbers = Numbers(low=low, high=high, unknown=unknown)

    def bind_value(self, value: Any, place: str) -> Any:
        if value in self.tokens:
            return value
        self.numbers.name = self.name
        return self.numbers.bind_value(value, place)

    def parse(self, token: str) -> Any:
        return token if token in self.tokens or token == UNKNOWN else whole_number(token)


class Arrows(Layer):
    """A number with an arrow: (direction, number), either of them possibly ``?``; written ``2n``, ``?w``, ``3?``.

    ``colors`` (a string of letters) puts one of those letters before it, and the value is (color, direction, number).
    """

    look = "arrow"

    def __init__(
        self, text: str = "", *, names: Sequence[str] = ("n", "e", "s", "w"), colors: str = "", optional: bool = False,
        look: str = "",
    ) -> None:  # fmt: skip
        super().__init__(text, optional=optional, look=look)
        self.names, self.colors = tuple(names), colors

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None:
            return None
        want = 3 if self.colors else 2
        if not isinstance(value, tuple | list) or len(value) != want:
            raise self.refuse(f"an arrow is a group of {want} values, not {value!r}", place)
        direction, number = value[-2:]
        if self.colors and value[0] not in self.colors:
            raise self.refuse(f"{value[0]!r} is not one of {', '.join(self.colors)}", place)
        if direction is not None and direction != UNKNOWN and direction not in range(len(self.names)):
            raise self.refuse(f"direction {direction!r} does not exist", place)
        if number is not None and number != UNKNOWN and not (type(number) is int and number >= 0):
            raise self.refuse(f"{number!r} is not a number", place)
        return tuple(value)

    def parse(self, token: str) -> Any:
        color, rest = (token[0], token[1:]) if self.colors else ("", token)
        if self.colors and color not in self.colors:
            raise ValueError(f"{token!r} must begin with one of {', '.join(self.colors)}")
        number = rest.rstrip("nesw?") if rest[:1] != UNKNOWN else UNKNOWN
        direction = rest[len(number) :]
        if direction and direction not in self.names and direction != UNKNOWN:
            raise ValueError(f"{token!r} does not end in one of {', '.join(self.names)}")
        where = self.names.index(direction) if direction in self.names else (UNKNOWN if direction else None)
        value = (where, whole_number(number) if number and number != UNKNOWN else (number or None))
        return (color, *value) if self.colors else value

    def token(self, value: Any) -> str:
        direction, number = value[-2:]
        end = "" if direction is None else UNKNOWN if direction == UNKNOWN else self.names[direction]
        return f"{value[0] if self.colors else ''}{'' if number is None else number}{end}"


class Rooms(Layer):
    """The division of the board into rooms: any label per cell, equal in one room. ``connected`` rooms must hang together."""

    look = "rooms"
    grid = RoomGrid

    def __init__(
        self, text: str = "", *, connected: bool = True, partial: bool = False, optional: bool = False, look: str = ""
    ) -> None:
        super().__init__(text, optional=optional, look=look)
        self.connected, self.partial = connected, partial

    def default(self, lattice: Lattice) -> Any:
        return RoomGrid([None] * len(lattice.cells))

    def bind(self, values: Any, lattice: Lattice) -> Any:
        rooms = super().bind(values.of if isinstance(values, RoomGrid) else values, lattice)
        if self.connected:
            of = rooms.of
            for room in rooms:
                reached = {room[0]}
                stack = [room[0]]
                while stack:
                    for n in lattice.near[stack.pop()]:
                        if of[n] == of[room[0]] and n not in reached:
                            reached.add(n)
                            stack.append(n)
                if len(reached) != len(room):
                    apart = next(c for c in room if c not in reached)
                    raise self.refuse("this cell is cut off from the rest of its room", lattice.names[apart])
        return rooms

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None and not self.partial:
            raise self.refuse("this cell is in no room", place)
        return value

    def parse(self, token: str) -> Any:
        return token

    def token(self, value: Any) -> str:
        return str(value + 1)


class Boxes(Rooms):
    """Rooms that are, unless given, equal rectangles of as many cells as the board has columns, as in a Sudoku.

    They are as nearly square as they can be and at least as wide as tall: two rows by three columns on a board of 6 by 6.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text, optional=True)

    def default(self, lattice: Lattice) -> Any:
        wide = lattice.cols
        tall = next(n for n in range(int(wide**0.5), 0, -1) if wide % n == 0)
        return RoomGrid([(row // tall, col // (wide // tall)) for row, col in lattice.positions])


class Sums(Layer):
    """Two sums in one cell, parted by a diagonal as in Kakuro: (sum below it, sum to the right of it).

    Either may be None (no clue) or ``?``; written ``17\\6``, ``17\\`` and ``\\6``, a cell without sums ``\\``.
    """

    look = "sums"

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None:
            return None
        if not isinstance(value, tuple | list) or len(value) != 2:
            raise self.refuse(f"a pair of sums is needed, not {value!r}", place)
        for number in value:
            if number is not None and number != UNKNOWN and not (type(number) is int and number >= 0):
                raise self.refuse(f"{number!r} is not a sum", place)
        return tuple(value)

    def parse(self, token: str) -> Any:
        below, slash, right = token.partition("\\")
        if not slash:
            raise ValueError(f"{token!r} is not a pair of sums such as 17\\6")
        return tuple((n if n == UNKNOWN else whole_number(n)) if n else None for n in (below, right))

    def token(self, value: Any) -> str:
        return "\\".join("" if n is None else str(n) for n in value)


class Calculations(Layer):
    """The result of a calculation and how it is made, as in a KenKen: (number, sign); written ``24*``, ``3-``, ``7``.

    The sign is one of ``+ - * /``, or None when it is not told.
    """

    look = "calculation"
    signs = "+-*/"

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None:
            return None
        if not isinstance(value, tuple | list) or len(value) != 2:
            raise self.refuse(f"a number and a sign are needed, not {value!r}", place)
        number, sign = value
        if not (type(number) is int and number >= 0) or sign not in (None, *self.signs):
            raise self.refuse(f"{value!r} is not a number and one of the signs {self.signs}", place)
        return tuple(value)

    def parse(self, token: str) -> Any:
        sign = token[-1:].replace("x", "*").replace("×", "*").replace("÷", "/").replace("−", "-")
        return (whole_number(token[:-1]), sign) if sign in self.signs else (whole_number(token), None)

    def token(self, value: Any) -> str:
        return f"{value[0]}{value[1] or ''}"


class Paths(Layer):
    """Cells in order along paths, such as the thermometers of that name: (label of the path, place on it from 1).

    Written ``3.1`` for the first cell of path 3; ``None`` off all paths. The cells of a path follow each other by steps
    between neighbours.
    """

    look = "path"

    grid = PathGrid

    def bind(self, values: Any, lattice: Lattice) -> Any:
        steps = super().bind(values, lattice)
        for label, path in steps.by_label.items():
            missing = next((place for place in range(1, len(path) + 1) if place not in path), 0)
            if missing:
                raise InputError(f"{label}.{missing} is missing, or another place is there twice", self.name)
        for line in steps.paths:
            for here, there in pairwise(line):
                if there not in lattice.near[here]:
                    raise self.refuse("this cell does not touch the one before it on its path", lattice.names[there])
        return steps

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None:
            return None
        if (
            not isinstance(value, tuple | list)
            or len(value) != 2
            or not all(type(n) is int for n in value)
            or value[1] < 1
        ):
            raise self.refuse(f"{value!r} is not a path and a place on it from 1", place)
        return tuple(value)

    def parse(self, token: str) -> Any:
        label, dot, place = token.partition(".")
        if not dot:
            raise ValueError(f"{token!r} is not a path and a place on it such as 3.1")
        return (whole_number(label), whole_number(place))

    def token(self, value: Any) -> str:
        return f"{value[0]}.{value[1]}"


class Lines(Layer):
    """Clues outside the frame: per row and column a tuple of whole numbers or ``?`` (empty: no clue).

    ``sides`` says where they stand. ``single`` lines have at most one clue.
    """

    on = "lines"
    look = "outside"

    def __init__(
        self, text: str = "", *, sides: Sequence[str] = ("top", "left"), single: bool = False, low: int = 0,
        optional: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(text, optional=optional)
        self.sides, self.single, self.low = tuple(sides), single, low

    def count(self, side: str, lattice: Lattice) -> int:
        """How many lines end at a side."""
        return lattice.cols if side in ("top", "bottom") else lattice.rows

    def default(self, lattice: Lattice) -> Any:
        return {side: [()] * self.count(side, lattice) for side in self.sides}

    def bind(self, values: Any, lattice: Lattice) -> Any:
        result = {}
        for side in values:
            if side not in self.sides:
                raise InputError(f"there is no side {side!r}, only {', '.join(self.sides)}", self.name)
        for side in self.sides:
            lines = values.get(side)
            lines = [()] * self.count(side, lattice) if lines is None else lines
            if len(lines) != self.count(side, lattice):
                raise InputError(
                    f"{len(lines)} lines where the board has {self.count(side, lattice)}", f"{self.name} {side}"
                )
            result[side] = [self.bind_value(line, f"{side} {i + 1}") for i, line in enumerate(lines)]
        return result

    def bind_value(self, value: Any, place: str) -> Any:
        clues = () if value is None else tuple(value) if isinstance(value, tuple | list) else (value,)
        for clue in clues:
            if clue != UNKNOWN and not (type(clue) is int and clue >= self.low):
                raise self.refuse(f"{clue!r} is not a number of at least {self.low}", place)
        if self.single and len(clues) > 1:
            raise self.refuse("only one clue may stand here", place)
        return clues

    def parse(self, token: str) -> Any:
        return UNKNOWN if token == UNKNOWN else whole_number(token)


class Param(Layer):
    """A single whole number that belongs to the whole puzzle, such as the number of stars a row."""

    on = "board"
    look = "caption"

    def __init__(self, text: str = "", *, low: int = 0, high: int | None = None, initial: Any = None) -> None:
        super().__init__(text, optional=True)
        self.low, self.high, self.initial = low, high, initial

    def default(self, lattice: Lattice) -> Any:
        return self.initial

    def bind(self, values: Any, lattice: Lattice) -> Any:
        return self.initial if values is None else self.bind_value(values, "")

    def bind_value(self, value: Any, place: str) -> Any:
        if type(value) is not int or value < self.low or (self.high is not None and value > self.high):
            wanted = f"{self.low} to {self.high}" if self.high is not None else f"of at least {self.low}"
            raise self.refuse(f"{value!r} is not a number {wanted}", place)
        return value

    def parse(self, token: str) -> Any:
        return whole_number(token)


class Pieces(Layer):
    """Groups of cells to be placed on the board, such as the ships of a fleet: a tuple of pieces.

    A piece is the tuple of its rows, strings of ``x`` (a cell) and ``.`` of equal length. Written in one token:
    ``4,3,3,xx/x.``; a number is a straight piece along a row, a slash stands between rows.
    """

    on = "board"
    look = "caption"

    def default(self, lattice: Lattice) -> Any:
        return ()

    def bind(self, values: Any, lattice: Lattice) -> Any:
        return self.bind_value(values, "")

    def bind_value(self, value: Any, place: str) -> Any:
        if not isinstance(value, tuple | list):
            raise InputError(f"{value!r} is not a group of pieces", self.name)
        return tuple(self._piece(piece) for piece in value)

    def _piece(self, piece: Any) -> tuple[str, ...]:
        rows = ("x" * min(piece, 1000),) if type(piece) is int else tuple(piece)
        if not rows or not all(
            isinstance(row, str) and set(row) <= {"x", "."} and len(row) == len(rows[0]) for row in rows
        ):
            raise InputError(f"{piece!r} is not a piece", self.name)
        if not any("x" in row for row in rows):
            raise InputError("a piece needs a cell", self.name)
        return rows

    def parse(self, token: str) -> Any:
        pieces = token.split(",")
        return tuple((("x" * min(whole_number(p), 1000),) if p.isdigit() else tuple(p.split("/"))) for p in pieces)

    def token(self, value: Any) -> str:
        return ",".join(str(len(p[0])) if len(p) == 1 and "." not in p[0] else "/".join(p) for p in value)


class Flags(Layer):
    """A given mark on some links or edges (walls, ...): 1 where it is, 0 elsewhere."""

    look = "wall"

    def __init__(self, text: str = "", *, on: str = "links", optional: bool = False, look: str = "") -> None:
        super().__init__(text, optional=optional, look=look)
        self.on = on

    def default(self, lattice: Lattice) -> Any:
        return Grid([0] * self.size(lattice))

    def bind_value(self, value: Any, place: str) -> Any:
        if value not in (0, 1, None):
            raise self.refuse(f"{value!r} is neither 0 nor 1", place)
        return int(value or 0)


# -- answer layers ------------------------------------------------------------------------------------------------


class AnswerLayer(Layer):
    """A layer of the answer: each place takes one whole number of its domain; 0 stands for nothing unless said otherwise.

    In a model a place with the domain {0, 1} is a 0/1 variable, any other a bounded integer variable.
    """

    def default(self, lattice: Lattice) -> Any:
        return Grid([0] * self.size(lattice))

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        """The least and the greatest value, or a list of them place by place, for the genre instance ``puzzle``."""
        return (0, 1)

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None:
            return 0
        if type(value) is not int:
            if not hasattr(value, "__index__"):
                raise self.refuse(f"{value!r} is not a whole number", place)
            value = value.__index__()
        return value


class Shading(AnswerLayer):
    """Cells that are shaded (1) or not (0)."""

    look = "shade"

    def __init__(self, text: str = "", *, look: str = "", token: str = "x") -> None:
        super().__init__(text, look=look)
        self.mark = token

    def bind_value(self, value: Any, place: str) -> Any:
        value = super().bind_value(value, place)
        if not 0 <= value <= 1:
            raise self.refuse(f"{value} is neither 0 nor 1", place)
        return value

    def parse(self, token: str) -> Any:
        if token != self.mark:
            raise ValueError(f"{token!r} is neither {self.mark} nor -")
        return 1

    def token(self, value: Any) -> str:
        return self.mark


class Marks(AnswerLayer):
    """One of several marks per cell: value k is the k-th token of ``tokens``, 0 is none."""

    look = "marks"

    def __init__(self, tokens: Sequence[str], text: str = "", *, look: str = "") -> None:
        super().__init__(text, look=look)
        self.tokens = tuple(tokens)

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        return (0, len(self.tokens))

    def bind_value(self, value: Any, place: str) -> Any:
        value = super().bind_value(value, place)
        if not 0 <= value <= len(self.tokens):
            raise self.refuse(f"{value} is no mark", place)
        return value

    def parse(self, token: str) -> Any:
        if token not in self.tokens:
            raise ValueError(f"{token!r} is not one of {', '.join(self.tokens)}")
        return self.tokens.index(token) + 1

    def token(self, value: Any) -> str:
        return str(self.tokens[value - 1])


class Choice(Marks):
    """One of several marks in every cell: value k is the k-th token, counted from 0; None where nobody has drawn one yet."""

    blank = None

    def default(self, lattice: Lattice) -> Any:
        return Grid([None] * self.size(lattice))

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        return (0, len(self.tokens) - 1)

    def bind_value(self, value: Any, place: str) -> Any:
        return None if value is None else super().bind_value(value + 1, place) - 1

    def parse(self, token: str) -> Any:
        return super().parse(token) - 1

    def token(self, value: Any) -> str:
        return str(self.tokens[value])


Bound = int | Callable[[Any], Any]


class Digits(AnswerLayer):
    """A number in every cell (or column, with ``on``), ``low`` to ``high``; either may be a function of the genre instance.

    With ``high`` a function it may return one number, or a list of them, one per cell. ``blank`` is a value that stands
    for an empty cell (written ``-``).
    """

    look = "digit"

    def __init__(
        self, low: Bound, high: Bound, text: str = "", *, blank: int | None = None, on: str = "cells", look: str = ""
    ) -> None:
        super().__init__(text, look=look)
        self.low, self.high, self.blank, self.on = low, high, blank, on

    def default(self, lattice: Lattice) -> Any:
        return Grid([None] * self.size(lattice))

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        low: Any = self.low(puzzle) if callable(self.low) else self.low
        high: Any = self.high(puzzle) if callable(self.high) else self.high
        if isinstance(low, list) or isinstance(high, list):
            n = len(low) if isinstance(low, list) else len(high)
            lows = low if isinstance(low, list) else [low] * n
            highs = high if isinstance(high, list) else [high] * n
            return list(zip(lows, highs, strict=True))
        return (low, high)

    def bind_value(self, value: Any, place: str) -> Any:
        if value is None:
            return self.blank
        return super().bind_value(value, place)

    def parse(self, token: str) -> Any:
        return whole_number(token)


class Loop(AnswerLayer):
    """A line from cell to cell: per inner edge 1 if the line crosses it; up to ``most`` parallel lines (bridges)."""

    on = "links"
    look = "line"

    def __init__(self, text: str = "", *, most: int = 1, look: str = "") -> None:
        super().__init__(text, look=look)
        self.most = most

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        return (0, self.most)


class EdgeLoop(AnswerLayer):
    """A line along the edges of the grid: per edge 1 if the line follows it."""

    on = "edges"
    look = "edgeline"


class Borders(AnswerLayer):
    """A division of the board: per inner edge 1 if a border runs along it."""

    on = "links"
    look = "border"


def whole_number(token: str) -> int:
    """The whole number a token writes, at most nine digits long; raises ValueError with a reason."""
    digits = token[1:] if token[:1] == "-" else token
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{token!r} is not a number")
    if len(digits) > 9:
        raise ValueError(f"{token[:12]}... is too large a number")
    return int(token)
