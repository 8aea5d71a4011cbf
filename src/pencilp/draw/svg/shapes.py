"""Draws glyphs: each shape of the drawing vocabulary (``DRAW``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilp.board.lattice import FlatLattice
from pencilp.board.layers.glyphs import (
    Circle,
    Curve,
    Fill,
    Frame,
    Glyph,
    Heads,
    Pointer,
    Polygon,
    Shape,
    Spokes,
    Strokes,
    Text,
    height,
)
from pencilp.board.layers.values import CAGES
from pencilp.draw.svg.board import Board
from pencilp.draw.svg.canvas import coordinate
from pencilp.draw.svg.style import COLORS, PAPER, UNIT, Point

SCALES = {"corners": 0.5, "links": 0.5, "edges": 0.5, "lines": 0.6}
"""The scale of glyphs outside cells and columns."""


def draw_glyph(pic: Board, glyph: Glyph, x: float, y: float, answered: bool, on: str, cell: int | None = None) -> None:
    """Draw a glyph around (x, y) at a place of the kind ``on``; ``cell`` is its cell, if it is in one."""
    if answered and glyph.repeats and cell is not None and pic.clued.get(cell) == glyph.text:
        return  # the clue shows it already
    mark = GlyphPlace(x, y, SCALES.get(on, 1.0), answered, on, cell, glyph)
    for shape in glyph.shapes:
        DRAW[type(shape)](pic, mark, shape)


class GlyphPlace:
    """The position of a glyph: its middle, scale, kind of place, and its cell if it is in one."""

    __slots__ = ("answered", "cell", "glyph", "on", "scale", "x", "y")

    def __init__(
        self, x: float, y: float, scale: float, answered: bool, on: str, cell: int | None, glyph: Glyph
    ) -> None:
        self.x, self.y, self.scale, self.answered, self.on, self.cell, self.glyph = (
            x,
            y,
            scale,
            answered,
            on,
            cell,
            glyph,
        )

    def paint(self, name: str) -> str:
        """Return the colour of a paint."""
        return COLORS[name][self.answered]

    def at(self, x: float, y: float) -> Point:
        """Return the point of the picture for a point of the glyph's unit square."""
        return self.x + x * self.scale * UNIT, self.y + y * self.scale * UNIT


def _fill(pic: Board, mark: GlyphPlace, shape: Fill) -> None:
    if mark.cell is None:
        r = 0.36
        pic.polygon("shapes", [mark.at(-r, -r), mark.at(r, -r), mark.at(r, r), mark.at(-r, r)], mark.paint(shape.paint))
    elif shape.paint != "shade" or mark.cell not in pic.on_path:
        pic.fill_cell(mark.cell, mark.paint(shape.paint))


def _frame(pic: Board, mark: GlyphPlace, shape: Frame) -> None:
    if mark.cell is not None:
        corners = [pic.points[p] for p in pic.lattice.cell_corners[mark.cell]]
        pic.polygon("walls", corners, "none", mark.paint(shape.paint), shape.width)


def _circle(pic: Board, mark: GlyphPlace, shape: Circle) -> None:
    where = mark.at(shape.x, shape.y)
    level = shape.level if mark.on == "cells" else "rounds"
    width = shape.width if shape.stroke != "none" else 0
    pic.circle(level, *where, shape.r * mark.scale, mark.paint(shape.fill), mark.paint(shape.stroke), width)


def _polygon(pic: Board, mark: GlyphPlace, shape: Polygon) -> None:
    points = [mark.at(x, y) for x, y in shape.points]
    pic.polygon(shape.level, points, mark.paint(shape.fill), mark.paint(shape.stroke), shape.width)


def _strokes(pic: Board, mark: GlyphPlace, shape: Strokes) -> None:
    pieces = [(mark.at(*a), mark.at(*b)) for a, b in shape.pieces]
    pic.segments(shape.level, pieces, mark.paint(shape.paint), shape.width, cap=shape.cap)


def _curve(pic: Board, mark: GlyphPlace, shape: Curve) -> None:
    d = ""
    for name, *numbers in shape.steps:
        radius = ""
        if name == "A":
            r = coordinate(numbers.pop(0) * mark.scale * UNIT)
            radius = f"{r} {r} 0 0 1 "
        points = [mark.at(*numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        d += name + radius + " ".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points)
    turn = (
        f' transform="rotate({coordinate(shape.turn)} {coordinate(mark.x)} {coordinate(mark.y)})"' if shape.turn else ""
    )
    pic.path(shape.level, d, mark.paint(shape.fill), mark.paint(shape.stroke), shape.width, more=turn)


def _legible(pic: Board, mark: GlyphPlace, shape: Text | Pointer) -> str:
    """Return the colour of a text: ink becomes paper in a dark cell."""
    on_paper = any(isinstance(below, Circle) and below.fill == "paper" for below in mark.glyph.shapes)
    return PAPER if shape.paint == "ink" and mark.cell in pic.dark and not on_paper else mark.paint(shape.paint)


def _text(pic: Board, mark: GlyphPlace, shape: Text) -> None:
    text, cell = shape.text, mark.cell
    color = _legible(pic, mark, shape)
    if shape.corner and cell is not None:
        _small(pic, mark, text)
        return
    x, y = mark.at(shape.x, shape.y)
    if cell is None:
        _text_outside_cells(pic, mark, shape, x, y, color)
        return
    size = shape.size or height(text, shape.room)
    if shape.free and mark.answered and cell in pic.crowded:
        size, y = height(text, 0.85), y + 0.1 * UNIT
    elif shape.free and not mark.answered and pic.written.get(cell, mark.glyph.text) != mark.glyph.text:
        _small(pic, mark, text)
        return
    on_sign = any(isinstance(below, Circle | Polygon) for below in mark.glyph.shapes)
    rim = (0.14 if size > 0.4 else 0.1) if cell in pic.on_line and not on_sign else 0.0
    pic.text(x, y, text, size, color, rim=rim)


def _text_outside_cells(pic: Board, mark: GlyphPlace, shape: Text, x: float, y: float, color: str) -> None:
    text = shape.text
    if mark.on == "columns":
        pic.text(x, y, text, shape.size or height(text, shape.room), color)
    elif mark.on == "lines" and shape.free:
        pic.text(x, y, text, 0.5 if len(text) < 3 else 0.36, color)
    elif mark.on == "corners" and (shape.free or shape.corner):
        # a number or a result in a small circle
        pic.circle("rounds", x, y, 0.23 if len(text) < 2 else 0.28, PAPER, color, 0.03)
        pic.text(x, y, text, 0.34 if len(text) < 3 else 0.84 / len(text), color)
    else:
        # cells on both sides may be shaded
        rim = 0.0 if mark.on == "lines" else 0.1
        pic.text(x, y, text, (shape.size or height(text, shape.room)) * 0.6, color, rim=rim)


def _small(pic: Board, mark: GlyphPlace, text: str) -> None:
    """Write a text in the upper left corner of a square, or at the top of a hexagon next to its lines."""
    size = 0.32 if len(text) < 5 else 1.3 / len(text)
    color = PAPER if mark.cell in pic.dark else mark.paint("ink")
    lined = mark.cell in pic.on_line
    if pic.lattice.shape == "hexagonal":
        aside = 0.22 if lined and isinstance(pic.lattice, FlatLattice) else 0
        x, y, anchor = mark.x - aside * UNIT, mark.y - 0.36 * UNIT, "middle"
    else:
        x, y, anchor = mark.x - 0.43 * UNIT, mark.y - 0.29 * UNIT, "start"
    if CAGES in pic.ways and mark.cell not in pic.dark:
        # the text interrupts the dashes
        half, left = 0.16 * UNIT, x - (0.03 if anchor == "start" else 0.09 * len(text) + 0.03) * UNIT
        right = left + (0.18 * len(text) + 0.06) * UNIT
        pic.polygon("shapes", [(left, y - half), (right, y - half), (right, y + half), (left, y + half)], PAPER)
    pic.text(x, y, text, size, color, anchor=anchor, rim=0.1 if lined else 0)


def _pointer(pic: Board, mark: GlyphPlace, shape: Pointer) -> None:
    """Draw a number with an arrow: above it if the arrow points sideways, otherwise next to it."""
    color, text, unit = _legible(pic, mark, shape), shape.text, UNIT * mark.scale
    ux, uy = pic.lattice.way(shape.direction)
    sideways = abs(ux) > abs(uy) or uy == 0
    x, y = mark.x, mark.y
    lined = mark.cell in pic.on_line
    rim = 0.14 if lined else 0
    if text:
        if sideways and abs(uy) < 0.1:
            pic.text(x, y + 0.14 * unit, text, height(text, 0.85) * mark.scale, color, rim=rim)
            y -= 0.28 * unit
        else:
            pic.text(x - 0.12 * unit, y, text, height(text, 0.85) * mark.scale, color, rim=rim)
            x += 0.29 * unit
    length = 0.3 * unit
    tip = (x + ux * length, y + uy * length)
    neck = (x + ux * length * 0.35, y + uy * length * 0.35)
    wide = 0.1 * unit
    if lined:
        pic.segments("text", [((x - ux * length, y - uy * length), tip)], PAPER, 0.2 * mark.scale, cap="butt")
    pic.segments("text", [((x - ux * length, y - uy * length), neck)], color, 0.05 * mark.scale, cap="butt")
    pic.polygon(
        "text", [tip, (neck[0] - uy * wide, neck[1] + ux * wide), (neck[0] + uy * wide, neck[1] - ux * wide)], color
    )


def _spokes(pic: Board, mark: GlyphPlace, shape: Spokes) -> None:
    ways = [pic.lattice.way(d) for d in shape.directions]
    pieces = [(mark.at(0, 0), mark.at(ux / 2, uy / 2)) for ux, uy in ways]
    pic.segments("shapes", pieces, mark.paint(shape.paint), 0.13 * mark.scale)


def _heads(pic: Board, mark: GlyphPlace, shape: Heads) -> None:
    for ux, uy in map(pic.lattice.way, shape.directions):
        tip, back, wide = 0.63, 0.33, 0.1  # not equilateral, which would point in three directions
        points = [
            mark.at(tip * ux, tip * uy),
            *(mark.at(back * ux - w * uy, back * uy + w * ux) for w in (wide, -wide)),
        ]
        pic.polygon("rounds", points, mark.paint(shape.paint))


DRAW: dict[type[Shape], Callable[[Board, GlyphPlace, Any], None]] = {
    Fill: _fill,
    Frame: _frame,
    Circle: _circle,
    Polygon: _polygon,
    Strokes: _strokes,
    Curve: _curve,
    Text: _text,
    Pointer: _pointer,
    Spokes: _spokes,
    Heads: _heads,
}
"""The function that draws each shape of the drawing vocabulary."""
