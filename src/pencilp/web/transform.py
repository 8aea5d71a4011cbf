"""Rotates, mirrors, resizes and cuts boards, and moves parts of them, with all values.

Each operation is a map from the positions of one frame to those of another (``Transform``), which is applied to all layers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pencilp.board.lattice import SHAPES, Lattice, Position
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS
from pencilp.draw.drawn import OUTWARD
from pencilp.errors import InputError
from pencilp.web.drafts import Draft, lattice_of

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


def changed(request: dict[str, Any]) -> dict[str, Any]:
    """Return the ``board`` of a request after the operation ``done``.

    "turn", "mirror" and "transpose" have no parameters. "resize" has ``rows`` and ``cols``, and the shift ``down`` and ``right``
    of all values. "holes" has ``missing``, the places of the frame without a cell. "move" shifts the values on the ``chosen``
    places of the frame ``down`` and ``right``. Raise InputError if a layer does not allow the operation.
    """
    draft = Draft(request.get("board"), request["cells"])
    done = request.get("done")
    board = request["board"]
    if isinstance(done, str) and done in TURNS[draft.lattice.shape]:
        transform = _turned(draft.lattice, TURNS[draft.lattice.shape][done])
    elif done == "move":
        return {"board": _identity(board) | _moved(draft, board, request)}
    elif done in ("resize", "holes"):
        transform = _shifted(draft.lattice, board["lattice"], request)
    else:
        raise InputError(f"a board is turned by {', '.join(TURNS['square'])}, resize, holes or move", "done")
    result = {
        **_identity(board),
        "lattice": _lattice_record(transform.new),
        "puzzle": _layers(draft.genre.inputs, board.get("puzzle") or {}, transform),
        "answer": _layers(draft.genre.answers, board.get("answer") or {}, transform),
        **_marks(draft, board, transform, request["cells"]),
    }
    Draft(result, request["cells"])
    return {"board": result}


def _marks(draft: Draft, board: dict[str, Any], transform: Transform, most: int) -> dict[str, Any]:
    """Return the parts of a board that only the page uses: the answer before a ``trial``, ``notes``, and ``loose`` walls."""
    answers, result = draft.genre.answers, {}
    if board.get("trial") is not None:
        Draft({**board, "answer": board["trial"]}, most)
        result["trial"] = _layers(answers, board["trial"], transform)
    if board.get("notes") is not None:
        result["notes"] = {
            key: {str(there): tokens for cell, tokens in cells if (there := transform.cell(cell)) is not None}
            for key, cells in _notes(draft, board["notes"])
        }
    if board.get("loose") is not None:
        result["loose"] = {
            key: [there for link in links if (there := _place("links", link, (1, 1), transform)) is not None]
            for key, links in _loose(draft, board["loose"])
        }
    return result


def _notes(draft: Draft, notes: Any) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    """Return candidates as (layer, [(cell, tokens)]). Raise InputError if they do not fit the board."""
    cells_by_name = {str(cell): cell for cell in draft.lattice.cells}
    if not isinstance(notes, dict) or not set(notes) <= set(draft.genre.answers):
        raise InputError("an object with the cells of its layers is needed", "notes")
    for key, cells in notes.items():
        if not isinstance(cells, dict) or not set(cells) <= set(cells_by_name):
            raise InputError("an object with cells of the board is needed", f"notes {key}")
        for tokens in cells.values():
            if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
                raise InputError("each cell has a list of texts", f"notes {key}")
    return [(key, [(cells_by_name[cell], tokens) for cell, tokens in cells.items()]) for key, cells in notes.items()]


def _loose(draft: Draft, loose: Any) -> list[tuple[str, list[int]]]:
    """Return walls that divide no room yet as (layer, links). Raise InputError if they do not fit the board."""
    layers = {**draft.genre.inputs, **draft.genre.answers}
    if not isinstance(loose, dict) or not set(loose) <= set(layers):
        raise InputError("an object with the walls of its layers is needed", "loose")
    most = len(draft.lattice.links)
    for key, links in loose.items():
        if not isinstance(links, list) or not all(type(n) is int and 0 <= n < most for n in links):
            raise InputError("a list of inner edges of the board is needed", f"loose {key}")
    return list(loose.items())


def _identity(board: dict[str, Any]) -> dict[str, Any]:
    """Return the genre and the name of a board, without unknown keys."""
    return {key: board[key] for key in ("genre", "name") if key in board}


def _turned(old: Lattice, matrix: Matrix) -> Transform:
    a, b, c, d = matrix
    square = old.shape == "square"
    corners = [(r, k) for r in (0, old.rows - 1) for k in (0, old.cols - 1)] if square else list(old.positions)
    ends = [(a * r + b * k, c * r + d * k) for r, k in corners]
    top, left = min(r for r, _ in ends), min(k for _, k in ends)
    rows, cols = max(r for r, _ in ends) - top + 1, max(k for _, k in ends) - left + 1

    def to(at: Position) -> Position:
        return a * at[0] + b * at[1] - top, c * at[0] + d * at[1] - left

    return Transform(old, SHAPES[old.shape](rows, cols, sorted(map(to, old.positions))), matrix, to)


def _shifted(old: Lattice, record: dict[str, Any], request: dict[str, Any]) -> Transform:
    if request["done"] == "holes":
        return Transform(
            old, lattice_of({**record, "missing": request.get("missing")}, request["cells"]), SAME, lambda at: at
        )
    rows, cols, down, right = (request.get(key, 0) for key in ("rows", "cols", "down", "right"))
    if not all(type(n) is int for n in (rows, cols, down, right)):
        raise InputError("rows, cols, down and right are whole numbers", "resize")
    size = {"shape": old.shape, "rows": rows, "cols": cols}
    lattice_of(size, request["cells"])
    # holes move with the board; new places are cells
    there = set(old.positions)
    gone = [(r + down, c + right) for r in range(old.rows) for c in range(old.cols) if (r, c) not in there]
    missing = [r * cols + c for r, c in gone if 0 <= r < rows and 0 <= c < cols]
    new = lattice_of({**size, "missing": missing}, request["cells"])
    return Transform(old, new, SAME, lambda at: (at[0] + down, at[1] + right))


def _moved(draft: Draft, board: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """Return a board with the values of the chosen cells moved, replacing others; rooms that cover the board stay."""
    lattice = draft.lattice
    chosen, down, right = request.get("chosen"), request.get("down"), request.get("right")
    if not isinstance(chosen, list) or not all(type(n) is int for n in (*chosen, down, right)):
        raise InputError("chosen is a list of whole numbers, down and right are whole numbers", "move")
    cells = {divmod(n, lattice.cols) for n in chosen}
    transform = Transform(lattice, lattice, SAME, lambda at: (at[0] + down, at[1] + right) if at in cells else None)  # type: ignore[operator]
    result: dict[str, Any] = {"lattice": _lattice_record(lattice)}
    parts: dict[str, dict[str, Any]] = {"puzzle": draft.genre.inputs, "answer": draft.genre.answers}
    if board.get("trial") is not None:
        Draft({**board, "answer": board["trial"]}, request["cells"])
        parts["trial"] = draft.genre.answers
    if board.get("notes") is not None:
        result["notes"] = {key: _moved_notes(cells, transform) for key, cells in _notes(draft, board["notes"])}
    if board.get("loose") is not None:
        result["loose"] = dict(_loose(draft, board["loose"]))
    for part, layers in parts.items():
        tokens = {key: values for key, values in (board.get(part) or {}).items() if key in layers}
        for key, layer in layers.items():
            if tokens.get(key) is not None and layer.on in AROUND and not layer.value.missing:
                tokens[key] = _moved_tokens(layer, tokens[key], transform)
        result[part] = tokens
    return result


def _moved_notes(cells: list[tuple[int, list[str]]], transform: Transform) -> dict[str, list[str]]:
    """Return candidates, with those in chosen cells moved."""
    lying = {cell: tokens for cell, tokens in cells if transform.to(transform.old.positions[cell]) is None}
    moved = {there: tokens for cell, tokens in cells if (there := transform.cell(cell)) is not None}
    return {str(cell): tokens for cell, tokens in {**lying, **moved}.items()}


AROUND: dict[str, Callable[[Lattice, int], tuple[int, ...]]] = {
    "cells": lambda lattice, place: (place,),
    "corners": lambda lattice, place: lattice.corner_cells[place],
    "links": lambda lattice, place: lattice.links[place],
    "edges": lambda lattice, place: lattice.edge_cells[place],
}
"""The cells at a place, by the kind of place."""


def _moved_tokens(layer: Layer[Any], tokens: list[str | None], transform: Transform) -> list[str | None]:
    """Return tokens, with those moved that lie only at chosen cells."""
    lattice, result = transform.old, list(tokens)
    landed: dict[int, str | None] = {}
    for place, token in enumerate(tokens):
        if all(transform.to(lattice.positions[c]) is not None for c in AROUND[layer.on](lattice, place)):
            result[place] = None
            there = _place(layer.on, place, (1, 1), transform)
            if there is not None:
                landed[there] = token
    for place, token in landed.items():
        result[place] = token
    return result


def _lattice_record(lattice: Lattice) -> dict[str, Any]:
    there = set(lattice.positions)
    missing = [n for n in range(lattice.rows * lattice.cols) if divmod(n, lattice.cols) not in there]
    return {"shape": lattice.shape, "rows": lattice.rows, "cols": lattice.cols, "missing": missing}


def _layers(layers: dict[str, Any], tokens: dict[str, Any], transform: Transform) -> dict[str, Any]:
    result = {}
    for key, layer in layers.items():
        if key not in tokens:
            continue
        values = tokens[key]
        try:
            result[key] = values if values is None or layer.on == "board" else _transformed(layer, values, transform)
        except ValueError as error:
            raise InputError(str(error), key) from None
    return result


def _transformed(layer: Layer[Any], tokens: Any, transform: Transform) -> Any:
    if layer.on == "lines":
        return _lines(layer, tokens, transform)
    if layer.on == "columns":
        return _columns(tokens, transform)
    names, labels = transform.names(), layer.value.way in GROUPS
    result: list[str | None] = [None] * layer.size(transform.new)
    for place, token in enumerate(tokens):
        if token is None:
            continue
        value = layer.parse(token) if token and not labels else None
        there = _place(layer.on, place, layer.value.spans(value), transform)
        if there is not None:
            result[there] = token if value is None else layer.token(layer.value.turned(value, names))
    return _renumbered(layer, result) if labels else result


def _place(on: str, place: int, span: tuple[int, int], transform: Transform) -> int | None:
    """Return the image of a place; ``span`` is the size of its value in rows and columns of cells."""
    old, new = transform.old, transform.new
    if on == "cells":
        row, col = old.positions[place]
        at = [transform.to((row + i, col + j)) for i in range(span[0]) for j in range(span[1])]
        return new.cell_at.get(min(p for p in at if p is not None))
    turned = transform.directions()
    mirrored = (turned[1] - turned[0]) % len(turned) != 1
    around = old.cell_corners if on == "corners" else old.cell_edges
    for cell in old.corner_cells[place] if on == "corners" else old.edge_cells[place]:
        there = transform.cell(cell)
        if there is None:
            continue
        d = around[cell].index(place)
        if on == "corners":
            return new.cell_corners[there][turned[(d + 1) % len(turned)] if mirrored else turned[d]]
        edge = new.cell_edges[there][turned[d]]
        return edge if on == "edges" or edge < len(new.links) else None
    return None


def _renumbered(layer: Layer[Any], labels: list[str | None]) -> list[str | None]:
    """Return labels renumbered in order of appearance; new cells form one room if every cell needs a room."""
    if layer.value.missing:
        labels = ["new" if label is None else label for label in labels]
    numbers: dict[str, str] = {}
    return [label if label is None else numbers.setdefault(label, str(len(numbers) + 1)) for label in labels]


def _lines(layer: Layer[Any], tokens: dict[str, Any], transform: Transform) -> dict[str, Any]:
    """Return the transformed clues outside lines. Clues for a view from their side move with it, others with their line."""
    sides = layer.place.sides
    for_both = bool({"top", "bottom"} & set(sides)) and bool({"left", "right"} & set(sides))
    result: dict[str, list[Any]] = {side: [[] for _ in range(_count(side, transform.new))] for side in sides}
    at = {step: side for side, step in OUTWARD.items()}
    for side, lines in tokens.items():
        there = at[transform.step(OUTWARD[side])]
        near, now_near = side in ("top", "left"), there in ("top", "left")
        if not layer.place.seen and near != now_near:
            there = OPPOSITE[there]
        if there not in sides:
            raise ValueError("its clues belong to the rows: this board cannot be turned so")
        for i, line in enumerate(lines):
            position = transform.to((0, i) if side in ("top", "bottom") else (i, 0))
            index = None if position is None else position[1] if there in ("top", "bottom") else position[0]
            if index is not None and 0 <= index < len(result[there]):
                # clues in the order of the cells keep that order
                result[there][index] = line[::-1] if near != now_near and for_both else line
    return result


def _count(side: str, lattice: Lattice) -> int:
    return lattice.cols if side in ("top", "bottom") else lattice.rows


def _columns(tokens: list[str | None], transform: Transform) -> list[str | None]:
    if transform.matrix[1]:
        raise ValueError("it has a value for each column: this board cannot be turned so")
    result: list[str | None] = [None] * transform.new.cols
    for col, token in enumerate(tokens):
        there = transform.to((0, col))
        if there is not None and 0 <= there[1] < len(result):
            result[there[1]] = token
    return result
