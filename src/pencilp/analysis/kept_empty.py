"""Finds the cells that a single rule keeps unshaded, such as those with a clue in Nurikabe."""

from __future__ import annotations

from pencilp.board.layers.shading import Shade
from pencilp.board.puzzle import Puzzle
from pencilp.genres import genre_of
from pencilp.model import Lit


def kept_empty(puzzle: Puzzle) -> dict[str, list[int]]:
    """Return the cells that a single rule keeps empty, for each layer of the answer that is shaded or not.

    Rules are read, not combined, so this gives nothing of the solution away.
    """
    genre = genre_of(puzzle)
    m = genre.model(puzzle)
    absent = {rule.constraint.n for rule in m.rules if isinstance(rule.constraint, Lit)}
    return {
        key: [cell for cell, x in enumerate(m.answer[key]) if isinstance(x, Lit) and -x.n in absent]
        for key, layer in genre.answers.items()
        if layer.on == "cells" and isinstance(layer.value, Shade)
    }
