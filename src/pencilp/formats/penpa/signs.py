"""How Penpa draws the tokens of each look: circles, stars, arrows and so on.

``SIGNS`` maps the name of a look to its tokens, and each token to the elements that mean it. The first one is written; all are
read. A genre module may choose another look for a layer (``Genre.penpa``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pencilp.formats.penpa.sketch import Label, Line, Point, Sketch, Symbol, ordered

BLACK, GREY, GREEN = 4, 3, 2
"""Colours of cells. Green marks cells that a solver leaves empty."""


class Mark(NamedTuple):
    """A symbol: ``name`` and ``style`` are written.

    Symbols are read if their name begins with one of ``names`` and they have one of ``styles`` (None: any).

    ``at`` is its place, in half cells from the place of the value. With ``colour`` its cell is coloured, too.
    """

    name: str
    style: Any = 1
    names: tuple[str, ...] = ()
    styles: tuple[Any, ...] | None = ()
    at: Point = (0, 0)
    colour: int = 0

    def draw(self, point: Point, sketch: Sketch) -> None:
        """Add it to a drawing."""
        sketch.symbols.setdefault(self._place(point), []).append(Symbol(self.name, self.style))
        if self.colour:
            sketch.colours[point] = self.colour

    def take(self, point: Point, sketch: Sketch) -> bool:
        """Return whether it is there, and take it."""
        place = self._place(point)
        found = sketch.symbols.get(place, ())
        if self.colour and not dark(sketch, point):
            return False
        if not any(self._means(symbol) for symbol in found) or ("symbols", place) in sketch.used:
            return False
        sketch.use("symbols", place)
        if self.colour:
            sketch.use("colours", point)
        return True

    def _place(self, point: Point) -> Point:
        return point[0] + self.at[0], point[1] + self.at[1]

    def _means(self, symbol: Symbol) -> bool:
        if not symbol.name.startswith(self.names or (self.name,)):
            return False
        return self.styles is None or symbol.style == self.style or symbol.style in self.styles


class Colour(NamedTuple):
    """A colour of a cell; any but green is read."""

    colour: int

    def draw(self, point: Point, sketch: Sketch) -> None:
        """Add it to a drawing."""
        sketch.colours[point] = self.colour

    def take(self, point: Point, sketch: Sketch) -> bool:
        """Return whether it is there, and take it."""
        if not dark(sketch, point) or ("colours", point) in sketch.used:
            return False
        sketch.use("colours", point)
        return True


class Text(NamedTuple):
    """A text in the middle of a cell."""

    text: str

    def draw(self, point: Point, sketch: Sketch) -> None:
        """Add it to a drawing."""
        sketch.texts[point] = Label(self.text)

    def take(self, point: Point, sketch: Sketch) -> bool:
        """Return whether it is there, and take it."""
        found = sketch.texts.get(point)
        if found is None or found.text != self.text or ("texts", point) in sketch.used:
            return False
        sketch.use("texts", point)
        return True


class Stroke(NamedTuple):
    """A line across a cell, between two places in half cells from its middle: one of the ``walls``, or of the ``edges``."""

    ends: tuple[Point, Point]
    kind: str = "walls"

    def _line(self, point: Point) -> Line:
        a, b = ((point[0] + y, point[1] + x) for y, x in self.ends)
        return ordered(a, b)

    def draw(self, point: Point, sketch: Sketch) -> None:
        """Add it to a drawing."""
        getattr(sketch, self.kind)[self._line(point)] = 0

    def take(self, point: Point, sketch: Sketch) -> bool:
        """Return whether it is there, and take it."""
        line = self._line(point)
        for kind in (self.kind, "lines", "edges"):
            if line in getattr(sketch, kind):
                sketch.use(kind, line)
                return True
        return False


Element = Mark | Colour | Text | Stroke


def dark(sketch: Sketch, point: Point) -> bool:
    """Return whether a cell is coloured, other than green."""
    return sketch.colours.get(point, GREEN) != GREEN


def circle(style: int, *others: int, size: str = "L", at: Point = (0, 0)) -> Mark:
    """Return a circle; 1 is white, 2 black, others are grey."""
    return Mark(f"circle_{size}", style, ("circle_",), others, at)


GREYS = (3, 4, 5, 6, 7, 8, 9, 11, 12, 13)
"""The styles of circles that are neither white nor black."""
WAYS = ("w", "nw", "n", "ne", "e", "se", "s", "sw")
"""The directions of Penpa's arrows, from 1 on."""
ARROWS = ("arrow_B", "arrow_N", "arrow_S", "arrow_G", "arrow_t")


def small_circles(at: Mapping[str, Point]) -> dict[str, tuple[Element, ...]]:
    """Return small white (w) and black (b) circles; ``at`` has the place of each by the rest of its token."""
    return {
        f"{colour}{rest}": (circle(style, *others, size="SS", at=place),)
        for colour, style, others in (("w", 1, (0,)), ("b", 2, ()))
        for rest, place in at.items()
    }


def arrows(name: str, *, before: str = "", colour: int = 0) -> dict[str, tuple[Element, ...]]:
    """Return an arrow for each direction."""
    return {before + way: (Mark(name, k, ARROWS, (), colour=colour),) for k, way in enumerate(WAYS, 1)}


ORDERS = ("nesw", "eswn", "nswe", "nsew", "nwes")
"""The orders in which tokens name directions."""


def several_arrows() -> dict[str, tuple[Element, ...]]:
    """Return the arrows from the middle of a cell for each set of directions, named in any usual order."""
    found: dict[str, tuple[Element, ...]] = {}
    for number in range(1, 16):
        ways = tuple(number >> k & 1 for k in range(4))
        there = {way for way, on in zip("wnes", ways, strict=True) if on}
        eight = tuple(on for each in ways for on in (each, 0))
        elements = (Mark("arrow_cross", (*ways, 0, 0, 0, 0), (), (ways,)), Mark("arrow_eight", eight))
        found |= {"".join(way for way in order if way in there): elements for order in ORDERS}
    return found


def crosses() -> dict[str, tuple[Element, ...]]:
    """Return the lines from the middle of a cell for each set of directions, named in any usual order."""
    found: dict[str, tuple[Element, ...]] = {}
    for number in range(1, 16):
        ways = tuple(number >> k & 1 for k in range(4))
        there = {way for way, on in zip("eswn", ways, strict=True) if on}
        found |= {"".join(way for way in order if way in there): (Mark("cross", ways),) for order in ORDERS}
    return found


UPRIGHT, LEVEL = ((-1, 0), (1, 0)), ((0, -1), (0, 1))
BARS: dict[str, tuple[Element, ...]] = {"ns": (Stroke(UPRIGHT),), "ew": (Stroke(LEVEL),)}
SHAPES: dict[str, tuple[Element, ...]] = {
    "c": (Mark("ox_B", 1, ("ox_",)), Mark("circle_M", 1, ("circle_",), None)),
    "t": (Mark("ox_B", 2, ("ox_",)), Mark("triup_M", 1, ("triup_", "tridown_"), None)),
    "s": (Mark("ox_B", 3, ("ox_",)), Mark("square_M", 1, ("square_",), None)),
}
ROUND_OR_CROSS: dict[str, tuple[Element, ...]] = {
    "o": (Mark("ox_B", 1, ("ox_",)), Mark("circle_M", 1, ("circle_",), None)),
    "x": (Mark("ox_B", 4, ("ox_",), (7,)), Mark("star", 0)),
}
CORNERS = {"nw": (-1, -1), "ne": (-1, 1), "se": (1, 1), "sw": (1, -1)}
SHIP = ("battleship_B", "battleship_G", "battleship_W")
PLUS = tuple(f"{name}+" for name in SHIP)
DOTS: dict[str, tuple[Element, ...]] = {
    "w": (circle(1, 0, size="SS"),), "b": (circle(2, size="SS"),), "g": (circle(5, *GREYS, size="SS"),),
}  # fmt: skip


@cache
def signs() -> dict[str, dict[str, tuple[Element, ...]]]:
    """Return the elements of each look."""
    any_circle = Mark("circle_M", 1, ("circle_",), None)
    dot = Mark("circle_SS", 2, ("circle_",), None)
    black = (Colour(BLACK), Mark("square_LL", 2, ("square_L",), None))
    return {
        "circle": {"w": (circle(1, 0),), "b": (circle(2),), "g": (circle(5, *GREYS),), "o": (any_circle,)},
        "weighing": DOTS,
        "weighing_between": DOTS,
        "center": small_circles({"": (0, 0), "e": (0, 1), "s": (1, 0), "se": (1, 1)}),
        "dot": {"o": (dot,)},
        "edge_dot": {"o": (dot,)},
        "ring": {"o": (Mark("circle_SS", 1, ("circle_",), None),)},
        "small_ring": {"o": (Mark("circle_SS", 1, ("circle_",), None),)},
        "ball": {"w": (circle(1, 0, size="M"),), "b": (circle(2, size="M"),)},
        "disc": {"b": (Mark("circle_M", 2, ("circle_",), None), *black)},
        "star": dict.fromkeys(("x", "o", "*"), (Mark("star", 2, ("star",), (1, 3, 4, 5)),)),
        "bulb": dict.fromkeys(("x", "o", "*"), (Mark("sun_moon", 3), any_circle)),
        "mine": dict.fromkeys(("x", "o", "*"), (Mark("sun_moon", 4, ("sun_moon",), (5,)), any_circle)),
        "tent": dict.fromkeys(("x", "A", "o"), (Mark("tents", 2),)),
        "tree": {"T": (Mark("tents", 1),)},
        "fish": {"f": (Mark("tents", 3),), "x": black},
        "heaven": {"s": (Mark("sun_moon", 1),), "m": (Mark("sun_moon", 2),)},
        "ship cell": {"x": (Colour(BLACK), Mark("battleship_B", 2, SHIP, (1, 3, 4, 5, 6)))},
        "shade": dict.fromkeys(("x", "o", "*", "A", "i"), black),
        "wall": {"x": black},
        "grey": dict.fromkeys(("x", "i"), (Colour(GREY), *black)),
        "arrowhead": {**arrows("arrow_B_W", colour=BLACK), "x": black},
        "fan": {**arrows("arrow_B_W", before="f", colour=BLACK), "x": black, **arrows("arrow_B_B")},
        "arrow": {**arrows("arrow_N_B"), "o": (circle(1, size="M"), any_circle)},
        "pointer": arrows("arrow_N_B"),
        "arrow_between": arrows("arrow_S"),
        "arrows": several_arrows(),
        "pipe": crosses(),
        "bar": BARS,
        "gate": {**BARS, "x": black, "o": (circle(1), any_circle)},
        "slash": {
            "\\": (Stroke((CORNERS["nw"], CORNERS["se"]), "edges"), Mark("line", 3), Mark("ox_B", 5, ("ox_",))),
            "/": (Stroke((CORNERS["sw"], CORNERS["ne"]), "edges"), Mark("line", 4), Mark("ox_B", 6, ("ox_",))),
        },
        "triangle": {way: (Mark("tri", k),) for k, way in enumerate(("nw", "sw", "se", "ne"), 1)},
        "inequality": {
            sign: (Mark("inequality", k, ("inequality",), (k + 4,)), Text(sign)) for k, sign in enumerate("<^>v", 1)
        },
        "ship": {
            **{part: (Mark("battleship_B+", k, PLUS),) for k, part in enumerate(("sw", "nw", "ne", "se"), 1)},
            **{part: (Mark("battleship_B", k, SHIP),) for k, part in enumerate("omwnes~", 1)},
        },
        "magnet": {
            "+": (Mark("math", 2, ("math",)), Text("+")), "_": (Mark("math", 3, ("math",)), Text("-"), Text("_")),
            "x": (Mark("ox_B", 4, ("ox_",)), Colour(GREY)),
        },
        "plank": {"+": (Text("+"),), "|": (Text("|"),), "_": (Text("-"), Text("_"))},
        "outline": SHAPES,
        "written": SHAPES,
        "printed": SHAPES,
        "circle_or_cross": ROUND_OR_CROSS,
        "mark": ROUND_OR_CROSS,
        "pencil": {way: (Mark("pencils", k),) for k, way in enumerate("wnes", 1)},
        "box": {"o": (Mark("square_L", 1, ("square_",), None),)},
        "even or odd": {"e": (Mark("square_L", 3, ("square_",), None),), "o": (Mark("circle_L", 3, ("circle_",), None),)},
        "no number": {"x": (Mark("ox_B", 4, ("ox_",), (7,)), *black, Text("x"))},
    }  # fmt: skip
