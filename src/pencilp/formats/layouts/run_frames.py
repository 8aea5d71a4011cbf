"""Clues of several numbers around a board, as nonograms are printed: above the columns and left of the rows."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import Layer
from pencilp.formats.layouts.frames import EMPTY, MIN_INSIDE, Framed, is_clue
from pencilp.formats.text.tokens import NOTHING, Line, Token

BETWEEN = ","


def readings(lines: list[Line], layer: Layer[Any]) -> list[Framed]:
    """Return the board of a grid whose upper left corner and cells are empty; an empty list for any other grid."""
    width = len(lines[0][1])
    if layer.place.single or {*layer.place.sides} != {"top", "left"} or any(len(row) != width for _, row in lines):
        return []
    for above in range(1, len(lines) - MIN_INSIDE + 1):
        for before in range(1, width - MIN_INSIDE + 1):
            corner = [word for _, row in lines[:above] for _, word in row[:before]]
            cells = [word for _, row in lines[above:] for _, word in row[before:]]
            if {*corner, *cells} <= EMPTY:
                top = [_joined([lines[r][1][c] for r in range(above)], layer) for c in range(before, width)]
                left = [_joined(row[:before], layer) for _, row in lines[above:]]
                inside = [(number, row[before:]) for number, row in lines[above:]]
                fits = all(is_clue(layer, word) for _, text in (*top, *left) for word in text.split(BETWEEN))
                clues = {"top": top, "left": left}
                return [Framed(inside, clues, filled=False, above=lines[0][0], below=lines[-1][0])] if fits else []
    return []


def _joined(tokens: list[Token], layer: Layer[Any]) -> Token:
    """Return the clues of one line with commas between them."""
    words = [(at, word) for at, word in tokens if word not in EMPTY or word == "0"]
    return (words[0][0], BETWEEN.join(word for _, word in words)) if words else (tokens[0][0], NOTHING)
