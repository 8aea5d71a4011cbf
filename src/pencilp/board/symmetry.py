"""Boards that are turned and mirrored, with the values of their layers.

An operation is a linear map of (row, column) steps, a ``Matrix``. A ``Transform`` applies one to a lattice. The
operations that keep the rules of a genre form a group: the products of ``Genre.symmetries``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pencilp.board.lattice import SHAPES, Lattice, Position
from pencilp.board.layers import Layer
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.paths import PathGrid
from pencilp.board.layers.places import OUTWARD, Groups
from pencilp.board.layers.rooms import RoomGrid
from pencilp.board.layers.values import ValueType
from pencilp.board.puzzle import Answer, Kind, Puzzle
from pencilp.errors import InputError

Matrix = tuple[int, int, int, int]
"""(a, b, c, d) maps a step (row, column) to (a * row + b * column, c * row + d * column)."""

SAME: Matrix = (1, 0, 0, 1)
TURNS: dict[str, dict[str, Matrix]] = {
    "square": {"turn": (0, 1, -1, 0), "mirror": (1, 0, 0, -1), "transpose": (0, 1, 1, 0)},
    "hexagonal": {"turn": (0, 1, -1, 1), "mirror": (1, 0, 1, -1), "transpose": (0, 1, 1, 0)},
}
"""The operations on each lattice: rotate clockwise (by a quarter or a sixth), mirror left and right, and mirror at the main
diagonal."""
OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


def times(second: Matrix, first: Matrix) -> Matrix:
    """Return the operation that does ``first`` and then ``second``."""
    (a, b, c, d), (e, f, g, h) = second, first
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def inverse(matrix: Matrix) -> Matrix:
    """Return the operation that undoes another."""
    a, b, c, d = matrix
    size = a * d - b * c  # 1 or -1
    return d * size, -b * size, -c * size, a * size


@lru_cache
def group(shape: str, generators: tuple[str, ...]) -> tuple[Matrix, ...]:
    """Return all products of some operations on a lattice, sorted; the first is ``SAME``."""
    found = {SAME}
    while more := {times(TURNS[shape][name], each) for name in generators for each in found} - found:
        found |= more
    return (SAME, *sorted(found - {SAME}))


@lru_cache
def words_of(shape: str) -> dict[Matrix, str]:
    """Return the operations of a lattice in words: "mirrored and turned by 90 degrees"."""
    result: dict[Matrix, str] = {}
    angle = 360 // len(SHAPES[shape].vectors)
    for mirrored in (SAME, TURNS[shape]["mirror"]):
        matrix = mirrored
        for n in range(360 // angle):
            parts = ["mirrored"] * (mirrored != SAME) + [f"turned by {n * angle} degrees"] * bool(n)
            result[matrix] = " and ".join(parts) or "as it is"
            matrix = times(TURNS[shape]["turn"], matrix)
    return result


class Transform(NamedTuple):
    """A map from one lattice to another: ``matrix`` maps steps, ``to`` maps positions (None: cut off)."""

    old: Lattice
    new: Lattice
    matrix: Matrix
    to: Callable[[Position], Position | None]

    def step(self, step: Position) -> Position:
        """Return the image of a step."""
        a, b, c, d = self.matrix
        return a * step[0] + b * step[1], c * step[0] + d * step[1]

    def names(self) -> dict[str, str]:
        """Return the name of the image of each direction, by its name."""
        names = self.old.direction_names
        return {name: names[d] for name, d in zip(names, self.directions(), strict=True)}

    def directions(self) -> list[int]:
        """Return the image of each direction."""
        return [self.old.vectors.index(self.step(v)) for v in self.old.vectors]

    def cell(self, cell: int) -> int | None:
        """Return the image of a cell, None if it is cut off."""
        there = self.to(self.old.positions[cell])
        return None if there is None else self.new.cell_at.get(there)

    def place(self, on: str, place: int, span: tuple[int, int] = (1, 1)) -> int | None:
        """Return the image of a place of a layer, None if it is cut off.

        ``span`` is the size of its value in rows and columns of cells.
        """
        old, new = self.old, self.new
        if on == "cells":
            row, col = old.positions[place]
            at = [self.to((row + i, col + j)) for i in range(span[0]) for j in range(span[1])]
            return new.cell_at.get(min(p for p in at if p is not None))
        turned = self.directions()
        mirrored = (turned[1] - turned[0]) % len(turned) != 1
        around = old.cell_corners if on == "corners" else old.cell_edges
        for cell in old.corner_cells[place] if on == "corners" else old.edge_cells[place]:
            there = self.cell(cell)
            if there is None:
                continue
            d = around[cell].index(place)
            if on == "corners":
                return new.cell_corners[there][turned[(d + 1) % len(turned)] if mirrored else turned[d]]
            edge = new.cell_edges[there][turned[d]]
            return edge if on == "edges" or edge < len(new.links) else None
        return None

    def lines(self, layer: Layer[Any], values: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
        """Return the transformed values of a layer outside lines, each line a sequence of clues.

        Clues for a view from their side move with it, others with their line. Raise ValueError if a side has no clues.
        """
        sides = layer.place.sides
        for_both = bool({"top", "bottom"} & set(sides)) and bool({"left", "right"} & set(sides))
        result: dict[str, list[Any]] = {side: [[] for _ in range(_count(side, self.new))] for side in sides}
        at = {step: side for side, step in OUTWARD.items()}
        for side, lines in values.items():
            there = at[self.step(OUTWARD[side])]
            near, now_near = side in ("top", "left"), there in ("top", "left")
            if not layer.place.seen and near != now_near:
                there = OPPOSITE[there]
            if there not in sides:
                raise ValueError("its clues belong to the rows: this board cannot be turned so")
            for i, line in enumerate(lines):
                position = self.to((0, i) if side in ("top", "bottom") else (i, 0))
                index = None if position is None else position[1] if there in ("top", "bottom") else position[0]
                if index is not None and 0 <= index < len(result[there]):
                    # clues in the order of the cells keep that order
                    result[there][index] = line[::-1] if near != now_near and for_both else line
        return result

    def columns(self, values: Sequence[Any]) -> list[Any]:
        """Return the transformed values of a layer on columns. Raise ValueError if columns become rows."""
        if self.matrix[1]:
            raise ValueError("it has a value for each column: this board cannot be turned so")
        result: list[Any] = [None] * self.new.cols
        for col, value in enumerate(values):
            there = self.to((0, col))
            if there is not None and 0 <= there[1] < len(result):
                result[there[1]] = value
        return result


def _count(side: str, lattice: Lattice) -> int:
    return lattice.cols if side in ("top", "bottom") else lattice.rows


def turned(old: Lattice, matrix: Matrix) -> Transform:
    """Return the transform that turns a whole lattice; the frame of hexagons becomes as small as possible."""
    a, b, c, d = matrix
    square = old.shape == "square"
    corners = [(r, k) for r in (0, old.rows - 1) for k in (0, old.cols - 1)] if square else list(old.positions)
    ends = [(a * r + b * k, c * r + d * k) for r, k in corners]
    top, left = min(r for r, _ in ends), min(k for _, k in ends)
    rows, cols = max(r for r, _ in ends) - top + 1, max(k for _, k in ends) - left + 1

    def to(at: Position) -> Position:
        return a * at[0] + b * at[1] - top, c * at[0] + d * at[1] - left

    return Transform(old, SHAPES[old.shape](rows, cols, sorted(map(to, old.positions))), matrix, to)


class _Turn:
    """A transform of a whole lattice with the order of its places, for many puzzles on this lattice."""

    def __init__(self, lattice: Lattice, matrix: Matrix) -> None:
        self.transform = turned(lattice, matrix)
        self.new, self.names = self.transform.new, self.transform.names()
        self._orders: dict[str, list[int]] = {}

    def order(self, on: str) -> list[int]:
        """Return the old place of each new place."""
        if on not in self._orders:
            order = [0] * len(getattr(self.new, on))
            for place in range(len(order)):
                there = self.transform.place(on, place)
                assert there is not None  # a whole board is turned
                order[there] = place
            self._orders[on] = order
        return self._orders[on]

    def values(self, layers: Mapping[str, Layer[Any]], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of layers on the turned lattice. Raise ValueError if one has no such values."""
        result: dict[str, Any] = {}
        for key, layer in layers.items():
            if not isinstance(layer.place, Groups):
                result[key] = self._layer(layer, values[key])
        for key, layer in layers.items():
            if isinstance(layer.place, Groups):
                result[key] = self._groups(values[layer.place.of], result[layer.place.of], values[key])
        return result

    def _layer(self, layer: Layer[Any], values: Any) -> Any:
        if layer.on == "board":
            return values
        kind, listed = layer.value, values
        own = type(kind).turned is not ValueType.turned
        if layer.on == "lines":
            if own:
                each = self._by_value(layer, {clue for lines in values.values() for line in lines for clue in line})
                listed = {s: [tuple(each[clue] for clue in line) for line in lines] for s, lines in values.items()}
            return {side: [*map(tuple, lines)] for side, lines in self.transform.lines(layer, listed).items()}
        listed = values.listed
        if own:
            each = self._by_value(layer, {*listed})
            moved = [each[value] for value in listed]
        else:
            moved = listed
        if layer.on == "columns":
            return self.transform.columns(moved)
        if type(kind).spans is not ValueType.spans:
            result = [kind.nothing] * len(listed)
            for place, value in enumerate(listed):
                if value is not None and value != kind.nothing:
                    there = self.transform.place(layer.on, place, kind.spans(value))
                    if there is None:
                        raise ValueError("a value lies at the rim: this board cannot be turned so")
                    result[there] = moved[place]
            return result
        return [moved[place] for place in self.order(layer.on)]

    def _by_value(self, layer: Layer[Any], values: Iterable[Any]) -> dict[Any, Any]:
        """Return what becomes of each value."""
        still = (None, layer.value.nothing)
        return {value: value if value in still else layer.value.turned(value, self.names) for value in values}

    def _groups(self, old: Any, new: Any, values: Sequence[Any]) -> list[Any]:
        """Return the values of groups in the new order of the groups; ``new`` are the turned values of their layer."""
        if not isinstance(old, RoomGrid):
            return [*values]  # paths keep their labels
        room_now = RoomGrid(new).of
        place_now = {place: n for n, place in enumerate(self.order("cells"))}
        result: list[Any] = [None] * len(values)
        for cells, value in zip(old.groups, values, strict=True):
            result[room_now[place_now[cells[0]]]] = value
        return result


def _turn(lattice: Lattice, matrix: Matrix) -> _Turn:
    """Return the turn of a lattice, made once for each lattice."""
    key = "turn", matrix
    found: _Turn | None = lattice.cache.get(key)
    if found is None:
        found = _Turn(lattice, matrix)
        lattice.cache.put(key, found, 8 * len(lattice))
    return found


def turned_puzzle(puzzle: Puzzle, matrix: Matrix) -> Puzzle:
    """Return a puzzle, without its answer, on the turned board. Raise ValueError if a layer has no such values."""
    turn = _turn(puzzle.lattice, matrix)
    return Puzzle(puzzle.genre, turn.new, turn.values(puzzle.genre.inputs, puzzle.values), name=puzzle.name)


def turned_answer(answer: Answer, matrix: Matrix, puzzle: Puzzle) -> Answer:
    """Return an answer as one to the turned ``puzzle``. Raise ValueError if a layer has no such values."""
    turn = _turn(answer.puzzle.lattice, matrix)
    return Answer(puzzle, turn.values(puzzle.genre.answers, answer.values))


def canonical(
    puzzle: Puzzle, operations: Iterable[Matrix], fits: Callable[[Lattice], object]
) -> tuple[str, list[Matrix]]:
    """Return a text that is equal for a puzzle and all its images by ``operations``, a group, and those that lead to it.

    An operation is left out if a layer has no such values, or if ``fits``, which raises InputError, refuses the turned
    lattice.
    """
    found: dict[str, list[Matrix]] = {}
    for matrix in operations:
        turn = _turn(puzzle.lattice, matrix)
        try:
            if matrix != SAME:
                fits(turn.new)
            said = _said(puzzle.genre, turn.new, turn.values(puzzle.genre.inputs, puzzle.values))
        except (ValueError, InputError):
            continue
        found.setdefault(said, []).append(matrix)
    return min(found.items())


def _said(genre: type[Kind], lattice: Lattice, values: Mapping[str, Any]) -> str:
    """Return the meaning of values as a text: names of rooms and paths do not matter."""
    whole = len(lattice) == lattice.rows * lattice.cols
    meant: dict[str, Any] = {}
    for key, layer in genre.inputs.items():
        one_each = layer.on not in ("lines", "board")
        meant[key] = _unlabelled(layer.value.gather(Grid(values[key]))) if one_each else values[key]
    said: list[Any] = [genre.name, lattice.shape, lattice.rows, lattice.cols, None if whole else lattice.positions]
    return repr(said + [layer.place.comparable(meant[key], meant) for key, layer in genre.inputs.items()])


def _unlabelled(values: Any) -> Any:
    """Return values without the labels that somebody gave to paths; rooms are numbered already."""
    if not isinstance(values, PathGrid):
        return values
    numbers: dict[Any, int] = {}
    return [value and (numbers.setdefault(value[0], len(numbers)), value[1]) for value in values]
