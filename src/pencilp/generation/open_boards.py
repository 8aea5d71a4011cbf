"""Boards with open layers: the model of a board and its answer, with clues where the wishes allow them."""

from __future__ import annotations

from math import ceil, floor

from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Puzzle
from pencilp.generation.habits import LEAST_SHARE, MOST_SHARE, is_nothing
from pencilp.generation.places import Places
from pencilp.genres import genre_of
from pencilp.genres.base import OpenLayers
from pencilp.model import Model, at_least, at_most


def open_model(puzzle: Puzzle, allowed: Places, *, usual_number: bool) -> tuple[Model, OpenLayers]:
    """Return the model of boards with open layers, and the literals of their values; no layers if the genre has none.

    With ``usual_number``, about as many places have clues as usual. Clues stand at ``allowed`` places, and at all places that are
    symmetric to each other or at none of them. Given clues stay.
    """
    m, layers = genre_of(puzzle).open_model(puzzle)
    m.objective = None
    for key, places in layers.items():
        layer, share = puzzle.genre.inputs[key], allowed.habits.clues[key]
        has_clue = [m.any_of(values.values()) for values in places]
        for i, x in enumerate(has_clue):
            kept = allowed.given((key, i))
            if not is_nothing(layer, kept):
                m.require("a given clue stays", x if kept == UNKNOWN else places[i].get(kept, m.false))
            elif share < 1 and not allowed.allows((key, i)):
                m.require("some places have no clue", ~x)
            first = allowed.orbit((key, i))[1]
            if first != i:
                m.require("clues stand at symmetric places", x.equals(has_clue[first]))
        if usual_number and share < 1:
            least, most = floor(LEAST_SHARE * share * len(places)), ceil(MOST_SHARE * share * len(places))
            m.require("about as many places have clues as usual", at_least(least, has_clue))
            m.require("about as many places have clues as usual", at_most(most, has_clue))
    return m, layers
