"""Empty puzzle texts to fill in, with a remark on each layer's values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS, either
from pencilp.formats.text.tokens import COMMENT, NO_CELL, NOTHING
from pencilp.formats.text.values import written_as
from pencilp.genres import Genre

WIDTH = 110
"""Characters of the longest line of a hint."""


def template(genre: type[Genre], lattice: Lattice) -> str:
    """Return an empty puzzle of a genre. Raise InputError if the genre has no such boards."""
    lattice = genre.board_in(lattice)
    genre.check_board(lattice)
    return "\n".join([genre.name, *_head(genre, lattice), *_sections(genre, lattice)]) + "\n"


def _head(genre: type[Genre], lattice: Lattice) -> Iterator[str]:
    """Yield the lines before the layers: how to fill them in, and the board if no printed layer shows it."""
    yield f"{COMMENT} {genre.title}: fill this in and save it. {NOTHING} is empty; what stands behind {COMMENT} is not read."
    if lattice.shape != "square":
        yield f"board: {lattice.shape}"
    shown = any(_printed(layer) and _by_rows(layer, lattice) for layer in genre.inputs.values())
    if not shown and len(lattice) == lattice.rows * lattice.cols:
        yield f"size: {lattice.rows} {lattice.cols}"
    elif not shown:
        yield from ["board:"] if lattice.shape == "square" else []
        yield from _rows(lattice)


def _sections(genre: type[Genre], lattice: Lattice) -> Iterator[str]:
    for name, layer in genre.inputs.items():
        yield from _remark(f"{name}: {hint(layer, lattice)}")
        value = layer.default(lattice) if layer.on == "board" else None
        mark = "" if _printed(layer) or value is not None else f"{COMMENT} "
        if layer.on == "board":
            yield f"{mark}{name}: {'' if value is None else layer.token(value)}".rstrip()
        elif _printed(layer):
            yield f"{name}:"
            yield from _empty(layer, lattice)
        else:
            yield f"{mark}{name}:"


def _printed(layer: Layer[Any]) -> bool:
    """Return whether an empty puzzle has lines for a layer.

    Optional layers have only a remark, except clues outside.
    """
    return layer.on != "board" and (not layer.optional or layer.on == "lines")


def _by_rows(layer: Layer[Any], lattice: Lattice) -> bool:
    """Return whether the rows of a layer show the board's size."""
    return layer.on == "cells" or (layer.on == "corners" and written_as(layer, lattice) == "grid")


def _empty(layer: Layer[Any], lattice: Lattice) -> Iterator[str]:
    """Yield the lines of an empty layer."""
    form = written_as(layer, lattice)
    if form == "sides":
        for side in layer.place.sides:
            count = layer.place.count(side, lattice)  # type: ignore[attr-defined]
            if layer.place.single:
                yield " ".join([f"{side:6}", *[NOTHING] * count])
            else:
                yield from [side, *[f"  {NOTHING}"] * count]
    elif form in ("grid", "directions"):
        yield from _rows(lattice, int(layer.on == "corners"))


def _rows(lattice: Lattice, further: int = 0) -> Iterator[str]:
    """Yield a sign for each cell, or with ``further`` for each corner."""
    at = {*lattice.corner_keys} if further else {*lattice.positions}
    for row in range(lattice.rows + further):
        yield " ".join(NOTHING if (row, col) in at else NO_CELL for col in range(lattice.cols + further))


def _remark(text: str) -> Iterator[str]:
    for i, line in enumerate(textwrap.wrap(text, WIDTH)):
        yield f"{COMMENT} {'  ' if i else ''}{line}"


def hint(layer: Layer[Any], lattice: Lattice | None = None) -> str:
    """Return the purpose of a layer, whether it may be left out, and its values."""
    free = layer.optional and layer.on != "board"
    parts = [f"{layer.text or layer.name}{' (may be left out)' if free else ''}", *token_hints(layer, lattice)]
    if lattice is not None and written_as(layer, lattice) == "places":
        names = lattice.corner_names if layer.on == "corners" else lattice.edge_names
        parts.append(f"each behind the name of its place, such as {names[0]}")
    return "; ".join(parts)


def token_hints(layer: Layer[Any], lattice: Lattice | None = None) -> list[str]:
    """Return descriptions of a layer's tokens, with their meanings if they have any."""
    kind = layer.value
    if kind.way in GROUPS:
        return [f"{kind.wanted()}, the same in all its cells"]
    if written_as(layer) == "directions":
        ways = ", ".join(("n", "e", "s", "w") if lattice is None else lattice.direction_names)
        return [f"in each cell the directions ({ways}) in which there is one"]
    samples = [(kind.token(value), meaning) for value, meaning in kind.samples()]
    signs = [f"{token} {meaning}".strip() for token, meaning in samples if meaning or kind.closed]
    if numbers := kind.range_text(lattice):
        return [numbers, *signs]
    further = [token for token, meaning in samples if not meaning and not kind.closed]
    return [*([f"such as {either(further)}"] if further else []), *signs]
