"""Clues in the cells of a sheet: what a text says, and what is shown for a value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import Layer
from pencilp.board.layers.glyphs import Glyph, Pointer
from pencilp.errors import InputError
from pencilp.formats.excel.workbook import as_text
from pencilp.formats.text.tokens import NO_CELL, NOTHING, QUOTE

LOOKALIKES = str.maketrans("◯⇧⇨⇩⇦×★☆", "○↑→↓←x*o")
"""Characters that people put into cells, and those that they look like."""

Layers = Sequence[tuple[str, Layer[Any]]]
"""Layers with their names."""


def clues_in(text: str, layers: Layers) -> dict[str, Any]:
    """Return the clues that a text says: one, of the first layer that can read it, or one of each layer.

    Raise InputError.
    """
    reason = ""
    for name, layer in layers:
        try:
            return {name: _value(text, layer)}
        except InputError as error:
            reason = reason or f"{name}: {error.message}"
    words = text.split()
    if 1 < len(words) <= len(layers):
        pairs = zip(words, layers, strict=False)
        return {name: _value(word, layer) for word, (name, layer) in pairs if word != NOTHING}
    raise InputError(reason)


def is_clue(text: str, layers: Layers) -> bool:
    """Return whether a text says a clue."""
    try:
        clues_in(text, layers)
    except InputError:
        return False
    return True


def _value(text: str, layer: Layer[Any]) -> Any:
    """Return what a text says of a layer. Raise InputError when that is nothing."""
    reason = ""
    for written in _spellings(text, layer):
        try:
            return layer.parse(written)
        except ValueError as error:
            reason = reason or str(error)
    raise InputError(reason)


def _reads(text: str, layer: Layer[Any]) -> Any:
    """Return what a text says of a layer, None for nothing."""
    try:
        return _value(text, layer)
    except InputError:
        return None


def _spellings(text: str, layer: Layer[Any]) -> Iterator[str]:
    """Yield what a cell's text may mean as a token of a layer, likeliest first."""
    if len(text) > 1 and text[0] == text[-1] == QUOTE:
        with suppress(ValueError):
            if isinstance(token := json.loads(text), str):
                yield token
    yield from layer.value.spellings(text)
    alike = text.translate(LOOKALIKES)
    if alike != text:
        yield from layer.value.spellings(alike)


def all_shown(told: dict[str, Any], layers: Layers, lattice: Lattice) -> int | str | None:
    """Return what a new sheet shows for the clues of a cell, by layer: a single one alone, if it is then read as what it is.

    None where they cannot be told.
    """
    shown = {name: shown_value(layer, told[name], lattice) for name, layer in layers if name in told}
    *_, last = shown
    if len(shown) == 1 and clues_in(str(shown[last]), layers) == told:
        return shown[last]
    names = [name for name, _ in layers]
    text = " ".join(str(shown.get(name, NOTHING)) for name in names[: names.index(last) + 1])
    with suppress(InputError):
        if clues_in(text, layers) == told:
            return text
    return None


def shown_value(layer: Layer[Any], value: Any, lattice: Lattice | None = None) -> int | str:
    """Return what a new sheet shows for a value.

    Numbers as such, signs as they look if that can be read, otherwise its token.
    """
    token = layer.token(value)
    if type(value) is int and token == str(value):
        return value
    glyph = layer.value.glyph(value, lattice or square(1, 1))
    sign = glyph.sign if glyph is not None and _has_sign(glyph, token) else ""
    # where a fill of the cell says what a letter says in a token, the letter stays
    for written in (sign, token[:1] + sign) if sign else ():
        if as_text(written) == written and _reads(written, layer) == value:
            token = written
            break
    if token.strip() in ("", NOTHING, NO_CELL) or token.startswith(QUOTE) or ":" in token:
        return json.dumps(token)
    return token if as_text(token) == token else json.dumps(token)


def _has_sign(glyph: Glyph, token: str) -> bool:
    """Return whether a glyph is better told by its sign than by its token: no number in brackets, for one."""
    return glyph.repeats or any(isinstance(shape, Pointer) for shape in glyph.shapes) or digits(token) is None
