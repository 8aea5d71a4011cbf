"""Rotates, mirrors, resizes and cuts boards, and moves parts of them, with all values.

Each operation is a map from the positions of one frame to those of another (``Transform``), applied to all layers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS
from pencilp.board.symmetry import SAME, TURNS, Transform, turned
from pencilp.errors import InputError
from pencilp.formats.remarks import AUTHOR
from pencilp.web.drafts import Draft, lattice_of


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
        transform = turned(draft.lattice, TURNS[draft.lattice.shape][done])
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
    """Return the parts of a board that only the page uses.

    They are the answer before a ``trial``, candidates (``notes``, and those in the ``middle`` of cells), ``colours``, and
    ``loose`` walls.
    """
    answers, result = draft.genre.answers, {}
    if board.get("trial") is not None:
        Draft({**board, "answer": board["trial"]}, most)
        result["trial"] = _layers(answers, board["trial"], transform)
    for part in CANDIDATES:
        if board.get(part) is not None:
            result[part] = {
                key: {str(there): tokens for cell, tokens in cells if (there := transform.cell(cell)) is not None}
                for key, cells in _notes(draft, board[part])
            }
    if board.get("colours") is not None:
        result["colours"] = {
            kind: {
                f"{there}{rest}": colour for cell, rest, colour in some if (there := transform.cell(cell)) is not None
            }
            for kind, some in _colours(draft, board["colours"])
        }
    if board.get("loose") is not None:
        result["loose"] = {
            key: [there for link in links if (there := transform.place("links", link)) is not None]
            for key, links in _loose(draft, board["loose"])
        }
    return result


CANDIDATES = ("notes", "middle")
"""The parts of a board with candidates."""


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


def _colours(draft: Draft, colours: Any) -> list[tuple[str, list[tuple[int, str, int]]]]:
    """Return colours as (kind, [(cell, rest of the key, colour)]). Raise InputError if they do not fit the board.

    The key of a candidate's colour is its cell and, after a space, the candidate.
    """
    cells_by_name = {str(cell): cell for cell in draft.lattice.cells}
    if not isinstance(colours, dict) or not all(isinstance(some, dict) for some in colours.values()):
        raise InputError("an object with the colours of places is needed", "colours")
    result = []
    for kind, some in colours.items():
        keys = [(*key.partition(" "), colour) for key, colour in some.items()]
        if not all(name in cells_by_name and type(colour) is int for name, _, _, colour in keys):
            raise InputError("an object with colours of cells is needed", f"colours {kind}")
        result.append((kind, [(cells_by_name[name], gap + rest, colour) for name, gap, rest, colour in keys]))
    return result


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
    """Return the genre, the name and the author of a board, without unknown keys."""
    return {key: board[key] for key in ("genre", "name", AUTHOR) if key in board}


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
    for part in CANDIDATES:
        if board.get(part) is not None:
            result[part] = {key: _moved_notes(cells, transform) for key, cells in _notes(draft, board[part])}
    if board.get("colours") is not None:
        result["colours"] = {kind: _moved_colours(some, transform) for kind, some in _colours(draft, board["colours"])}
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


def _moved_colours(some: list[tuple[int, str, int]], transform: Transform) -> dict[str, int]:
    """Return colours, with those of chosen cells moved."""
    lying = {f"{cell}{rest}": n for cell, rest, n in some if transform.to(transform.old.positions[cell]) is None}
    moved = {f"{there}{rest}": n for cell, rest, n in some if (there := transform.cell(cell)) is not None}
    return lying | moved


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
            there = transform.place(layer.on, place)
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
        return transform.lines(layer, tokens)
    if layer.on == "columns":
        return transform.columns(tokens)
    names, labels = transform.names(), layer.value.way in GROUPS
    result: list[str | None] = [None] * layer.size(transform.new)
    for place, token in enumerate(tokens):
        if token is None:
            continue
        value = layer.parse(token) if token and not labels else None
        there = transform.place(layer.on, place, layer.value.spans(value))
        if there is not None:
            result[there] = token if value is None else layer.token(layer.value.turned(value, names))
    return _renumbered(layer, result) if labels else result


def _renumbered(layer: Layer[Any], labels: list[str | None]) -> list[str | None]:
    """Return labels renumbered in order of appearance; new cells form one room if every cell needs a room."""
    if layer.value.missing:
        labels = ["new" if label is None else label for label in labels]
    numbers: dict[str, str] = {}
    return [label if label is None else numbers.setdefault(label, str(len(numbers) + 1)) for label in labels]
