"""The families that genres are listed by: what a solver does with the pencil."""

from __future__ import annotations

from pencilp.board.layers.values import ACROSS, ALONG, BRIDGES
from pencilp.genres import Genre

FAMILIES = ("shading", "loops", "regions", "numbers", "objects")
"""All of them, in the order in which they are listed."""


def family_of(genre: type[Genre]) -> str:
    """Return the family of a genre, told by what its answer is made of."""
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
