"""The layers that the page paints by itself while a stroke is made, and their glyphs.

``page/painter.js`` draws a changed value as ``pencilp.draw.svg`` does, from the same glyphs. The server draws all other layers:
``left_to_server`` has the reasons.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import (
    ACROSS,
    ALONG,
    AREAS,
    BRIDGES,
    CAGES,
    CIRCLES,
    GLYPHS,
    OUTLINES,
    STROKES,
    TUBES,
    ValueType,
)
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import Genre

MAX_NUMBERS, USUAL_NUMBERS = 100, 20
"""Numbers of a layer whose glyphs the page has before they are used: at most, and if the largest number is unknown."""
PAINTED_WAYS = (GLYPHS, CIRCLES, AREAS, ALONG, ACROSS, BRIDGES)
PAINTED_PLACES = ("cells", "corners", "links", "edges")
REASONS = {
    OUTLINES: "walls follow from the rooms of all cells",
    CAGES: "the outline of a cage follows from all its cells",
    TUBES: "a tube runs through all its cells",
    "lines": "clues outside the board change the size of the picture",
    "board": "it is written above the board",
    "columns": "its boxes are drawn last, below the board",
    "groups": "its places follow from another layer",
}
"""Ways of drawing, and places, that the page leaves to the server, with the reasons."""


def left_to_server(layer: Layer[Any], genre: type[Genre]) -> str:
    """Return why the page cannot paint a layer; "" if it can."""
    value = layer.value
    if layer.on not in PAINTED_PLACES:
        return REASONS[layer.on]
    if value.way not in PAINTED_WAYS:
        return REASONS[value.way]
    if not has_own_glyphs(value):
        return "the neighbours of a value determine its glyph"
    if layer.on == "cells" and any(other.value.way == TUBES for other in genre.inputs.values()):
        return "shaded cells are mercury in a tube"
    if layer.on == "cells" or value.way in (ACROSS, BRIDGES):
        others = (other for other in genre.inputs.values() if other.on == "cells")
        if any(not has_own_glyphs(other.value) for other in others):
            return "it changes signs in cells whose neighbours determine them"
    return ""


def has_own_glyphs(value: ValueType) -> bool:
    """Return whether each value alone determines its glyph."""
    return type(value).glyphs is ValueType.glyphs


def glyphs_of(layer: Layer[Any], lattice: Lattice, least: int | None, most: int | None) -> dict[str, Any]:
    """Return the glyphs of the tokens that a person is likely to enter: samples, letters, numbers from ``least`` to ``most``.

    The token "" is the value for nothing, if it is visible.
    """
    value = layer.value
    if value.way in STROKES:
        return {}
    low = least or 0
    numbers = range(low, min(USUAL_NUMBERS if most is None else most, low + MAX_NUMBERS) + 1)
    values = [sample for sample, _ in value.samples()]
    for token in (*map(str, numbers), *ascii_uppercase):
        try:
            values.append(layer.parse(token))
        except ValueError:
            continue  # it is no token of this type
    return _described(layer, lattice, [*values, value.nothing])


def glyphs_on(puzzle: Puzzle, answer: Answer) -> dict[str, dict[str, Any]]:
    """Return the glyphs of all tokens on a board, by layer."""
    genre = puzzle.genre
    result = {}
    for values, layers in ((puzzle, genre.inputs), (answer, genre.answers)):
        for key, layer in layers.items():
            if layer.value.way not in STROKES and has_own_glyphs(layer.value):
                used = {value for _, value in layer.place.items(values[key])} if values[key] is not None else ()
                result[key] = _described(layer, puzzle.lattice, used)
    return result


def _described(layer: Layer[Any], lattice: Lattice, values: Any) -> dict[str, Any]:
    result = {}
    for value in values:
        glyph = None if value is None else layer.value.glyph(value, lattice)
        if glyph is not None:
            result["" if value == layer.value.nothing else layer.token(value)] = glyph.described()
    return result
