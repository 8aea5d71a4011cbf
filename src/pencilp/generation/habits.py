"""What setters usually do in a genre, as its examples show: the layers that they fill, how densely, and with which values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.layer import Layer
from pencilp.board.puzzle import Puzzle
from pencilp.formats import examples
from pencilp.genres import Genre, find

LEAST_SHARE, MOST_SHARE = 0.7, 1.3
"""How far the number of clues that come first differs from the usual one."""
ROW = 0
"""The size of rooms that have as many cells as a row."""


class Habits(NamedTuple):
    """The habits of a genre.

    * ``rooms``: the layers of rooms, each with the sizes of the rooms in the examples (or ``ROW``) and the share of cells in
      a room
    * ``clues``: the layers of clues, each with the share of places that have one
    * ``values``: for each of these, how often each value occurs
    * ``boards``: the values of layers for the whole board that a puzzle needs
    """

    rooms: Mapping[str, tuple[Sequence[int], float]]
    clues: Mapping[str, float]
    values: Mapping[str, Counter[Any]]
    boards: Mapping[str, Any]


def habits_of(genre: type[Genre]) -> Habits:
    """Return the habits of a genre. A layer that may be missing is used only if an example has it."""
    return _habits_of(genre.name)


@lru_cache(maxsize=64)
def _habits_of(name: str) -> Habits:
    genre = find(name)
    puzzles = [examples.example(each) for each in examples.names_of(genre)]
    rooms, clues, values, boards = {}, {}, {}, {}
    for key, layer in genre.inputs.items():
        held = [puzzle.values[key] for puzzle in puzzles if key in puzzle.values]
        if layer.on == "board":
            if not layer.optional and held:
                boards[key] = held[0]
        elif layer.usual or layer.value.kind in ("wall", "step"):
            continue
        elif layer.value.kind == "room":
            cells = [cell for grid in held for cell in grid.listed]
            sizes = [len(group) for grid in held for group in grid.groups]
            inside = sum(map(len, (group for grid in held for group in grid.groups))) / max(1, len(cells))
            if sizes and inside and not layer.optional:
                rooms[key] = ([ROW] if {*sizes} == {puzzles[0].lattice.cols} else sizes, inside)
        else:
            found = [value for puzzle in puzzles for value in _values(layer, puzzle)]
            given = [value for value in found if not is_nothing(layer, value)]
            if given or not layer.optional:
                clues[key] = len(given) / max(1, len(found))
                values[key] = Counter(value for value in given if value != UNKNOWN)
    return Habits(rooms, clues, values, boards)


def _values(layer: Layer[Any], puzzle: Puzzle) -> Sequence[Any]:
    """Return what stands at each place of a layer."""
    held = puzzle.values[layer.name]
    return [value for side in held.values() for value in side] if isinstance(held, dict) else held.listed


def is_nothing(layer: Layer[Any], value: Any) -> bool:
    """Return whether no clue stands at a place."""
    return value is None or value == layer.value.nothing or value == ()
