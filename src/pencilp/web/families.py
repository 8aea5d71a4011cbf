"""The families of genres in the page's list, by what a solver draws or writes."""

from __future__ import annotations

from pencilp.board.layers.values import ACROSS, ALONG, BRIDGES
from pencilp.genres import Genre

FAMILIES = ("shading", "loops", "regions", "numbers", "objects")
"""The families, in the order of the list."""


def family_of(genre: type[Genre]) -> str:
    """Return the family of a genre, by the layers of its answer."""
    values = [(layer.on, layer.value) for layer in genre.answers.values()]
    if any(value.way in (ACROSS, BRIDGES) or (value.way == ALONG and on == "edges") for on, value in values):
        return "loops"
    if any(value.way == ALONG for _, value in values):
        return "regions"
    if any(value.kind in ("digit", "letter", "size", "chosen") for _, value in values):
        return "numbers"
    if any(value.kind == "shade" and value.look in ("shade", "wall", "grey") for _, value in values):
        return "shading"
    return "objects"
