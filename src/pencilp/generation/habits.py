"""What setters usually do in a genre: the layers that they fill, how densely, and with which values.

Its examples show this; how densely, published puzzles (``usual_clues.py``) if there are any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.arrows import Arrow
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.paths import Paths
from pencilp.board.layers.places import InRooms
from pencilp.board.puzzle import Puzzle
from pencilp.formats import examples
from pencilp.generation.usual_clues import SHARES
from pencilp.genres import Genre, find

LEAST_SHARE, MOST_SHARE = 0.7, 1.3
"""How far the number of clues that come first differs from the usual one."""
ROW = 0
"""The size of rooms that have as many cells as a row."""


class RoomHabits(NamedTuple):
    """The sizes of rooms in the examples (or ``ROW``), the share of cells inside a room, and whether all are rectangles.

    ``within`` is another layer of rooms, each of which these rooms divide; None if there is none.
    """

    sizes: Sequence[int]
    inside: float
    rectangular: bool
    within: str | None = None


class Habits(NamedTuple):
    """The habits of a genre.

    * ``rooms``: the habits of each layer of rooms
    * ``paths``: the layers of paths, each with the lengths of the paths in the examples and the share of cells on a path
    * ``fillings``: layers of clues that stand just in the cells that are in no room, each with the layer of the rooms
    * ``once``: the layers of clues in which each value occurs once
    * ``clues``: the layers of clues, each with the share of places that have one
    * ``telling``: for each of these, the share of places with a clue that is more than a ``?`` or a black cell
    * ``values``: for each of these, how often each value occurs
    * ``boards``: the values of layers for the whole board that a puzzle needs, or that the first example has
    """

    rooms: Mapping[str, RoomHabits]
    paths: Mapping[str, tuple[Sequence[int], float]]
    fillings: Mapping[str, str]
    once: Collection[str]
    clues: Mapping[str, float]
    telling: Mapping[str, float]
    values: Mapping[str, Counter[Any]]
    boards: Mapping[str, Any]


def habits_of(genre: type[Genre]) -> Habits:
    """Return the habits of a genre. A layer that may be missing is used only if an example has it."""
    return _habits_of(genre.name)


@lru_cache(maxsize=64)
def _habits_of(name: str) -> Habits:
    genre = find(name)
    puzzles = _alike([examples.example(each) for each in examples.names_of(genre)])
    rooms, paths, clues, telling, values, boards = {}, {}, {}, {}, {}, {}
    for key, layer in genre.inputs.items():
        held = [puzzle.values[key] for puzzle in puzzles if key in puzzle.values]
        if layer.on == "board":
            if held and (not layer.optional or held[0] != layer.default(puzzles[0].lattice)):
                boards[key] = held[0]
        elif layer.usual or (layer.value.kind == "wall" and layer.optional):
            continue
        elif isinstance(layer, Paths):
            lengths = [len(path) for grid in held for path in grid.paths]
            if lengths and not layer.optional:
                paths[key] = lengths, sum(lengths) / sum(len(grid.listed) for grid in held)
        elif layer.value.kind == "room":
            cells = [cell for grid in held for cell in grid.listed]
            sizes = [len(group) for grid in held for group in grid.groups]
            inside = sum(map(len, (group for grid in held for group in grid.groups))) / max(1, len(cells))
            if sizes and inside and not layer.optional:
                each = [ROW] if {*sizes} == {puzzles[0].lattice.cols} else sizes
                rooms[key] = RoomHabits(each, inside, all(_has_rectangles(puzzle, key) for puzzle in puzzles))
        else:
            found = [value for puzzle in puzzles for value in values_of_layer(layer, puzzle)]
            given = [value for value in found if not is_nothing(layer, value)]
            if given or not layer.optional:
                clues[key] = len(given) / max(1, len(found))
                telling[key] = sum(is_telling(layer, value) for value in given) / max(1, len(found))
                values[key] = Counter(value for value in given if value != UNKNOWN)
    for key, inner in rooms.items():
        around = [
            other
            for other in rooms
            if other != key and not rooms[other].within and all(_divides(each, key, other) for each in puzzles)
        ]
        rooms[key] = inner._replace(within=around[0] if around else None)
    fillings = {
        key: room
        for key in clues
        for room in rooms
        if puzzles and all(_fills_gaps(each, key, room) for each in puzzles)
    }
    # that a few numbers differ is by chance
    once = [
        key
        for key in clues
        if len(values[key]) > 1
        and {*values[key].values()} == {len(puzzles)}
        and not any(isinstance(value, int) for value in values[key])
    ]
    for key, (share, saying) in SHARES.get(name, {}).items():
        if key in clues:
            clues[key], telling[key] = share, saying
    return Habits(rooms, paths, fillings, once, clues, telling, values, boards)


def _alike(puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """Return those examples that have, for the whole board, the same optional values as the first; all if it has none."""

    def values(puzzle: Puzzle) -> list[Any]:
        layers = [layer for layer in puzzle.genre.inputs.values() if layer.on == "board" and layer.optional]
        held = [(puzzle.values.get(layer.name), layer.default(puzzle.lattice)) for layer in layers]
        return [value if value != usual else None for value, usual in held]

    return [each for each in puzzles if values(each) == values(puzzles[0])]


def _has_rectangles(puzzle: Puzzle, key: str) -> bool:
    """Return whether all rooms of a layer are rectangles."""
    where = puzzle.lattice.positions
    for room in puzzle.values[key].groups:
        rows, cols = zip(*(where[cell] for cell in room), strict=True)
        if len(room) != (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1):
            return False
    return puzzle.lattice.shape == "square"


def _divides(puzzle: Puzzle, key: str, outer: str) -> bool:
    """Return whether each room of a layer lies in one room of another layer."""
    of = puzzle.values[outer].of
    return all(len({of[cell] for cell in room}) == 1 for room in puzzle.values[key].groups)


def _fills_gaps(puzzle: Puzzle, key: str, room: str) -> bool:
    """Return whether the clues of a layer stand just in the cells that are in no room."""
    layer, of = puzzle.genre.inputs[key], puzzle.values[room].of
    return (
        layer.on == "cells"
        and all(is_nothing(layer, value) == (at is not None) for value, at in zip(puzzle.values[key], of, strict=True))
        and None in of
    )


def values_of_layer(layer: Layer[Any], puzzle: Puzzle) -> Sequence[Any]:
    """Return what stands at each place of a layer."""
    held = puzzle.values[layer.name]
    return [value for side in held.values() for value in side] if isinstance(held, dict) else held.listed


def is_nothing(layer: Layer[Any], value: Any) -> bool:
    """Return whether no clue stands at a place."""
    return value is None or value == layer.value.nothing or value == ()


def rooms_of(layer: Layer[Any]) -> str | None:
    """Return the layer of rooms whose rooms have at most one clue of a layer each; None if its clues are not about rooms."""
    return layer.place.of if isinstance(layer.place, InRooms) else None


def is_telling(layer: Layer[Any], value: Any) -> bool:
    """Return whether a clue says more than that there is one, as ``?`` and a black cell without a number do."""
    if is_nothing(layer, value):
        return False
    if isinstance(layer.value, Arrow):
        return value[-1] not in (None, UNKNOWN)
    if isinstance(value, tuple):
        return any(part not in (None, UNKNOWN) for part in value)
    sign = layer.value.kind == "either" and isinstance(value, str)
    return not (sign or value == UNKNOWN)
