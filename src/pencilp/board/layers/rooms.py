"""Divisions of the board into rooms and cages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import Lattice
from pencilp.board.layers.clues import CellsClue
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import CELLS
from pencilp.board.layers.strokes import GivenMarks
from pencilp.board.layers.values import CAGES, DRAGGED, OUTLINES, Refuse, ValueType
from pencilp.errors import brief


def _fixed(*_: Any) -> Any:
    raise TypeError("the rooms of a puzzle do not change: make another puzzle of other rooms")


class RoomGrid(Grid):
    """The number of each cell's room, from 0 in the order in which the rooms first appear.

    It is immutable. Iterating gives the rooms, each a tuple of cells; ``of[c]`` is the room number of cell c (``None``:
    in no room). ``labels`` are the names of the rooms.
    """

    def __init__(self, ids: Iterable[Any]) -> None:
        order: dict[Any, int] = {}
        super().__init__(None if i is None else order.setdefault(i, len(order)) for i in ids)
        self.of: list[Any] = [*list.__iter__(self)]
        """The room of each cell, or None."""
        self.labels = list(order)
        groups: list[list[int]] = [[] for _ in order]
        for cell, room in enumerate(self.of):
            if room is not None:
                groups[room].append(cell)
        self.groups: list[tuple[int, ...]] = [tuple(group) for group in groups]

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _fixed  # type: ignore[assignment]
    append = extend = insert = pop = remove = clear = sort = reverse = _fixed  # type: ignore[assignment]

    @property
    def listed(self) -> list[Any]:
        return [*self.of]

    def __iter__(self) -> Iterator[tuple[int, ...]]:  # type: ignore[override]
        return iter(self.groups)

    def __reduce__(self) -> Any:
        return (RoomGrid, ([None if room is None else self.labels[room] for room in self.of],))

    @property
    def numbered(self) -> list[tuple[int, tuple[int, ...]]]:
        """The rooms with their numbers from 1: their labels if these are the numbers, else in reading order."""
        given = [digits(str(label)) for label in self.labels]
        counted = range(1, len(given) + 1)
        own = sorted(n or 0 for n in given) == [*counted]
        return sorted(zip(given if own else counted, self.groups, strict=True))  # type: ignore[arg-type]

    def numbers(self, clues: Grid) -> list[CellsClue]:
        """Return every known clue in a room as a clue about the cells of the room."""
        rooms = ((clue, self.of[clue.cell]) for clue in clues.known())
        return [CellsClue((self.groups[room], clue.value, clue.source)) for clue, room in rooms if room is not None]

    def borders(self, lattice: Lattice, walls: Sequence[int] = ()) -> list[int]:
        """Return the inner edges between two rooms, and those with ``walls`` inside a room."""
        of = self.of
        return [e for e, (a, b) in enumerate(lattice.links) if of[a] != of[b] or (walls and walls[e])]


NO_ROOM = (".", "_")
"""Tokens for no room, if cells may be in none."""


class Room(ValueType):
    """The room of a cell: any label, equal in one room. ``connected`` rooms must be connected.

    With ``partial`` a cell may be in no room; ``cages`` are drawn as dashed lines inside their cells.
    """

    kind = "room"
    entry = DRAGGED
    packs = True
    places = ("cells",)

    def __init__(self, *, connected: bool = True, partial: bool = False, cages: bool = False) -> None:
        self.connected, self.partial = connected, partial
        self.missing = "" if partial else "this cell is in no room"
        self.way = CAGES if cages else OUTLINES

    def check(self, value: Any) -> Any:
        try:
            hash(value)
        except TypeError:
            raise ValueError(f"{brief(value)} cannot be the name of a room") from None
        if value != value:
            raise ValueError(f"{brief(value)} is no name of a room: it is not even equal to itself")
        return value

    def parse(self, token: str) -> Any:
        if self.partial and token in NO_ROOM:
            raise ValueError(f"{token!r} is no room")
        if not token.isprintable() and any(ch < " " or "\x7f" <= ch < "\xa0" for ch in token):
            raise ValueError(f"{token!r} is no room: it has a control character, which nobody sees")
        return token

    def wanted(self) -> str:
        return "a number or a word for each room"

    def token(self, value: Any) -> str:
        return str(value + 1)

    @property
    def pattern(self) -> str:
        return "[^ ]+"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(0, "the first room"), (1, "the second one")]

    def glyph(self, value: Any, lattice: Lattice) -> None:
        return None

    def details(self) -> dict[str, Any]:
        return {"connected": self.connected, "partial": self.partial}

    def gather(self, values: Any) -> RoomGrid:
        return RoomGrid(values)

    def fit(self, gathered: RoomGrid, lattice: Lattice, refuse: Refuse) -> None:
        if self.connected:
            of = gathered.of
            walls = [of[a] != of[b] for a, b in lattice.links]
            pieces = lattice.groups(walls, [c for c in lattice.cells if of[c] is not None])
            if len(pieces) > len(gathered.groups):
                # all pieces of a room except the first are cut off
                apart = sorted((of[piece[0]], piece[0]) for piece in pieces)
                cell = next(cell for (before, _), (room, cell) in pairwise(apart) if room == before)
                raise refuse("this cell is cut off from the rest of its room", lattice.names[cell])


class Rooms(Layer[RoomGrid]):
    """The division of the board into rooms: a label for each cell, equal in one room.

    ``connected`` rooms must be connected.

    With ``partial`` a cell may be in no room; ``cages`` are drawn as dashed lines inside their cells.
    """

    value: Room

    def __init__(
        self,
        text: str = "",
        *,
        connected: bool = True,
        partial: bool = False,
        optional: bool = False,
        cages: bool = False,
    ) -> None:
        super().__init__(CELLS, Room(connected=connected, partial=partial, cages=cages), text, optional=optional)
        self.walls = "" if cages else "walls"

    def described(self, lattice: Lattice) -> dict[str, Any]:
        return super().described(lattice) | {"walls": self.walls}

    def companions(self) -> dict[str, Layer[Any]]:
        return {self.walls: InnerWalls(rooms=self.name)} if self.walls else {}

    def alone(self) -> Rooms:
        rooms = copy(self)
        rooms.walls = ""
        return rooms


class InnerWalls(GivenMarks):
    """The walls inside one of the ``rooms``: 1 for a border between two cells of one room.

    Every genre with Rooms has this layer as ``walls``. A genre module declares it only if its rules use these walls.
    Borders between two rooms do not belong to it.
    """

    def __init__(self, text: str = "further borders, inside rooms", *, rooms: str = "rooms") -> None:
        super().__init__(text, optional=True)
        self.rooms = rooms

    def settle(self, values: Mapping[str, Any], lattice: Lattice) -> None:
        walls, of = values[self.name], values[self.rooms].of
        for e in walls.where(1):
            a, b = lattice.links[e]
            walls[e] = int(of[a] == of[b] is not None)


class Bricks(Rooms):
    """Rooms that default to bricks of two adjacent cells. Every second row begins with half a brick."""

    usual = True

    def __init__(self, text: str = "") -> None:
        super().__init__(text, optional=True)
        self.walls = ""

    def default(self, lattice: Lattice) -> Any:
        return RoomGrid([(row, (col + row % 2) // 2) for row, col in lattice.positions])


class Boxes(Rooms):
    """Rooms that default to equal rectangles of ``size`` cells, or of as many cells as the board has columns (Sudoku).

    They are as close to squares as possible and at least as wide as tall: two rows by three columns on a board of 6 by
    6.
    """

    usual = True

    def __init__(self, text: str = "", *, size: int = 0) -> None:
        super().__init__(text, optional=True)
        self.walls = ""
        self.cells = size

    def default(self, lattice: Lattice) -> Any:
        wide = self.cells or lattice.cols
        tall = next(n for n in range(int(wide**0.5), 0, -1) if wide % n == 0)
        return RoomGrid([(row // tall, col // (wide // tall)) for row, col in lattice.positions])
