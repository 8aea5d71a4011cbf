"""Places of the values of a layer, and the containers that hold them.

========== ===========================================================================================================
place      values
========== ===========================================================================================================
"cells"    a ``Grid`` with one value for each cell
"corners"  a ``Grid`` with one value for each corner
"links"    a ``Grid`` with one value for each inner edge, numbered as in ``Lattice.links``
"edges"    a ``Grid`` with one value for each edge
"columns"  a ``Grid`` with one value for each column of the frame
"groups"   a ``Grid`` with one value for each room, cage or path of another input layer
"lines"    a dict from side ("top", "left", "bottom", "right") to one tuple of values for each column or row of the frame
"board"    a single value
========== ===========================================================================================================

A place knows the geometry: the number of values and their names. The value type knows the possible values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.errors import InputError, brief

SIDES = ("top", "left", "bottom", "right")
"""The sides of a frame that may have clues."""
OUTWARD = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The (row, column) step out of the frame for each side; columns and rows of hexagons slant."""

Check = Callable[[Any], Any]
"""A function that checks one value: it returns the value to store, or raises ValueError with a reason."""


class Place:
    """A kind of places on every lattice, with its ``name``."""

    name = ""
    sides: tuple[str, ...] = ()
    """The sides of the frame, if it is outside."""
    single = True
    """Whether each place has at most one value."""

    seen = False
    """Whether its values are about the view from their side."""

    def described(self) -> dict[str, Any]:
        """Return everything that a program needs to know about it, for JSON."""
        return {"on": self.name}

    def size(self, lattice: Lattice) -> int:
        """Return the number of places on a board."""
        raise NotImplementedError

    def title(self, index: int, lattice: Lattice) -> str:
        """Return the name of a place, for messages."""
        raise NotImplementedError

    def filled(self, value: Any, lattice: Lattice) -> Any:
        """Return ``value`` at every place; lines outside have no clues."""
        raise NotImplementedError

    def fit(self, values: Any, others: Mapping[str, Any], layer: str) -> None:
        """Adjust bound values to the other input layers of their puzzle. Raise InputError if they do not fit."""

    def bind(self, values: Any, lattice: Lattice, check: Check, layer: str) -> Any:
        """Return ``values`` in the form of the place, each of them checked.

        Raise InputError naming the ``layer`` and the place.
        """
        raise NotImplementedError

    def instead(self, values: Any, nothing: Any) -> Any:
        """Return bound values with ``nothing`` in place of every None."""
        return nothing if values is None else values

    def comparable(self, values: Any, others: Mapping[str, Any]) -> Any:
        """Return the meaning of bound values for comparison. ``others`` are the input layers of their puzzle."""
        return values

    def subject(self, index: int, others: Mapping[str, Any]) -> Any:
        """Return what the value at a place is about; one value is enough for each subject. ``others`` as above."""
        return index

    def items(self, values: Any) -> Iterator[tuple[Any, Any]]:
        """Yield (place, value) for every value."""
        raise NotImplementedError


def _several(values: Any, what: str, where: str) -> None:
    """Raise InputError for a single value if several are needed."""
    if not hasattr(values, "__iter__"):
        raise InputError(f"{what} is needed, not {brief(values)}", where)


_PLAIN = frozenset((int, str, type(None)))
"""The types of most values. Equal values of these types are interchangeable."""


def _all_checked(values: Sequence[Any], check: Check) -> list[Any]:
    """Return ``values``, each checked unless it is None.

    Most boards have few different values, which are checked once.
    """
    if _PLAIN.issuperset(map(type, values)):
        known = {v: v if v is None else check(v) for v in set(values)}
        if all(v is checked for v, checked in known.items()):
            return [*values]
        return [known[v] for v in values]
    return [v if v is None else check(v) for v in values]


ADJACENT_CELLS = {"corners": "corner_cells", "links": "links", "edges": "edge_cells", "columns": "col_cells"}
"""Kind of places -> the table of a lattice with the cells adjacent to each place."""


class Everywhere(Place):
    """One value for each of the cells, corners, links, edges or columns of a lattice."""

    def __init__(self, name: str) -> None:
        self.name = name

    def size(self, lattice: Lattice) -> int:
        return len(getattr(lattice, self.name))

    def title(self, index: int, lattice: Lattice) -> str:
        if self.name == "cells":
            return lattice.names[index]
        if self.name == "links":
            a, b = lattice.links[index]
            return f"{lattice.names[a]}-{lattice.names[b]}"
        if self.name in ("edges", "corners"):
            return (lattice.edge_names if self.name == "edges" else lattice.corner_names)[index]
        return f"{self.name[:-1]} {index + 1}"

    def grid(self, values: Iterable[Any], lattice: Lattice) -> Grid:
        """Return one value for each place as a grid that knows the adjacent cells."""
        grid = Grid(values)
        if self.name != "cells":
            grid.cells_at = getattr(lattice, ADJACENT_CELLS[self.name])
        return grid

    def filled(self, value: Any, lattice: Lattice) -> Any:
        return self.grid([value] * self.size(lattice), lattice)

    def bind(self, values: Any, lattice: Lattice, check: Check, layer: str) -> Any:
        given = values.listed if isinstance(values, Grid) else self._listed(values, lattice, layer)
        if len(given) != self.size(lattice):
            raise InputError(f"{len(given)} values where the board has {self.size(lattice)} {self.name}", layer)
        try:
            return self.grid(_all_checked(given, check), lattice)
        except ValueError:
            # find the place only after an error: naming all places is slow
            for i, v in enumerate(given):
                _checked(v, check, f"{layer} {self.title(i, lattice)}")
            raise

    def instead(self, values: Any, nothing: Any) -> Any:
        grid = Grid([nothing if v is None else v for v in values])
        grid.cells_at = values.cells_at
        return grid

    def _listed(self, values: Any, lattice: Lattice, layer: str) -> list[Any]:
        """Return ``values`` as one list.

        Values of cells may also be rows of the frame, with None for no cell. numpy arrays are allowed.
        """
        _several(values, "a list of values", layer)
        given = values.tolist() if hasattr(values, "tolist") else list(values)
        if not isinstance(given, list):
            raise InputError(f"a list of values is needed, not {brief(values)}", layer)
        rows, cols = lattice.rows, lattice.cols
        if self.name != "cells" or len(given) != rows or not all(isinstance(row, list) for row in given):
            return given
        if any(len(row) != cols for row in given):
            if len(given) == len(lattice.positions):
                return given  # a list for each cell
            raise InputError(f"every row of the board has {cols} cells", layer)
        listed = [given[row][col] for row, col in lattice.positions]
        if sum(value is not None for row in given for value in row) != sum(value is not None for value in listed):
            raise InputError("a value stands where the board has no cell", layer)
        return listed

    def items(self, values: Any) -> Iterator[tuple[Any, Any]]:
        yield from enumerate(values.listed)


class InRooms(Everywhere):
    """The cells, with values about rooms of the layer ``of``; any cell of the room may have the value."""

    def __init__(self, of: str) -> None:
        super().__init__("cells")
        self.of = of

    def comparable(self, values: Any, others: Mapping[str, Any]) -> Any:
        rooms = others[self.of].of
        # values in no room are compared by cell
        said = [(cell if rooms[cell] is None else -1, rooms[cell], value) for cell, value in values.items()]
        return sorted(said, key=repr)

    def subject(self, index: int, others: Mapping[str, Any]) -> Any:
        room = others[self.of].of[index]
        return ("cell", index) if room is None else ("room", room)


class Groups(Place):
    """The rooms, cages or paths of the input layer ``of``, in order. The value of a group is in its first cell."""

    name = "groups"

    def __init__(self, of: str) -> None:
        self.of = of

    def described(self) -> dict[str, Any]:
        return {"on": self.name, "of": self.of}

    def title(self, index: int, lattice: Lattice) -> str:
        return f"{self.of} {index + 1}"

    def cells(self, others: Mapping[str, Any]) -> list[int]:
        """Return the cell of each group's value."""
        return [group[0] for group in others[self.of].groups]

    def filled(self, value: Any, lattice: Lattice) -> Any:
        return Grid()  # the other layer determines their number: see ``fit``

    def bind(self, values: Any, lattice: Lattice, check: Check, layer: str) -> Any:
        _several(values, "a list of values", layer)
        return Grid([_checked(v, check, f"{layer} {i}") for i, v in enumerate(values, 1)])

    def fit(self, values: Any, others: Mapping[str, Any], layer: str) -> None:
        count = len(others[self.of].groups)
        if values and len(values) != count:
            raise InputError(f"{len(values)} values where {self.of} has {count} groups", layer)
        values.extend([None] * (count - len(values)))

    def instead(self, values: Any, nothing: Any) -> Any:
        return Grid([nothing if v is None else v for v in values])

    def items(self, values: Any) -> Iterator[tuple[Any, Any]]:
        yield from enumerate(values)


class Outside(Place):
    """The ends of the frame's lines: columns end at "top" and "bottom", rows at "left" and "right".

    ``sides`` are the sides with clues. With ``single`` a line has at most one clue. ``seen`` clues are about the line
    as seen from their side; all others are about the line itself. ``signs`` show what clues count: the first those at
    the top and left, the second the others.
    """

    name = "lines"

    def __init__(
        self, sides: Sequence[str] = ("top", "left"), *, single: bool = False, seen: bool = False, signs: Sequence[str] = ()
    ) -> None:  # fmt: skip
        for side in sides:
            if side not in SIDES:
                raise ValueError(f"there is no side {side!r}, only {', '.join(SIDES)}")
        self.sides, self.single, self.seen, self.signs = tuple(sides), single, seen, tuple(signs)

    def described(self) -> dict[str, Any]:
        return {"on": self.name, "sides": list(self.sides), "single": self.single, "signs": list(self.signs)}

    def count(self, side: str, lattice: Lattice) -> int:
        """Return the number of lines that end at a side."""
        return lattice.cols if side in ("top", "bottom") else lattice.rows

    def size(self, lattice: Lattice) -> int:
        return sum(self.count(side, lattice) for side in self.sides)

    def filled(self, value: Any, lattice: Lattice) -> Any:
        return {side: [()] * self.count(side, lattice) for side in self.sides}

    def bind(self, values: Any, lattice: Lattice, check: Check, layer: str) -> Any:
        if not isinstance(values, Mapping):
            raise InputError(
                f"a dictionary with clues for {' or '.join(self.sides)} is needed, not {brief(values)}", layer
            )
        for side in values:
            if side not in self.sides:
                raise InputError(f"there is no side {side!r}, only {', '.join(self.sides)}", layer)
        result = {}
        for side in self.sides:
            lines: Any = values.get(side)
            lines = lines.tolist() if hasattr(lines, "tolist") else lines
            count = self.count(side, lattice)
            lines = [()] * count if lines is None else lines
            if len(lines) != count:
                raise InputError(f"{len(lines)} lines where the board has {count}", f"{layer} {side}")
            result[side] = [self._line(line, check, f"{layer} {side} {i + 1}") for i, line in enumerate(lines)]
        return result

    def _line(self, line: Any, check: Check, where: str) -> tuple[Any, ...]:
        """Return the clues of one line, given as a tuple or a list, as a single clue, or as None for no clue."""
        clues = () if line is None else tuple(line) if isinstance(line, (tuple, list)) else (line,)
        if None in clues:
            raise InputError("a clue is needed, not None", where)
        result = tuple(_checked(clue, check, where) for clue in clues)
        if self.single and len(result) > 1:
            raise InputError("only one clue may stand here", where)
        return result

    def items(self, values: Any) -> Iterator[tuple[Any, Any]]:
        for side, lines in values.items():
            for i, line in enumerate(lines):
                for k, clue in enumerate(line):
                    yield (side, i, k), clue


class Whole(Place):
    """The whole board: a single value."""

    name = "board"

    def size(self, lattice: Lattice) -> int:
        return 1

    def title(self, index: int, lattice: Lattice) -> str:
        return ""

    def filled(self, value: Any, lattice: Lattice) -> Any:
        return value

    def bind(self, values: Any, lattice: Lattice, check: Check, layer: str) -> Any:
        return None if values is None else _checked(values, check, layer)

    def items(self, values: Any) -> Iterator[tuple[Any, Any]]:
        if values is not None:
            yield 0, values


CELLS, CORNERS, LINKS, EDGES, COLUMNS = map(Everywhere, ("cells", "corners", "links", "edges", "columns"))
BOARD = Whole()

NAMED: dict[str, Place] = {place.name: place for place in (CELLS, CORNERS, LINKS, EDGES, COLUMNS, BOARD)}
"""The places that a declaration may name."""


def place_of(on: str | Place) -> Place:
    """Return the place of a declaration, given by name or itself. Raise ValueError for an unknown name."""
    if isinstance(on, Place):
        return on
    if on not in NAMED:
        raise ValueError(f"a layer lies on {', '.join(NAMED)}, Groups(...) or Outside(...), not on {on!r}")
    return NAMED[on]


def _checked(value: Any, check: Check, where: str) -> Any:
    try:
        return value if value is None else check(value)
    except ValueError as error:
        raise InputError(str(error), where) from None
