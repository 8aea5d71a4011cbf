"""Boards with open layers: the model of a board and its answer, with clues where the wishes allow them."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Any

from pencilp.analysis.left_out import Place
from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Puzzle
from pencilp.generation.habits import LEAST_SHARE, MOST_SHARE, Habits, is_nothing
from pencilp.genres import genre_of
from pencilp.genres.base import OpenLayers
from pencilp.model import Model, at_least, at_most


def open_model(
    puzzle: Puzzle, habits: Habits, orbit: Callable[[Place], Place], allows: Callable[[Place], bool],
    given: Callable[[Place], Any], *, usual_number: bool,
) -> tuple[Model, OpenLayers]:  # fmt: skip
    """Return the model of boards with open layers, and the literals of their values; no layers if the genre has none.

    With ``usual_number``, about as many places have clues as usual. Clues stand at places that ``allows`` accepts, at all
    places with an equal ``orbit`` or at none of them. What is ``given`` at a place stays.
    """
    m, layers = genre_of(puzzle).open_model(puzzle)
    m.objective = None
    for key, places in layers.items():
        layer, share = puzzle.genre.inputs[key], habits.clues[key]
        has_clue = [m.any_of(values.values()) for values in places]
        for i, x in enumerate(has_clue):
            kept = given((key, i))
            if not is_nothing(layer, kept):
                m.require("a given clue stays", x if kept == UNKNOWN else places[i].get(kept, m.false))
            elif share < 1 and not allows((key, i)):
                m.require("some places have no clue", ~x)
            first = orbit((key, i))[1]
            if first != i:
                m.require("clues stand at symmetric places", x.equals(has_clue[first]))
        if usual_number and share < 1:
            least, most = floor(LEAST_SHARE * share * len(places)), ceil(MOST_SHARE * share * len(places))
            m.require("about as many places have clues as usual", at_least(least, has_clue))
            m.require("about as many places have clues as usual", at_most(most, has_clue))
    return m, layers
