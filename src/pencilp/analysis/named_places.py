"""Clues found by the names of their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pencilp.analysis.names import SIDES
from pencilp.board.layers import Groups
from pencilp.board.layers.places import ADJACENT_CELLS
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, brief, did_you_mean


def named_clues(puzzle: Puzzle, places: Sequence[tuple[Any, ...]], names: Iterable[str | int]) -> set[tuple[Any, ...]]:
    """Return those of ``places``, the places of clues, that ``names`` name.

    A name is that of a cell, an edge or a corner ("r3c4", "r3c4-r3c5"), of a row or a column ("row 3", "column 5"), of a clue
    outside the board ("above column 2"), or of a layer; or it is the number of a cell, and then no clue need be there. Raise
    InputError if no clue stands at a place that is named.
    """
    known: dict[str | int, set[tuple[Any, ...]]] = {}
    for place in places:
        for name in _names_of(puzzle, place):
            known.setdefault(name, set()).add(place)
    found: set[tuple[Any, ...]] = set()
    for name in names:
        if isinstance(name, bool) or not isinstance(name, (str, int)):
            raise InputError(f"the name of a place is needed, such as r3c4, not {brief(name)}", "keep")
        wanted = name if isinstance(name, int) else " ".join(name.lower().split())
        if wanted not in known and isinstance(wanted, str):
            hint = did_you_mean(wanted, [each for each in known if isinstance(each, str)])
            raise InputError(f"no clue has a place of this name{hint}", f"keep {name}")
        found |= known.get(wanted, set())
    return found


def place_name(puzzle: Puzzle, place: tuple[Any, ...]) -> str:
    """Return the name of a clue's place: "r3c4", "r3c4-r3c5", "above column 2"."""
    key, where, *more = place
    layer, lattice = puzzle.genre.inputs[key], puzzle.lattice
    if isinstance(where, str):
        return f"{SIDES[where]} {more[0] + 1}"
    if isinstance(layer.place, Groups):
        cell: int = layer.place.cells(puzzle.values)[where]
        return lattice.names[cell]
    return layer.title(where, lattice)


def cells_near(puzzle: Puzzle, place: tuple[Any, ...]) -> list[int]:
    """Return the cells at a clue's place; none for a clue outside the board."""
    key, where, *_ = place
    layer, lattice = puzzle.genre.inputs[key], puzzle.lattice
    if isinstance(where, str) or layer.on == "columns":
        return []
    if isinstance(layer.place, Groups):
        return [layer.place.cells(puzzle.values)[where]]
    return [where] if layer.on == "cells" else [*getattr(lattice, ADJACENT_CELLS[layer.on])[where]]


def _names_of(puzzle: Puzzle, place: tuple[Any, ...]) -> set[str | int]:
    """Return all names of a clue's place."""
    key, where, *more = place
    lattice = puzzle.lattice
    if isinstance(where, str):
        line = f"{'column' if where in ('top', 'bottom') else 'row'} {more[0] + 1}"
        return {key, place_name(puzzle, place), f"{where} {more[0] + 1}", line}
    names: set[str | int] = {key, place_name(puzzle, place).lower()}
    for cell in cells_near(puzzle, place):
        row, col = lattice.positions[cell]
        names |= {cell, lattice.names[cell].lower(), f"row {row + 1}", f"column {col + 1}"}
    return names
