"""Boards that are turned, mirrored, made larger or smaller, cut out, and moved: what was entered goes along.

Each is a way from the positions of one frame to those of another (``Way``), and the same code carries all layers along it.
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
"""Of a step (row, column) the new row is the first times row plus the second times column, the new column likewise."""

SAME: Matrix = (1, 0, 0, 1)
TURNS: dict[str, dict[str, Matrix]] = {
    "square": {"turn": (0, 1, -1, 0), "mirror": (1, 0, 0, -1), "transpose": (0, 1, 1, 0)},
    "hexagonal": {"turn": (0, 1, -1, 1), "mirror": (1, 0, 1, -1), "transpose": (0, 1, 1, 0)},
}
"""Per lattice what can be done with it: turned clockwise (by a quarter, or a sixth), mirrored left and right, and mirrored at the
diagonal that runs down to the right."""
OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


class Way(NamedTuple):
    """From one lattice to another: ``matrix`` says how steps turn, ``to`` where positions go (None: they are cut off)."""

    old: Lattice
    new: Lattice
    matrix: Matrix
    to: Callable[[Position], Position | None]

    def step(self, step: Position) -> Position:
        """Return a step as it is afterwards."""
        a, b, c, d = self.matrix
        return a * step[0] + b * step[1], c * step[0] + d * step[1]

    def names(self) -> dict[str, str]:
        """Return per direction the name that it has afterwards."""
        names = self.old.direction_names
        return {name: names[d] for name, d in zip(names, self.directions(), strict=True)}

    def directions(self) -> list[int]:
        """Return per direction the one that it is afterwards."""
        return [self.old.vectors.index(self.step(v)) for v in self.old.vectors]

    def cell(self, cell: int) -> int | None:
        """Return the cell that a cell becomes."""
        there = self.to(self.old.positions[cell])
        return None if there is None else self.new.cell_at.get(there)


def changed(request: dict[str, Any]) -> dict[str, Any]:
    """Return the ``board`` of a request after what it asks to be ``done`` to it.

    "turn", "mirror" and "transpose" need no more. "resize" has ``rows`` and ``cols``, and ``down`` and ``right``, how
    far all moves; "holes" has ``missing``, the places of the frame without a cell; "move" moves what lies on the
    ``chosen`` places of the frame ``down`` and ``right``. Raise InputError where a layer cannot go along.
    """
    draft = Draft(request.get("board"), request["cells"])
    done = request.get("done")
    board = request["board"]
    if isinstance(done, str) and done in TURNS[draft.lattice.shape]:
        way = _turned(draft.lattice, TURNS[draft.lattice.shape][done])
    elif done == "move":
        return {"board": _known(board) | _moved(draft, board, request)}
    elif done in ("resize", "holes"):
        way = _shifted(draft.lattice, board["lattice"], request)
    else:
        raise InputError(f"a board is turned by {', '.join(TURNS['square'])}, resize, holes or move", "done")
    result = {
        **_known(board),
        "lattice": _told(way.new),
        "puzzle": _layers(draft.genre.inputs, board.get("puzzle") or {}, way),
        "answer": _layers(draft.genre.answers, board.get("answer") or {}, way),
        **_marks(draft, board, way, request["cells"]),
    }
    Draft(result, request["cells"])
    return {"board": result}


def _marks(draft: Draft, board: dict[str, Any], way: Way, most: int) -> dict[str, Any]:
    """Return what the page alone keeps goes along: the answer before a ``trial``, ``notes`` in cells, and ``loose`` walls."""
    answers, result = draft.genre.answers, {}
    if board.get("trial") is not None:
        Draft({**board, "answer": board["trial"]}, most)
        result["trial"] = _layers(answers, board["trial"], way)
    if board.get("notes") is not None:
        result["notes"] = {
            key: {str(there): tokens for cell, tokens in cells if (there := way.cell(cell)) is not None}
            for key, cells in _notes(draft, board["notes"])
        }
    if board.get("loose") is not None:
        result["loose"] = {
            key: [there for link in links if (there := _place("links", link, (1, 1), way)) is not None]
            for key, links in _loose(draft, board["loose"])
        }
    return result


def _notes(draft: Draft, notes: Any) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    """(layer, [(cell, tokens)]) of candidates. Raise InputError where they are none of this board."""
    known = {str(cell): cell for cell in draft.lattice.cells}
    if not isinstance(notes, dict) or not set(notes) <= set(draft.genre.answers):
        raise InputError("an object with the cells of its layers is needed", "notes")
    for key, cells in notes.items():
        if not isinstance(cells, dict) or not set(cells) <= set(known):
            raise InputError("an object with cells of the board is needed", f"notes {key}")
        for tokens in cells.values():
            if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
                raise InputError("each cell has a list of texts", f"notes {key}")
    return [(key, [(known[cell], tokens) for cell, tokens in cells.items()]) for key, cells in notes.items()]


def _loose(draft: Draft, loose: Any) -> list[tuple[str, list[int]]]:
    """(layer, links) of walls that divide no room yet. Raise InputError where they are none of this board."""
    known = {**draft.genre.inputs, **draft.genre.answers}
    if not isinstance(loose, dict) or not set(loose) <= set(known):
        raise InputError("an object with the walls of its layers is needed", "loose")
    most = len(draft.lattice.links)
    for key, links in loose.items():
        if not isinstance(links, list) or not all(type(n) is int and 0 <= n < most for n in links):
            raise InputError("a list of inner edges of the board is needed", f"loose {key}")
    return list(loose.items())


def _known(board: dict[str, Any]) -> dict[str, Any]:
    """Return what of a board says no more than which it is; what else somebody has put into it does not come back."""
    return {key: board[key] for key in ("genre", "name") if key in board}


def _turned(old: Lattice, matrix: Matrix) -> Way:
    a, b, c, d = matrix
    square = old.shape == "square"
    corners = [(r, k) for r in (0, old.rows - 1) for k in (0, old.cols - 1)] if square else list(old.positions)
    ends = [(a * r + b * k, c * r + d * k) for r, k in corners]
    top, left = min(r for r, _ in ends), min(k for _, k in ends)
    rows, cols = max(r for r, _ in ends) - top + 1, max(k for _, k in ends) - left + 1

    def to(at: Position) -> Position:
        return a * at[0] + b * at[1] - top, c * at[0] + d * at[1] - left

    return Way(old, SHAPES[old.shape](rows, cols, sorted(map(to, old.positions))), matrix, to)


def _shifted(old: Lattice, told: dict[str, Any], request: dict[str, Any]) -> Way:
    if request["done"] == "holes":
        return Way(old, lattice_of({**told, "missing": request.get("missing")}, request["cells"]), SAME, lambda at: at)
    rows, cols, down, right = (request.get(key, 0) for key in ("rows", "cols", "down", "right"))
    if not all(type(n) is int for n in (rows, cols, down, right)):
        raise InputError("rows, cols, down and right are whole numbers", "resize")
    size = {"shape": old.shape, "rows": rows, "cols": cols}
    lattice_of(size, request["cells"])
    # holes go along; where the board grows there are cells
    there = set(old.positions)
    gone = [(r + down, c + right) for r in range(old.rows) for c in range(old.cols) if (r, c) not in there]
    missing = [r * cols + c for r, c in gone if 0 <= r < rows and 0 <= c < cols]
    new = lattice_of({**size, "missing": missing}, request["cells"])
    return Way(old, new, SAME, lambda at: (at[0] + down, at[1] + right))


def _moved(draft: Draft, board: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """Return what lies on the chosen cells goes elsewhere, over what lies there; rooms that cover the board stay."""
    lattice = draft.lattice
    chosen, down, right = request.get("chosen"), request.get("down"), request.get("right")
    if not isinstance(chosen, list) or not all(type(n) is int for n in (*chosen, down, right)):
        raise InputError("chosen is a list of whole numbers, down and right are whole numbers", "move")
    cells = {divmod(n, lattice.cols) for n in chosen}
    way = Way(lattice, lattice, SAME, lambda at: (at[0] + down, at[1] + right) if at in cells else None)  # type: ignore[operator]
    result: dict[str, Any] = {"lattice": _told(lattice)}
    parts: dict[str, dict[str, Any]] = {"puzzle": draft.genre.inputs, "answer": draft.genre.answers}
    if board.get("trial") is not None:
        Draft({**board, "answer": board["trial"]}, request["cells"])
        parts["trial"] = draft.genre.answers
    if board.get("notes") is not None:
        result["notes"] = {key: _noted(cells, way) for key, cells in _notes(draft, board["notes"])}
    if board.get("loose") is not None:
        result["loose"] = dict(_loose(draft, board["loose"]))
    for part, layers in parts.items():
        tokens = {key: found for key, found in (board.get(part) or {}).items() if key in layers}
        for key, layer in layers.items():
            if tokens.get(key) is not None and layer.on in AROUND and not layer.value.missing:
                tokens[key] = _lifted(layer, tokens[key], way)
        result[part] = tokens
    return result


def _noted(cells: list[tuple[int, list[str]]], way: Way) -> dict[str, list[str]]:
    """Candidates of which those in chosen cells go along."""
    lying = {cell: tokens for cell, tokens in cells if way.to(way.old.positions[cell]) is None}
    moved = {there: tokens for cell, tokens in cells if (there := way.cell(cell)) is not None}
    return {str(cell): tokens for cell, tokens in {**lying, **moved}.items()}


AROUND: dict[str, Callable[[Lattice, int], tuple[int, ...]]] = {
    "cells": lambda lattice, place: (place,),
    "corners": lambda lattice, place: lattice.corner_cells[place],
    "links": lambda lattice, place: lattice.links[place],
    "edges": lambda lattice, place: lattice.edge_cells[place],
}
"""Per kind of place the cells that it lies at."""


def _lifted(layer: Layer[Any], tokens: list[str | None], way: Way) -> list[str | None]:
    """Tokens of which those that lie at chosen cells alone go along."""
    lattice, result = way.old, list(tokens)
    landed: dict[int, str | None] = {}
    for place, token in enumerate(tokens):
        if all(way.to(lattice.positions[c]) is not None for c in AROUND[layer.on](lattice, place)):
            result[place] = None
            there = _place(layer.on, place, (1, 1), way)
            if there is not None:
                landed[there] = token
    for place, token in landed.items():
        result[place] = token
    return result


def _told(lattice: Lattice) -> dict[str, Any]:
    there = set(lattice.positions)
    missing = [n for n in range(lattice.rows * lattice.cols) if divmod(n, lattice.cols) not in there]
    return {"shape": lattice.shape, "rows": lattice.rows, "cols": lattice.cols, "missing": missing}


def _layers(layers: dict[str, Any], tokens: dict[str, Any], way: Way) -> dict[str, Any]:
    result = {}
    for key, layer in layers.items():
        if key not in tokens:
            continue
        found = tokens[key]
        try:
            result[key] = found if found is None or layer.on == "board" else _carried(layer, found, way)
        except ValueError as error:
            raise InputError(str(error), key) from None
    return result


def _carried(layer: Layer[Any], tokens: Any, way: Way) -> Any:
    if layer.on == "lines":
        return _lines(layer, tokens, way)
    if layer.on == "columns":
        return _columns(tokens, way)
    names, labels = way.names(), layer.value.way in GROUPS
    result: list[str | None] = [None] * layer.size(way.new)
    for place, token in enumerate(tokens):
        if token is None:
            continue
        value = layer.parse(token) if token and not labels else None
        there = _place(layer.on, place, layer.value.spans(value), way)
        if there is not None:
            result[there] = token if value is None else layer.token(layer.value.turned(value, names))
    return _numbered(layer, result) if labels else result


def _place(on: str, place: int, span: tuple[int, int], way: Way) -> int | None:
    """Return the place that a place becomes; ``span`` are the rows and columns of cells that its value lies on."""
    old, new = way.old, way.new
    if on == "cells":
        row, col = old.positions[place]
        at = [way.to((row + i, col + j)) for i in range(span[0]) for j in range(span[1])]
        return new.cell_at.get(min(p for p in at if p is not None))
    turned = way.directions()
    mirrored = (turned[1] - turned[0]) % len(turned) != 1
    around = old.cell_corners if on == "corners" else old.cell_edges
    for cell in old.corner_cells[place] if on == "corners" else old.edge_cells[place]:
        there = way.cell(cell)
        if there is None:
            continue
        d = around[cell].index(place)
        if on == "corners":
            return new.cell_corners[there][turned[(d + 1) % len(turned)] if mirrored else turned[d]]
        edge = new.cell_edges[there][turned[d]]
        return edge if on == "edges" or edge < len(new.links) else None
    return None


def _numbered(layer: Layer[Any], labels: list[str | None]) -> list[str | None]:
    """Labels in the order in which they appear; cells that are new are in one room, if they must be in one."""
    if layer.value.missing:
        labels = ["new" if label is None else label for label in labels]
    numbers: dict[str, str] = {}
    return [label if label is None else numbers.setdefault(label, str(len(numbers) + 1)) for label in labels]


def _lines(layer: Layer[Any], tokens: dict[str, Any], way: Way) -> dict[str, Any]:
    """Clues of lines outside: those that are seen from their side go where it goes, all others belong to their line."""
    sides = layer.place.sides
    for_both = bool({"top", "bottom"} & set(sides)) and bool({"left", "right"} & set(sides))
    result: dict[str, list[Any]] = {side: [[] for _ in range(_count(side, way.new))] for side in sides}
    at = {step: side for side, step in OUTWARD.items()}
    for side, lines in tokens.items():
        there = at[way.step(OUTWARD[side])]
        near, now_near = side in ("top", "left"), there in ("top", "left")
        if not layer.place.seen and near != now_near:
            there = OPPOSITE[there]
        if there not in sides:
            raise ValueError("its clues belong to the rows: this board cannot be turned so")
        for i, line in enumerate(lines):
            position = way.to((0, i) if side in ("top", "bottom") else (i, 0))
            index = None if position is None else position[1] if there in ("top", "bottom") else position[0]
            if index is not None and 0 <= index < len(result[there]):
                # what is told in the order of the cells is so afterwards
                result[there][index] = line[::-1] if near != now_near and for_both else line
    return result


def _count(side: str, lattice: Lattice) -> int:
    return lattice.cols if side in ("top", "bottom") else lattice.rows


def _columns(tokens: list[str | None], way: Way) -> list[str | None]:
    if way.matrix[1]:
        raise ValueError("it has a value for each column: this board cannot be turned so")
    result: list[str | None] = [None] * way.new.cols
    for col, token in enumerate(tokens):
        there = way.to((0, col))
        if there is not None and 0 <= there[1] < len(result):
            result[there[1]] = token
    return result
