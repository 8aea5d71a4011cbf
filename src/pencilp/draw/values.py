"""What both drawings need to know of a layer's values."""

from __future__ import annotations

from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, AnswerLayer, Layer, Shading

BRIDGE = "bridge"
ALONG = ("border", "wall", "edgeline")
"""Looks drawn along an edge of the board's grid."""
ACROSS = ("line", BRIDGE)
"""Looks drawn from cell to cell."""
SMALL = ("small", "calculation")
"""Looks of small text in the upper left corner of a cell."""
GROUPS = ("rooms", "cage")
"""Looks that outline groups of cells."""


SYNONYMS = {"black": "wall", "lamp": "bulb", "cage sum": "small", "slant": "slash", "thermometer": "path"}
"""Other names of looks, on cells."""


def look_of(layer: Layer) -> str:
    """The look of a layer; lines that may be doubled are bridges, numbers on corners have their circles."""
    look = layer.look
    if look == "line" and getattr(layer, "most", 1) > 1:
        return BRIDGE
    if look == "text" and layer.on == "corners":
        return "corner"
    return SYNONYMS.get(look, look)


def drawn(layer: Layer, values: Any) -> list[tuple[int, Any]]:
    """(index, value) of everything on a layer that is drawn, an answer's nothing left out."""
    if not isinstance(layer, AnswerLayer):
        if layer.on in ("links", "edges") and layer.look in ALONG + ACROSS:
            return [(i, v) for i, v in enumerate(values) if v]
        return [(i, v) for i, v in enumerate(values) if v is not None]
    if isinstance(layer, Shading) and layer.look == "circle":
        return list(enumerate(values))
    if hasattr(layer, "blank"):
        return [(i, v) for i, v in enumerate(values) if v is not None and v != layer.blank]
    return [(i, v) for i, v in enumerate(values) if v]


def token_of(layer: Layer, value: Any) -> str:
    """A value as a short text: a number, ``?``, or its token. Where an answer shades circles black, the others are white."""
    if isinstance(layer, Shading) and layer.look == "circle":
        return "b" if value else "w"
    return value if isinstance(value, str) else layer.token(value)


def caption(layer: Layer, value: Any) -> str:
    """What is said beside the board of a value for the whole puzzle, "" for nothing; of an option its name, if it is on."""
    if value is None:
        return ""
    if getattr(layer, "high", None) == 1:
        return layer.name if value else ""
    return f"{layer.name}: {layer.token(value)}"


def ship_piece(lattice: Lattice, shaded: Any, cell: int) -> str:
    """The token of the part of a ship in a shaded cell, from which of its neighbours are shaded: n e s w m o."""
    ways = [lattice.direction_names[d] for d, n in enumerate(lattice.step[cell]) if n >= 0 and shaded[n]]
    if not ways:
        return "o"
    return {"n": "s", "s": "n", "e": "w", "w": "e"}.get(ways[0], "m") if len(ways) == 1 else "m"


def area_borders(lattice: Lattice, values: Any) -> list[int]:
    """The inner edges between cells with different numbers, for numbers that say which cells belong together."""
    return [
        e
        for e, (a, b) in enumerate(lattice.links)
        if values[a] != values[b] and values[a] is not None and values[b] is not None
    ]


def is_number(text: str) -> bool:
    """Whether a token is a clue's number or the unknown one, to be shown as it is."""
    return text == UNKNOWN or text.lstrip("-").isdigit()


def parts(value: Any) -> tuple[str, Any, Any]:
    """(color, direction, number) of an arrow's value; color "" and None where there is none."""
    if not isinstance(value, tuple):
        return ("", None, value)
    if len(value) == 3:
        return value
    return ("", *value)


def number_text(number: Any) -> str:
    """A clue's number, "" for none."""
    return "" if number is None else str(number)


def link_offsets(lattice: Lattice) -> dict[int, tuple[float, float]]:
    """Per direction the unit step to the neighbour, in the units of ``Lattice.center``."""
    if lattice.shape == "hexagonal":
        return {d: (dc - dr / 2, dr * 0.8660254037844386) for d, (dr, dc) in enumerate(lattice.vectors)}
    return {d: (float(dc), float(dr)) for d, (dr, dc) in enumerate(lattice.vectors)}
