"""Marks at places of a picture, such as wrong places of an answer. Their shapes are visible without colour."""

from __future__ import annotations

from typing import Any, NamedTuple

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Marked, Marks

RED, HALO = "#c8102e", "#ffffff"
FRAME = 0.88
"""The side of the frame in a marked cell, in cells."""


def differing(puzzle: Puzzle, answer: Answer, other: Answer) -> list[Marked]:
    """Return the places where two answers to ``puzzle`` differ."""
    result: list[Marked] = []
    for key, layer in puzzle.genre.answers.items():
        on = "edges" if layer.on == "links" else layer.on
        pairs = zip(layer.place.items(answer[key]), layer.place.items(other[key]), strict=True)
        places = [i for (i, value), (_, its) in pairs if value != its]
        result += places if on == "cells" else [(on, i) for i in places]
    return list(dict.fromkeys(result))


class MarkStyle(NamedTuple):
    """How marks look: their colour, the side of a frame, the radius of a ring, and widths, in cells.

    ``dash`` are the dashes of the lines as in SVG, "" for none. ``name`` is the class of the elements.
    """

    name: str = "marked"
    color: str = RED
    frame: float = FRAME
    ring: float = 0.28
    width: float = 0.06
    dash: str = ""


def onto_picture(pic: Any, marks: Marks, style: MarkStyle = MarkStyle()) -> None:  # noqa: B008 - it cannot change
    """Mark places in an SVG: a frame in a cell and around a clue outside, a ring at an edge or a corner."""
    for cell in marks.cells:
        x, y = pic.centers[cell]
        corners = [pic.points[p] for p in pic.lattice.cell_corners[cell]]
        _frame(pic, [(x + (a - x) * style.frame, y + (b - y) * style.frame) for a, b in corners], style)
    for line in sorted(marks.lines):
        for x, y in pic.clue_points.get(line, ()):
            _frame(pic, _square(x, y, 0.29 * pic.unit), style)
    points = [pic.place_point("edges", e) for e in marks.edges] + [pic.points[p] for p in marks.corners]
    for x, y in points:
        for color, width, tag in _strokes(style):
            pic.tag = tag
            pic.circle("marks", x, y, style.ring, "none", color, width)
    for col in marks.columns:
        x, y = pic.column_point(col)
        _frame(pic, _square(x, y, 0.5 * style.frame * pic.unit), style)
    pic.tag = ""


def _square(x: float, y: float, r: float) -> list[tuple[float, float]]:
    """Return the corners of a square around a point."""
    return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]


def _strokes(style: MarkStyle) -> list[tuple[str, float, str]]:
    """Return the (colour, width, attributes) of a halo and a line: both are visible on dark and light backgrounds."""
    tag = f' class="{style.name}"'
    dash = f' stroke-dasharray="{style.dash}"' if style.dash else ""
    return [(HALO, 1.5 * style.width, tag), (style.color, style.width, tag + dash)]


def _frame(pic: Any, points: list[tuple[float, float]], style: MarkStyle) -> None:
    """Draw a frame."""
    for color, width, tag in _strokes(style):
        pic.tag = tag
        pic.polygon("marks", points, "none", color, width)
