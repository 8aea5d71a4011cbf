"""The drawing vocabulary of all pictures: how values are drawn, independent of SVG and terminals.

A value type chooses the *way* in which its layer is drawn (``values.ACROSS``, ``values.CAGES``, ...). In most ways each
value has a *glyph*: a few shapes for a picture, and a short text for a terminal.

Shapes have coordinates in the unit square of their place: (0, 0) is its middle, x grows to the right and y downwards, a
cell is 1 wide. Glyphs on corners and edges are drawn at half the size. Colours are named by use (``PAINTS``); pictures
have a printed and a pencilled colour for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Point = tuple[float, float]

PAINTS = ("ink", "line", "shade", "solid", "grey", "paper", "faint", "light", "rim", "none")
"""Colours by use.

They are for writing, lines, shaded cells, solid shapes, grey, the paper, faint lines, a lamp's light and its rim;
"none" is no colour.
"""

LEVELS = ("ground", "walls", "shapes", "lines", "rounds", "text")
"""The levels from bottom to top: a shape hides shapes on lower levels."""

BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character of lines in a cell, by the sum of 1, 2, 4 and 8 for north, east, south and west."""
OFF_THE_MIDDLE = {(1, 0): "→", (0, 1): "↓", (1, 1): "↘"}
"""The signs of places that are not in the middle of their cell."""

# -- shapes ----------------------------------------------------------------------------------------------------------


class Shape:
    """A part of a glyph. ``paint``, ``fill`` and ``stroke`` are ``PAINTS``, ``level`` is one of ``LEVELS``."""

    __slots__: tuple[str, ...] = ()

    def described(self) -> dict[str, Any]:
        """Return its class and its attributes, for JSON."""
        return {"shape": type(self).__name__.lower()} | {key: getattr(self, key) for key in sorted(self.__slots__)}


class Fill(Shape):
    """The whole cell in one colour."""

    __slots__ = ("paint",)

    def __init__(self, paint: str) -> None:
        self.paint = paint


class Frame(Shape):
    """A line around the cell."""

    __slots__ = ("paint", "width")

    def __init__(self, paint: str, width: float) -> None:
        self.paint, self.width = paint, width


class Circle(Shape):
    """A circle with radius ``r`` around (x, y)."""

    __slots__ = ("fill", "level", "r", "stroke", "width", "x", "y")

    def __init__(
        self, r: float, fill: str = "paper", stroke: str = "ink", *, x: float = 0, y: float = 0, width: float = 0.045,
        level: str = "shapes",
    ) -> None:  # fmt: skip
        self.r, self.fill, self.stroke, self.x, self.y, self.width, self.level = r, fill, stroke, x, y, width, level


class Polygon(Shape):
    """A closed shape with straight sides."""

    __slots__ = ("fill", "level", "points", "stroke", "width")

    def __init__(
        self, points: Sequence[Point], fill: str, *, stroke: str = "none", width: float = 0, level: str = "shapes"
    ) -> None:
        self.points, self.fill, self.stroke, self.width, self.level = list(points), fill, stroke, width, level


class Strokes(Shape):
    """Straight lines from point to point; ``cap`` is the form of their ends, round or butt."""

    __slots__ = ("cap", "level", "paint", "pieces", "width")

    def __init__(
        self, pieces: Sequence[tuple[Point, Point]], paint: str, width: float, *, cap: str = "round", level: str = "shapes"
    ) -> None:  # fmt: skip
        self.pieces, self.paint, self.width, self.cap, self.level = list(pieces), paint, width, cap, level


class Curve(Shape):
    """A line with bends.

    Its steps are ("M", x, y) to begin, ("L", x, y) straight on, ("Q", x, y, x, y) around a point, ("A", r, x, y) along
    a clockwise arc, ("Z",) back to the beginning; all points are absolute.

    ``turn`` turns it clockwise, in degrees.
    """

    __slots__ = ("fill", "level", "steps", "stroke", "turn", "width")

    def __init__(
        self, steps: Sequence[tuple[Any, ...]], fill: str, *, stroke: str = "none", width: float = 0, turn: float = 0,
        level: str = "shapes",
    ) -> None:  # fmt: skip
        self.steps, self.fill, self.stroke, self.width, self.turn, self.level = (
            list(steps), fill, stroke, width, turn, level,
        )  # fmt: skip


class Text(Shape):
    """A text around (x, y), as large as fits into the cell times ``room``, or of the height ``size``.

    In the ``corner`` it is small, at the upper left of the cell. A ``free`` text of a clue moves to the corner if an
    answer writes another text into the cell.
    """

    __slots__ = ("corner", "free", "paint", "room", "size", "text", "x", "y")

    def __init__(
        self, text: str, *, size: float | None = None, room: float = 1, x: float = 0, y: float = 0, paint: str = "ink",
        corner: bool = False, free: bool = False,
    ) -> None:  # fmt: skip
        self.text, self.size, self.room, self.x, self.y, self.paint = text, size, room, x, y, paint
        self.corner, self.free = corner, free


class Pointer(Shape):
    """A text with an arrow in a direction of the lattice, both in one cell."""

    __slots__ = ("direction", "paint", "text")

    def __init__(self, text: str, direction: int, paint: str = "ink") -> None:
        self.text, self.direction, self.paint = text, direction, paint


class Spokes(Shape):
    """Lines from the middle of the cell to its edges, in directions of the lattice."""

    __slots__ = ("directions", "paint")

    def __init__(self, directions: Sequence[int], paint: str = "line") -> None:
        self.directions, self.paint = list(directions), paint


class Heads(Shape):
    """Arrowheads on the edges of the cell that point out of it, in directions of the lattice."""

    __slots__ = ("directions", "paint")

    def __init__(self, directions: Sequence[int], paint: str = "ink") -> None:
        self.directions, self.paint = list(directions), paint


class Glyph:
    """The drawing of a value: its ``shapes``, and ``text`` for a terminal (``ascii``: the same in ASCII).

    ``text`` is empty if only a fill shows the value. With ``repeats``, an answer is not drawn over a clue with the same
    text. ``at`` is the distance of the text from the middle of the cell, in cells, for glyphs that may be between
    cells.
    """

    __slots__ = ("ascii", "at", "repeats", "shapes", "text")

    def __init__(
        self,
        shapes: Sequence[Shape],
        text: str = "",
        ascii: str = "",
        *,
        repeats: bool = False,
        at: Point | None = None,
    ) -> None:
        self.shapes, self.text, self.ascii = tuple(shapes), text, ascii or text
        self.repeats, self.at = repeats, at

    @property
    def fill(self) -> str:
        """The paint that fills its cell, or ""."""
        return next((shape.paint for shape in self.shapes if isinstance(shape, Fill)), "")

    @property
    def sign(self) -> str:
        """The text for a cell of a worksheet: its printed text, with an arrow if it is not in the middle.

        Lines from the middle to the sides of a square are one character, a black cell is ``■``; "" if no text fits.
        """
        texts = [shape for shape in self.shapes if isinstance(shape, Text)]
        if len(texts) == 1 and len(self.shapes) == 1:
            return texts[0].text
        if self.text:
            x, y = self.at or (0, 0)
            return self.text + OFF_THE_MIDDLE.get((round(2 * x), round(2 * y)), "")
        ways = next((shape.directions for shape in self.shapes if isinstance(shape, Spokes)), None)
        if ways is not None:
            return BOXES[sum(1 << d for d in ways)] if max(ways, default=0) < 4 else ""
        return "■" if self.fill == "ink" else ""

    @property
    def paint(self) -> str:
        """The paint of its text."""
        inks = [shape.paint for shape in self.shapes if isinstance(shape, Text | Pointer)]
        return inks[0] if inks else self.fill or "ink"

    @property
    def corner(self) -> bool:
        """Whether it is in the corner of its cell."""
        return any(isinstance(shape, Text) and shape.corner for shape in self.shapes)

    def described(self) -> dict[str, Any]:
        """Return its description, for JSON."""
        return {
            "text": self.text,
            "ascii": self.ascii,
            "repeats": self.repeats,
            "shapes": [shape.described() for shape in self.shapes],
        }


def height(text: str, room: float = 1.0) -> float:
    """Return the height at which a text fits into a cell."""
    return room * (0.62, 0.62, 0.54, 0.42)[len(text)] if len(text) < 4 else room * 1.3 / len(text)
