"""The elements of a Penpa drawing, by their points on the board.

A point is (row, column) in half cells from the upper left corner of the board: cells have odd coordinates, corners even ones, and
the middles of edges one of each. Points outside the board are negative, or larger than it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from pencilp._util.parse_number import digits

Point = tuple[int, int]
Line = tuple[Point, Point]
"""Two points, the smaller one first."""

SLOTS = ("nw", "ne", "sw", "se")
"""The corners of a cell in the order of their numbers in Penpa."""
COMPASS = ("n", "e", "w", "s")
"""The sides of a cell in the order of their numbers in Penpa."""
CROSS = 98
"""The style of a cross on an edge or a line: there is none."""
FRAME = 2
"""Rows and columns that Penpa keeps around the drawing."""


class Label(NamedTuple):
    """A text: its colour (``style``) and its tool (``mode``)."""

    text: str
    style: int = 1
    mode: str = "1"


class Symbol(NamedTuple):
    """A symbol: its name and its style, a number or a list of 0 and 1."""

    name: str
    style: Any = 1


class Points:
    """The numbering of the points of a drawing with ``cols`` columns and ``rows`` rows, clues outside included.

    ``top`` and ``left`` are the row and the column of the board's first cell in it. With ``corners`` the cells of the
    board are corners of the drawing.
    """

    def __init__(self, rows: int, cols: int, top: int, left: int, *, corners: bool = False) -> None:
        self._width, self._height = cols + 2 * FRAME, rows + 2 * FRAME
        shift = 1 if corners else 0
        self._top, self._left = 2 * (top + FRAME) - shift, 2 * (left + FRAME) - shift
        self.count = self._width * self._height
        """The number of cells with those around the drawing."""

    def point(self, index: int) -> Point | None:
        """Return the point of a number; None if it is no cell, corner or edge of the drawing."""
        kind, place = divmod(index, self.count)
        if not 0 <= kind < 4:
            return None
        row, col = divmod(place, self._width)
        return 2 * row + 1 + (kind in (1, 2)) - self._top, 2 * col + 1 + (kind in (1, 3)) - self._left

    def slot(self, index: int) -> tuple[Point, str] | None:
        """Return the cell and the corner or side of it that a number means; None if it is neither."""
        names = SLOTS if 4 * self.count <= index < 8 * self.count else COMPASS
        if not 4 * self.count <= index < 12 * self.count:
            return None
        place, part = divmod(index, 4)
        cell = self.point(place % self.count)
        return None if cell is None else (cell, names[part])

    def index(self, point: Point) -> int:
        """Return the number of a point."""
        y, x = point[0] + self._top, point[1] + self._left
        kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[y % 2, x % 2]
        return kind * self.count + (y - 1) // 2 * self._width + (x - 1) // 2

    def slot_index(self, cell: Point, name: str) -> int:
        """Return the number of a corner or a side of a cell."""
        start = 1 if name in SLOTS else 2
        return 4 * (start * self.count + self.index(cell)) + (SLOTS if start == 1 else COMPASS).index(name)


class Sketch:
    """The elements of a question or an answer. ``used`` has those that a layer of the genre has taken."""

    def __init__(self) -> None:
        self.texts: dict[Point, Label] = {}
        self.small: dict[tuple[Point, str], Label] = {}
        """Texts at the corners and sides of cells."""
        self.symbols: dict[Point, list[Symbol]] = {}
        self.colours: dict[Point, int] = {}
        self.lines: dict[Line, int] = {}
        self.edges: dict[Line, int] = {}
        self.walls: dict[Line, int] = {}
        self.cages: set[tuple[Point, str]] = set()
        """Dashed lines inside cells, at their sides."""
        self.killers: list[tuple[Point, ...]] = []
        """The cells of cages."""
        self.thermos: list[tuple[Point, ...]] = []
        self.arrows: list[tuple[Point, ...]] = []
        self.others: Counter[str] = Counter()
        """Numbers of elements that no genre has."""
        self.used: set[tuple[str, Any]] = set()
        self.adorned: set[tuple[str, Any]] = set()
        """Elements that go with those that are used, such as the colour below a number."""

    def use(self, kind: str, place: Any) -> None:
        """Note that a layer has taken an element."""
        self.used.add((kind, place))

    def adorn(self, kind: str, place: Any) -> None:
        """Note that an element only goes with another one."""
        self.adorned.add((kind, place))

    def left(self) -> Counter[str]:
        """Return how many elements of each kind no layer has taken."""
        found = self.others.copy()
        kinds: tuple[tuple[str, Any], ...] = (
            ("texts", [point for point, label in self.texts.items() if label.text]),
            ("texts", [place for place, label in self.small.items() if label.text]),
            ("symbols", self.symbols), ("colours", self.colours),
            ("lines", self.lines), ("edges", self.edges), ("walls", self.walls), ("thermometers", self.thermos),
            ("arrows", self.arrows), ("cages", self.killers or self.cages),
        )  # fmt: skip
        for kind, places in kinds:
            found[kind] += sum((kind, place) not in self.used | self.adorned for place in places)
        return +found

    def __bool__(self) -> bool:
        return any(
            (
                self.texts, self.small, self.symbols, self.colours, self.lines, self.edges, self.walls, self.cages, self.killers,
                self.thermos, self.arrows,
            )
        )  # fmt: skip


IGNORED = {
    "freeline": "lines", "freelineE": "lines", "direction": "arrows", "squareframe": "frames", "polygon": "polygons",
    "nobulbthermo": "thermometers without a bulb",
}  # fmt: skip
"""Elements that no genre has, with the words for them."""
OFF = "elements outside the drawing"


def sketch_of(data: Any, points: Points) -> Sketch:
    """Return the elements in the JSON of a question or an answer. Broken ones are counted as ``OFF``."""
    sketch = Sketch()
    data = data if isinstance(data, dict) else {}
    off = 0
    for index, value in _pairs(data, "surface"):
        colour = value[0] if isinstance(value, list) and value else value
        point = points.point(index)
        if point is None or not isinstance(colour, int):
            off += 1
        else:
            sketch.colours[point] = colour
    for index, value in _pairs(data, "number"):
        point = points.point(index)
        if point is None or not isinstance(value, list) or len(value) < 3:
            off += 1
        elif value[2] != CANDIDATES:
            style = value[1] if isinstance(value[1], int) else 1
            sketch.texts[point] = Label(str(value[0]).strip(), style, str(value[2]))
    for index, value in _pairs(data, "numberS"):
        slot = points.slot(index)
        if slot is None or not isinstance(value, list) or not value:
            off += 1
        else:
            sketch.small[slot] = Label(str(value[0]).strip())
    for index, value in _pairs(data, "symbol"):
        point = points.point(index)
        if point is None or not isinstance(value, list) or len(value) < 2 or not isinstance(value[1], str):
            off += 1
        else:
            sketch.symbols.setdefault(point, []).append(Symbol(value[1], _style(value[0])))
    for key, into in (("line", sketch.lines), ("lineE", sketch.edges), ("wall", sketch.walls)):
        for ends, value in _lines(data, key, points):
            if ends is None:
                off += 1
            elif value != CROSS and isinstance(value, int):
                into[ends] = value
    off += _cages(data, points, sketch)
    for key, found in (("thermo", sketch.thermos), ("arrows", sketch.arrows)):
        for path in _lists(data, key):
            places = [points.point(index) for index in path]
            if None in places or len(places) < 2:
                off += 1
            else:
                found.append(tuple(place for place in places if place is not None))
    for key, word in IGNORED.items():
        count = len(data[key]) if isinstance(data.get(key), (dict, list)) else 0
        sketch.others[word] += count
    sketch.others[OFF] += off
    return sketch


def _style(value: Any) -> Any:
    """Return the style of a symbol, a number or a tuple of numbers; -1 if it is broken."""
    if isinstance(value, list) and all(type(part) is int for part in value):
        return tuple(value)
    return value if type(value) is int else -1


CANDIDATES = "7"
"""The tool for candidates of a cell, which are notes."""


def _pairs(data: dict[str, Any], key: str) -> Iterator[tuple[int, Any]]:
    """Yield the elements at single points; the number is -1 if it is broken."""
    found = data.get(key)
    for name, value in found.items() if isinstance(found, dict) else ():
        # Penpa marks some elements on edges by a letter
        bare = name.removesuffix("E")
        number = digits(bare)
        yield -1 if number is None else number, value


def _lines(data: dict[str, Any], key: str, points: Points) -> Iterator[tuple[Line | None, Any]]:
    """Yield the elements between two points; None instead of the points if they are broken. Crosses are left out."""
    found = data.get(key)
    for name, value in found.items() if isinstance(found, dict) else ():
        numbers = name.split(",")
        if len(numbers) == 1 and value == CROSS:
            continue
        ends = [points.point(int(number)) if digits(number) is not None else None for number in numbers]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            yield None, value
        else:
            yield ordered(ends[0], ends[1]), value


def _lists(data: dict[str, Any], key: str) -> Iterator[list[int]]:
    """Yield the lists of points of an element; broken ones are empty."""
    found = data.get(key)
    for path in found if isinstance(found, list) else ():
        if path:
            whole = isinstance(path, list) and all(isinstance(number, int) for number in path)
            yield path if whole else []


def _cages(data: dict[str, Any], points: Points, sketch: Sketch) -> int:
    """Read cages and return the number of broken ones."""
    off = 0
    for cells in _lists(data, "killercages"):
        places = [points.point(index) for index in cells]
        if not places or None in places:
            off += 1
        else:
            sketch.killers.append(tuple(place for place in places if place is not None))
    found = data.get("cage")
    for name in found if isinstance(found, dict) else ():
        numbers = [number for number in name.split(",") if digits(number) is not None]
        ends = [points.slot(int(number)) for number in numbers]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            off += 1
            continue
        (cell, first), (other, second) = ends[0], ends[1]
        side = SIDE_OF.get(frozenset((first, second)))
        if cell == other and side is not None:
            sketch.cages.add((cell, side))
    return off


SIDE_OF = {
    frozenset(("nw", "ne")): "n", frozenset(("ne", "se")): "e", frozenset(("sw", "se")): "s", frozenset(("nw", "sw")): "w",
}  # fmt: skip
"""The side of a cell between two of its corners."""


def ordered(a: Point, b: Point) -> Line:
    """Return two points as a line."""
    return (a, b) if a <= b else (b, a)


def data_of(sketch: Sketch, points: Points, style: int) -> dict[str, Any]:
    """Return the JSON of a question or an answer. ``style`` is the colour of its lines."""
    index = points.index
    colours = {str(index(point)): colour for point, colour in sorted(sketch.colours.items())}
    texts = {str(index(point)): [*label] for point, label in sorted(sketch.texts.items())}
    small = {str(points.slot_index(*slot)): [label.text, label.style] for slot, label in sorted(sketch.small.items())}
    symbols: dict[str, Any] = {}
    for point, found in sorted(sketch.symbols.items()):
        for number, symbol in enumerate(found):
            # Penpa keeps a second symbol under the number with a letter
            symbols[f"{index(point)}{'E' * number}"] = [_listed(symbol.style), symbol.name, 1]
    return {
        "command_redo": {"__a": []}, "command_undo": {"__a": []}, "command_replay": {"__a": []},
        "surface": colours, "number": texts, "numberS": small, "symbol": symbols, "freeline": {}, "freelineE": {},
        "thermo": [[index(point) for point in path] for path in sketch.thermos],
        "arrows": [[index(point) for point in path] for path in sketch.arrows],
        "direction": [], "squareframe": [], "polygon": [],
        "line": _data_lines(sketch.lines, points, style), "lineE": _data_lines(sketch.edges, points, style),
        "wall": _data_lines(sketch.walls, points, style), "cage": _data_cages(sketch, points), "deletelineE": {},
        "killercages": [[index(point) for point in cells] for cells in sketch.killers], "nobulbthermo": [],
    }  # fmt: skip


def _listed(style: Any) -> Any:
    return [*style] if isinstance(style, tuple) else style


def _data_lines(lines: dict[Line, int], points: Points, style: int) -> dict[str, int]:
    found = {}
    for (a, b), own in sorted(lines.items()):
        ends = sorted((points.index(a), points.index(b)))
        found[f"{ends[0]},{ends[1]}"] = own or style
    return found


CAGE_STYLE = 10
"""The style of a cage: dashes."""


def _data_cages(sketch: Sketch, points: Points) -> dict[str, int]:
    """Return the dashed lines around the cells of cages."""
    found: dict[tuple[int, int], int] = {}

    def dash(a: Point, first: str, b: Point, second: str) -> None:
        ends = sorted((points.slot_index(a, first), points.slot_index(b, second)))
        found[ends[0], ends[1]] = CAGE_STYLE

    for cells in sketch.killers:
        inside = {*cells}
        for y, x in cells:
            north, east, south, west = ((y + dy, x + dx) in inside for dy, dx in ((-2, 0), (0, 2), (2, 0), (0, -2)))
            for there, first, second in (
                (north, "nw", "ne"),
                (east, "ne", "se"),
                (south, "sw", "se"),
                (west, "nw", "sw"),
            ):
                if not there:
                    dash((y, x), first, (y, x), second)
            # the lines go on from cell to cell
            if east and not (north and (y - 2, x + 2) in inside):
                dash((y, x), "ne", (y, x + 2), "nw")
            if east and not (south and (y + 2, x + 2) in inside):
                dash((y, x), "se", (y, x + 2), "sw")
            if south and not (west and (y + 2, x - 2) in inside):
                dash((y, x), "sw", (y + 2, x), "nw")
            if south and not (east and (y + 2, x + 2) in inside):
                dash((y, x), "se", (y + 2, x), "ne")
    return {f"{a},{b}": style for (a, b), style in sorted(found.items())}
