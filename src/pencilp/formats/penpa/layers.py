"""How whole layers are drawn in Penpa and read from there: rooms as edges, loops as lines, clues outside as texts, and so on.

``codecs(genre)`` chooses one codec for each layer by the kind of its values and by its place. A genre module changes the choice
with ``Genre.penpa``: the name of another look for a layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.board.layers.arrows import Arrow
from pencilp.board.layers.calculations import Calculation
from pencilp.board.layers.numbers import Digit
from pencilp.board.layers.paths import Step
from pencilp.board.layers.places import Outside
from pencilp.board.layers.rooms import Room
from pencilp.board.layers.several import Group
from pencilp.board.layers.shading import Shade
from pencilp.board.layers.ships import ShipCell
from pencilp.board.layers.strokes import Stroke, Wall
from pencilp.board.layers.sums import SumPair
from pencilp.board.layers.symbols import Either, Mark, Symbol
from pencilp.board.layers.values import ACROSS, BRIDGES, CAGES, ValueType
from pencilp.errors import InputError
from pencilp.formats.penpa.pens import (
    CIRCLED,
    INK,
    MIDDLE,
    PENCIL,
    WHITE,
    ArrowPen,
    BallPen,
    CompassPen,
    EitherPen,
    FireflyPen,
    ListPen,
    Pen,
    ShadedNumberPen,
    SignPen,
    SumsPen,
    TextPen,
    free_places,
)
from pencilp.formats.penpa.signs import BLACK, GREY, signs
from pencilp.formats.penpa.sketch import Line, Point, Sketch, ordered
from pencilp.genres import Genre

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The middles of the sides of a cell, in half cells from its middle, by direction."""
DASHED = frozenset((10, 11, 12, 13, 14, 15, 16, 17, 80, 110, 115))
"""Styles of edges that decorate the grid and divide nothing."""
SINGLE, DOUBLE, ROPE = 0, 30, 5
"""Styles of lines; 0 is the usual one of the question or the answer."""
EDGE, DOTTED = 0, 12


class Codec:
    """Draws the values of a layer, and reads them."""

    def __init__(self, layer: Layer[Any]) -> None:
        self.layer = layer

    on_colour = False
    """Whether its values are texts on coloured cells."""

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        """Add the values to a drawing; ``question`` has the question if this is an answer."""
        raise NotImplementedError

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        """Return the values in a drawing; None if it has none of this layer."""
        raise NotImplementedError


# -- places -----------------------------------------------------------------------------------------------------------


def cell_point(lattice: Lattice, cell: int) -> Point:
    """Return the middle of a cell."""
    row, col = lattice.positions[cell]
    return 2 * row + 1, 2 * col + 1


def cell_name(point: Point) -> str:
    """Return the name of the cell with this middle, as in ``r1c2``."""
    return f"r{point[0] // 2 + 1}c{point[1] // 2 + 1}"


def points_of(layer: Layer[Any], lattice: Lattice) -> list[Point]:
    """Return the point of each place of a layer. Raise InputError for places that a drawing does not have."""
    if layer.on == "cells":
        return [cell_point(lattice, cell) for cell in lattice.cells]
    if layer.on == "corners":
        return [(2 * row, 2 * col) for row, col in lattice.corner_keys]
    if layer.on in ("links", "edges"):
        return edge_points(lattice)[: layer.size(lattice)]
    if layer.on == "columns":
        return [(2 * lattice.rows + 1, 2 * col + 1) for col in lattice.columns]
    raise InputError(f"Penpa links have no place for {layer.on}", layer.name)


def edge_points(lattice: Lattice) -> list[Point]:
    """Return the middle of each edge."""
    found: list[Point] = [(0, 0)] * len(lattice.edges)
    for cell, edges in enumerate(lattice.cell_edges):
        y, x = cell_point(lattice, cell)
        for edge, (dy, dx) in zip(edges, SIDES, strict=True):
            found[edge] = (y + dy, x + dx)
    return found


def along(point: Point) -> Line:
    """Return the two corners of the edge with this middle."""
    y, x = point
    dy, dx = (0, 1) if y % 2 == 0 else (1, 0)
    return (y - dy, x - dx), (y + dy, x + dx)


def across(point: Point) -> Line:
    """Return the middles of the two cells at the edge with this middle."""
    y, x = point
    dy, dx = (1, 0) if y % 2 == 0 else (0, 1)
    return (y - dy, x - dx), (y + dy, x + dx)


# -- codecs -----------------------------------------------------------------------------------------------------------


class Values(Codec):
    """A value at each place."""

    def __init__(self, layer: Layer[Any], pen: Pen, *, given: bool = False) -> None:
        super().__init__(layer)
        self._pen, self._given = pen, given
        self.on_colour = isinstance(pen, TextPen) and pen.on_colour

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        nothing = self.layer.value.nothing
        for point, value in zip(points_of(self.layer, lattice), values.listed, strict=True):
            if value is not None and (value != nothing or isinstance(self._pen, BallPen)):
                if self._given and self._pen.see(point, _fresh(question)) == value:
                    continue
                self._pen.draw(value, point, sketch)

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        fresh = _fresh(question)
        found = []
        for point in points_of(self.layer, lattice):
            value = self._pen.see(point, sketch)
            if value is None and self._given:
                value = self._pen.see(point, fresh)
            found.append(value)
        return None if all(value is None for value in found) else found


def _fresh(sketch: Sketch) -> Sketch:
    """Return a drawing from which nothing has been taken."""
    fresh = copy(sketch)
    fresh.used = set()
    return fresh


class OutsideTexts(Codec):
    """Clues outside the board."""

    def __init__(self, layer: Layer[Any], pen: Pen) -> None:
        super().__init__(layer)
        self._pen = pen
        assert isinstance(layer.place, Outside)
        self._place = layer.place

    def _spots(self, side: str, line: int, count: int, lattice: Lattice) -> list[Point]:
        """Return the points of ``count`` clues in reading order."""
        away = range(-count, 0) if side in ("top", "left") else range(count)
        start = {"top": 0, "left": 0, "bottom": lattice.rows, "right": lattice.cols}[side]
        at = [2 * (start + k) + 1 for k in away]
        return [(y, 2 * line + 1) for y in at] if side in ("top", "bottom") else [(2 * line + 1, x) for x in at]

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        for side in self._place.sides:
            for line, clues in enumerate(values[side]):
                for clue, point in zip(clues, self._spots(side, line, len(clues), lattice), strict=True):
                    self._pen.draw(clue, point, sketch)

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        deep = {
            "top": -min([0, *(y for y, _ in sketch.texts)]) // 2 + 1,
            "left": -min([0, *(x for _, x in sketch.texts)]) // 2 + 1,
            "bottom": (max([0, *(y for y, _ in sketch.texts)]) - 2 * lattice.rows) // 2 + 1,
            "right": (max([0, *(x for _, x in sketch.texts)]) - 2 * lattice.cols) // 2 + 1,
        }
        found = {
            side: [
                tuple(self._clues(side, line, max(0, deep[side]), lattice, sketch))
                for line in range(self._place.count(side, lattice))
            ]
            for side in self._place.sides
        }
        return found if any(clues for lines in found.values() for clues in lines) else None

    def _clues(self, side: str, line: int, deep: int, lattice: Lattice, sketch: Sketch) -> Iterator[Any]:
        spots = self._spots(side, line, deep, lattice)
        if self._place.single:
            spots = spots[-1:] if side in ("top", "left") else spots[:1]
        for point in spots:
            value = self._pen.see(point, sketch)
            if value is not None:
                yield value


class Rooms(Codec):
    """Rooms, divided by edges. A black cell is in no room."""

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        of, points = values.of, edge_points(lattice)
        for link, (a, b) in enumerate(lattice.links):
            if of[a] != of[b]:
                sketch.edges[along(points[link])] = EDGE
        for cell in lattice.cells if values.groups else ():
            if of[cell] is None:
                sketch.colours.setdefault(cell_point(lattice, cell), BLACK)

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        walls = drawn_edges(lattice, sketch)
        if self.layer.optional and not any(walls):
            return None
        room: list[Any] = [None] * len(lattice)
        for number, cells in enumerate(lattice.groups(walls)):
            for cell in cells:
                room[cell] = number
        if self.layer.value.partial:  # type: ignore[attr-defined]
            for cell in lattice.cells:
                point = cell_point(lattice, cell)
                if sketch.colours.get(point) == BLACK:
                    sketch.use("colours", point)
                    room[cell] = None
        return room


def drawn_edges(lattice: Lattice, sketch: Sketch) -> list[bool]:
    """Return for each link whether there is an edge, and take the edges, those of the outline as well."""
    found = []
    points = edge_points(lattice)
    for edge, point in enumerate(points):
        line = along(point)
        there = sketch.edges.get(line, DOTTED) not in DASHED
        if there:
            sketch.use("edges", line)
        if edge < len(lattice.links):
            found.append(there)
    return found


class Cages(Codec):
    """Cages: dashed lines inside their cells. Drawings with borders instead are read as well."""

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        sketch.killers += [tuple(cell_point(lattice, cell) for cell in cells) for cells in values.groups]

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        found: list[Any] = [None] * len(lattice)
        cell_at = {cell_point(lattice, cell): cell for cell in lattice.cells}
        if sketch.killers:
            for number, points in enumerate(sketch.killers):
                sketch.use("cages", points)
                for point in points:
                    if point in cell_at:
                        if found[cell_at[point]] not in (None, number):
                            raise InputError(f"two {self.layer.name} share a cell", cell_name(point))
                        found[cell_at[point]] = number
            return found
        walls = self._dashes(lattice, sketch)
        if not walls:
            walls = drawn_edges(lattice, sketch)
            if not any(walls):
                return None
        sides = {point for point, _ in sketch.cages}
        for number, cells in enumerate(lattice.groups(walls)):
            if not sides or any(cell_point(lattice, cell) in sides for cell in cells):
                for cell in cells:
                    found[cell] = number
        return found

    @staticmethod
    def _dashes(lattice: Lattice, sketch: Sketch) -> list[bool]:
        """Return for each link whether a cage ends there; none if there are no dashed lines."""
        if not sketch.cages:
            return []
        for place in sketch.cages:
            sketch.use("cages", place)
        result = []
        for a, b in lattice.links:
            first, second = ("e", "w") if lattice.positions[a][0] == lattice.positions[b][0] else ("s", "n")
            dashes = (cell_point(lattice, a), first), (cell_point(lattice, b), second)
            result.append(any(dash in sketch.cages for dash in dashes))
        return result


class Strokes(Codec):
    """Lines from cell to cell, or along edges."""

    def __init__(self, layer: Layer[Any], *, joined: bool = False) -> None:
        super().__init__(layer)
        value = layer.value
        assert isinstance(value, Stroke)
        self._most = value.most
        self._across = value.way in (ACROSS, BRIDGES)
        self._style = (
            EDGE if not isinstance(value, Wall) else DOTTED if value.dashed else ROPE if self._across else EDGE
        )
        self._joined = joined

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        for point, value in zip(edge_points(lattice), values.listed, strict=False):
            if value and self._across:
                sketch.lines[across(point)] = DOUBLE if value == 2 else self._style
            elif value:
                sketch.edges[along(point)] = self._style

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        points = edge_points(lattice)[: self.layer.size(lattice)]
        if self._across:
            found = [self._lines(point, sketch) for point in points]
        else:
            given = question.edges if self._joined else {}
            found = [
                self._edge(line, sketch) or int(given.get(line, DOTTED) not in DASHED)
                for line in (along(point) for point in points)
            ]
            # edges on the outline of the board are borders as well
            drawn_edges(lattice, sketch)
        return found if any(found) else None

    def _edge(self, line: Line, sketch: Sketch) -> int:
        dotted = self._style == DOTTED
        there = line in sketch.edges if dotted else sketch.edges.get(line, DOTTED) not in DASHED
        if there:
            sketch.use("edges", line)
        return int(there)

    def _lines(self, point: Point, sketch: Sketch) -> int:
        """Return how many lines cross an edge; a line may be drawn in halves."""
        a, b = across(point)
        for line in ((a, b), ordered(a, point), ordered(point, b)):
            if line in sketch.lines:
                sketch.use("lines", line)
                if line != (a, b):
                    sketch.use("lines", ordered(a, point))
                    sketch.use("lines", ordered(point, b))
                return 2 if sketch.lines[line] == DOUBLE and self._most > 1 else 1
        return 0


class Tubes(Codec):
    """Cells along paths: thermometers."""

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        sketch.thermos += [tuple(cell_point(lattice, cell) for cell in path) for path in values.paths]

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        cell_at = {cell_point(lattice, cell): cell for cell in lattice.cells}
        found: list[Any] = [None] * len(lattice)
        for label, path in enumerate(sketch.thermos, 1):
            sketch.use("thermometers", path)
            for number, point in enumerate(path, 1):
                if point in cell_at:
                    if found[cell_at[point]] is not None:
                        raise InputError(f"two {self.layer.name} share a cell, or one has it twice", cell_name(point))
                    found[cell_at[point]] = (label, number)
        return found if any(found) else None


class ArrowSums(Codec):
    """Circles with arrows, each written as the steps of its arrows."""

    STEPS = {
        "n": (-2, 0),
        "ne": (-2, 2),
        "e": (0, 2),
        "se": (2, 2),
        "s": (2, 0),
        "sw": (2, -2),
        "w": (0, -2),
        "nw": (-2, -2),
    }
    AGAIN = "o"

    def draw(self, values: Any, lattice: Lattice, sketch: Sketch, question: Sketch) -> None:
        for cell, steps in enumerate(values.listed):
            for arrow in ",".join(steps).split(self.AGAIN) if steps else ():
                path = [cell_point(lattice, cell)]
                for step in filter(None, arrow.split(",")):
                    dy, dx = self.STEPS[step]
                    path.append((path[-1][0] + dy, path[-1][1] + dx))
                sketch.arrows.append(tuple(path))

    def see(self, lattice: Lattice, sketch: Sketch, question: Sketch) -> Any:
        cell_at = {cell_point(lattice, cell): cell for cell in lattice.cells}
        names = {step: name for name, step in self.STEPS.items()}
        found: list[Any] = [None] * len(lattice)
        for path in sketch.arrows:
            steps = [names.get((b[0] - a[0], b[1] - a[1])) for a, b in pairwise(path)]
            if path[0] not in cell_at or None in steps:
                raise InputError(
                    "an arrow goes from cell to cell of the board, each touching the one before", cell_name(path[0])
                )
            before = found[cell_at[path[0]]] or ()
            if len(before) > len(lattice):
                raise InputError("the arrows from a circle are longer than the board", cell_name(path[0]))
            sketch.use("arrows", path)
            found[cell_at[path[0]]] = (*before, self.AGAIN, *steps) if before else tuple(steps)
        return found if any(found) else None


# -- the choice -------------------------------------------------------------------------------------------------------

SMALL_PLACE = "nw"
GIVEN = "given"
"""The input layer whose values are part of the answer."""


_codecs: dict[type[Genre], dict[str, Codec]] = {}


def codecs(genre: type[Genre]) -> dict[str, Codec]:
    """Return the codec of each layer of a genre; layers of the whole board have none."""
    if genre in _codecs:
        return _codecs[genre]
    found = _codecs[genre] = {}
    for layers in (genre.inputs, genre.answers):
        places = _Places(genre, [layer for layer in layers.values() if layer.on not in ("board", "lines")])
        for name, layer in layers.items():
            if layer.on != "board":
                found[name] = _codec(genre, layer, places)
    return found


class _Places:
    """The places in cells for the texts of the layers of a genre: layers with similar texts have different ones."""

    def __init__(self, genre: type[Genre], layers: Sequence[Layer[Any]]) -> None:
        self._genre = genre
        self._layers = [layer for layer in layers if not isinstance(layer.value, (Room, Stroke, Step, Shade, SumPair))]
        self._first: dict[str, str] = {}
        for layer in self._layers:
            small = self.look(layer) == "small" or isinstance(layer.value, Calculation)
            self._first[layer.name] = free_places(self._others(layer), SMALL_PLACE if small else MIDDLE)[0]

    def look(self, layer: Layer[Any]) -> str:
        """Return the name of a layer's look."""
        look = self._genre.penpa.get(layer.name, layer.value.look)
        return look if isinstance(look, str) else look.__name__

    def of(self, layer: Layer[Any]) -> tuple[str, ...]:
        """Return the places of a layer, the one to write at first."""
        return free_places(self._others(layer), self._first.get(layer.name, MIDDLE))

    def strict(self, layer: Layer[Any]) -> bool:
        """Return whether the texts of a layer differ from others by the colour of their cell only."""
        return self.look(layer) in COLOURED and any(
            self._similar(layer, other) for other in self._layers if other is not layer
        )

    def _others(self, layer: Layer[Any]) -> list[str]:
        """Return the places of the layers with similar texts, other than those in coloured cells."""
        return [
            self._first[other.name]
            for other in self._layers
            if other is not layer
            and other.name in self._first
            and self.look(other) not in COLOURED
            and self._similar(layer, other)
        ]

    @staticmethod
    def _similar(layer: Layer[Any], other: Layer[Any]) -> bool:
        """Return whether a text of a layer may be one of another."""
        if layer.on != other.on:
            return False
        one, two = layer.value, other.value
        return any(
            re.fullmatch(there.pattern, here.token(value))
            for here, there in ((one, two), (two, one))
            for value, _ in here.samples()
            if value != here.nothing
        )


def _codec(genre: type[Genre], layer: Layer[Any], places: _Places) -> Codec:
    value, look = layer.value, places.look(layer)
    if isinstance(value, Room):
        return Cages(layer) if value.way == CAGES else Rooms(layer)
    if isinstance(value, Stroke):
        return Strokes(layer, joined=isinstance(layer, AnswerLayer))
    if isinstance(value, Step):
        return Tubes(layer)
    if look == "arrow sums":
        return ArrowSums(layer)
    answered = isinstance(layer, AnswerLayer)
    pen = pen_for(
        value,
        look,
        (MIDDLE,) if layer.on == "lines" else places.of(layer),
        answered=answered,
        strict=places.strict(layer),
    )
    if layer.on == "lines":
        return OutsideTexts(layer, pen)
    return Values(layer, pen, given=answered and GIVEN in genre.inputs and genre.inputs[GIVEN].on == layer.on)


COLOURED = {"wall": {"style": WHITE, "colour": BLACK}, "grey": {"style": INK, "colour": GREY}}
STYLES: dict[str, dict[str, Any]] = COLOURED | {
    "circle": {"style": CIRCLED}, "arrow": {"style": CIRCLED}, "inequality": {"style": CIRCLED}, "boxed": {"square": True},
}  # fmt: skip
"""How numbers look, by the name of the look."""


def pen_for(
    value: ValueType, look: str, places: Sequence[str], *, answered: bool, strict: bool = False, alone: bool = True
) -> Pen:
    """Return the pen for values of a type with this look; the arguments are those of ``TextPen``."""
    if isinstance(value, Arrow):
        return FireflyPen(value, places) if look == "firefly" else ArrowPen(value, look=look, places=places)
    if isinstance(value, SumPair):
        return SumsPen(value)
    if isinstance(value, Group):
        return CompassPen(value) if value.ways else ListPen(value, places=places)
    if isinstance(value, Either):
        # a black cell without a number is a symbol
        pens = [pen_for(each, look, places, answered=answered, strict=strict, alone=False) for each in value.types]
        return EitherPen(value, pens)
    if isinstance(value, ShipCell):
        look = "ship cell"
    if isinstance(value, Shade) and look == "circle":
        return BallPen(value)
    if isinstance(value, Digit) and value.shaded:
        return ShadedNumberPen(value, style=PENCIL, places=places)
    if isinstance(value, (Symbol, Mark, Shade)):
        if answered:
            look = {"circle": "ball"}.get(look, look)
        return SignPen(
            value, signs().get(look, {}), text=TextPen(value, style=PENCIL if answered else INK, places=places)
        )
    if answered:
        return TextPen(value, style=PENCIL, places=places)
    return TextPen(value, places=places, strict=strict, alone=alone, **STYLES.get(look, {}))
