"""The places of a board and the input of its layers, for a page that knows no genres and no lattices.

All coordinates are those of the drawing (``pencilp.draw.svg``), without its margins.
"""

from __future__ import annotations

from typing import Any

from pencilp.analysis.genre_words import rules_in_words
from pencilp.board.lattice import SHAPES, Lattice
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.board.layers.numbers import Digit
from pencilp.board.layers.places import OUTWARD
from pencilp.draw.svg import UNIT, outer_center
from pencilp.draw.svg.style import COLORS
from pencilp.genres import Genre
from pencilp.translations import Catalogue
from pencilp.web.drafts import tokens_of
from pencilp.web.language import worded_by
from pencilp.web.painted import captions_of, glyphs_of


def layout_of(genre: type[Genre], lattice: Lattice, bound: Genre | None, say: Catalogue) -> dict[str, Any]:
    """Return the description of ``genre`` and the places of ``lattice``, in the language of ``say``.

    ``least`` and ``most`` of a layer are its smallest and largest number; for an answer, those that ``bound``, the genre with a
    puzzle, allows (null: unknown).

    ``places`` has, for each kind of place (cells, corners, links, edges; frame: cells and holes), ``x``, ``y`` and ``name``
    of each place, and its name in drawings (``tag``) if that differs. ``glyphs`` of a layer are the glyphs of likely tokens,
    ``captions`` those above the board, ``usual`` its values if it is not given, ``painted`` says that the page can draw it,
    ``joined`` that neighbours determine its glyphs, and ``marks`` that its values may fill tubes; ``paints`` are the colours,
    printed and pencilled. ``corners`` has the corners of each cell in cyclic order, ``steps`` its neighbour in each
    direction, ``around`` the link or edge on each of its sides (-1: none). ``extent`` is the left, top, right and bottom of
    the board. ``ends`` has the two corners of each edge, ``joins`` the two cells of each link. ``outside`` has, for each side
    of the frame and each line, the origin of its clues and their direction ``away`` (null: the line has no cells).
    """
    return {
        "genre": genre.name,
        "rules": say.of_genre(rules_in_words(genre)),
        "shapes": list(genre.shapes),
        "shape": lattice.shape,
        "unit": UNIT,
        "paints": COLORS,
        "rows": lattice.rows,
        "cols": lattice.cols,
        "inputs": [_described(layer, lattice, say) for layer in genre.inputs.values()],
        "answers": [_described(layer, lattice, say, _allowed(layer, bound)) for layer in genre.answers.values()],
        "directions": [
            {
                "name": name,
                "arrow": lattice.arrows[d],
                "x": lattice.way(d)[0],
                "y": lattice.way(d)[1],
                "row": lattice.vectors[d][0],
                "col": lattice.vectors[d][1],
            }
            for d, name in enumerate(lattice.direction_names)
        ],
        "places": _places(lattice, say),
        "corners": lattice.cell_corners,
        "steps": lattice.step,
        "around": lattice.cell_edges,
        "ends": lattice.edge_corners,
        "joins": lattice.links,
        "extent": [at * UNIT for at in lattice.extent],
        "outside": _outside(lattice),
    }


def _described(
    layer: Layer[Any], lattice: Lattice, say: Catalogue, allowed: dict[str, int] | None = None
) -> dict[str, Any]:
    """Return the description of a layer, with the numbers that are ``allowed`` if these are known."""
    described = layer.described(lattice)
    value = described["value"]
    tokens = [{"token": token["token"], "meaning": say.of_genre(token["meaning"])} for token in value["tokens"]]
    title, text = worded_by(say)(layer)
    greatest = layer.value.greatest
    most = value.get("high") if greatest is None else greatest(lattice)
    numbers = {"least": value.get("low"), "most": most} | (allowed or {})
    return {
        **described,
        "title": title,
        "text": text,
        **numbers,
        "value": {**value, "tokens": tokens},
        "glyphs": glyphs_of(layer, lattice, **numbers),
        "captions": captions_of(layer, worded_by(say), **numbers),
        "usual": tokens_of(layer, layer.default(lattice)) if layer.usual or layer.on == "board" else None,
        "joined": layer.value.joined,
        "counter": layer.value.counter,
        "runs": layer.value.runs,
        "marks": layer.value.marked is not None,
    }


def _allowed(layer: AnswerLayer[Any], genre: Genre | None) -> dict[str, int]:
    if genre is None or not isinstance(layer.value, Digit):
        return {}
    domain = layer.domain(genre)
    bounds = domain if isinstance(domain, list) else [domain]
    return {"least": min(low for low, _ in bounds), "most": max(high for _, high in bounds)}


def _places(lattice: Lattice, say: Catalogue) -> dict[str, list[dict[str, Any]]]:
    centers = [lattice.center(c) for c in lattice.cells]
    points = [lattice.corner_point(p) for p in lattice.corners]
    middles = [((points[p][0] + points[q][0]) / 2, (points[p][1] + points[q][1]) / 2) for p, q in lattice.edge_corners]
    edges = _listed(middles, lattice.edge_names, say)
    whole = SHAPES[lattice.shape](
        lattice.rows, lattice.cols, [(r, c) for r in range(lattice.rows) for c in range(lattice.cols)]
    )
    return {
        "frame": _listed([whole.center(c) for c in whole.cells], whole.names, say),
        "cells": _listed(centers, lattice.names, say),
        "corners": _listed(points, lattice.corner_names, say),
        "links": edges[: len(lattice.links)],
        "edges": edges,
    }


def _outside(lattice: Lattice) -> dict[str, list[dict[str, Any] | None]]:
    result = {}
    for side, step in OUTWARD.items():
        lines = lattice.col_cells if side in ("top", "bottom") else lattice.row_cells
        way = lattice.way(lattice.vectors.index(step))
        result[side] = [_end(lattice, line, side, way) for line in lines]
    return result


def _end(lattice: Lattice, line: tuple[int, ...], side: str, way: tuple[float, float]) -> dict[str, Any] | None:
    if not line:
        return None
    x, y = outer_center(lattice, line[0] if side in ("top", "left") else line[-1], side)
    return {"x": x * UNIT, "y": y * UNIT, "away": {"x": way[0], "y": way[1]}}


def _listed(points: list[tuple[float, float]], names: list[str], say: Catalogue) -> list[dict[str, Any]]:
    result = []
    for (x, y), name in zip(points, names, strict=True):
        named = say.named(name)
        result.append({"x": x * UNIT, "y": y * UNIT, "name": named} | ({} if named == name else {"tag": name}))
    return result
