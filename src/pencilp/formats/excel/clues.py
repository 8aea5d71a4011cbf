"""Clues in the cells of a sheet: the values of texts, and the texts of values."""

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
"""Characters that people put into cells -> the signs that they look like."""

Layers = Sequence[tuple[str, Layer[Any]]]
"""Layers with their names."""


def clues_in(text: str, layers: Layers) -> dict[str, Any]:
    """Return the clues in a text: one, for the first layer that can read it, or one for each layer.

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
    """Return whether a text is a clue."""
    try:
        clues_in(text, layers)
    except InputError:
        return False
    return True


def _value(text: str, layer: Layer[Any]) -> Any:
    """Return the value of a text in a layer. Raise InputError if it has none."""
    reason = ""
    for written in _spellings(text, layer):
        try:
            return layer.parse(written)
        except ValueError as error:
            reason = reason or str(error)
    raise InputError(reason)


def _reads(text: str, layer: Layer[Any]) -> Any:
    """Return the value of a text in a layer; None if it has none."""
    try:
        return _value(text, layer)
    except InputError:
        return None


def _spellings(text: str, layer: Layer[Any]) -> Iterator[str]:
    """Yield the tokens of a layer that a cell's text may mean, the likeliest first."""
    if len(text) > 1 and text[0] == text[-1] == QUOTE:
        with suppress(ValueError):
            if isinstance(token := json.loads(text), str):
                yield token
    yield from layer.value.spellings(text)
    alike = text.translate(LOOKALIKES)
    if alike != text:
        yield from layer.value.spellings(alike)


def all_shown(values: dict[str, Any], layers: Layers, lattice: Lattice) -> int | str | None:
    """Return the content of a new sheet's cell for its clues by layer.

    A single clue is written alone if it reads back as the same clue. None if they cannot be written in a cell.
    """
    shown = {name: shown_value(layer, values[name], lattice) for name, layer in layers if name in values}
    *_, last = shown
    if len(shown) == 1 and clues_in(str(shown[last]), layers) == values:
        return shown[last]
    names = [name for name, _ in layers]
    text = " ".join(str(shown.get(name, NOTHING)) for name in names[: names.index(last) + 1])
    with suppress(InputError):
        if clues_in(text, layers) == values:
            return text
    return None


def shown_value(layer: Layer[Any], value: Any, lattice: Lattice | None = None) -> int | str:
    """Return the content of a new sheet's cell for a value.

    It is a number, or a sign if that reads back, otherwise the token.
    """
    token = layer.token(value)
    if type(value) is int and token == str(value):
        return value
    glyph = layer.value.glyph(value, lattice or square(1, 1))
    sign = glyph.sign if glyph is not None and _has_sign(glyph, token) else ""
    # the first letter of the token stays before the sign if the sign alone is not the value
    for written in (sign, token[:1] + sign) if sign else ():
        if as_text(written) == written and _reads(written, layer) == value:
            token = written
            break
    if token.strip() in ("", NOTHING, NO_CELL) or token.startswith(QUOTE) or ":" in token:
        return json.dumps(token)
    return token if as_text(token) == token else json.dumps(token)


def _has_sign(glyph: Glyph, token: str) -> bool:
    """Return whether a glyph is shown by its sign and not by its token; a number in brackets is not."""
    return glyph.repeats or any(isinstance(shape, Pointer) for shape in glyph.shapes) or digits(token) is None
