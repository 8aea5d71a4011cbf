"""The layers that the page paints by itself while a stroke is made, and their glyphs.

``page/painter.js`` draws a changed value as ``pencilp.draw.svg`` does, from the same glyphs, and ``page/around.js`` what is above
and below the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, count, product
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS, STROKES, TUBES, ValueType
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Worded

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph

MAX_NUMBERS, USUAL_NUMBERS = 100, 20
"""Numbers of a layer whose glyphs the page has before they are used: at most, and if the largest number is unknown."""
WITHOUT_GLYPHS = (*STROKES, *GROUPS, TUBES)
"""Ways of drawing that follow from the values of several places."""


def glyphs_of(layer: Layer[Any], lattice: Lattice, least: int | None, most: int | None) -> dict[str, Any]:
    """Return the glyphs of the tokens that a person is likely to enter: samples, letters, numbers from ``least`` to ``most``.

    The token "" is the value for nothing, if it is visible. The token of a joined value has a digit for each direction, 1 if the
    neighbour there has the same value: "1/0100". That of a counter has the number of runs: "o/3".
    """
    if layer.on == "board" or layer.value.way in WITHOUT_GLYPHS:
        return {}
    return _described(layer, lattice, [*_likely(layer, least, most), layer.value.nothing])


def captions_of(layer: Layer[Any], worded: Worded, least: int | None, most: int | None) -> dict[str, str]:
    """Return the captions above the board for the tokens that a person is likely to enter for the whole board."""
    return (
        dict(_captioned(layer, value, worded) for value in _likely(layer, least, most)) if layer.on == "board" else {}
    )


def captions_on(puzzle: Puzzle, worded: Worded) -> dict[str, dict[str, str]]:
    """Return the captions of the tokens on a board, by layer."""
    return {
        key: dict([_captioned(layer, puzzle[key], worded)])
        for key, layer in puzzle.genre.inputs.items()
        if layer.on == "board" and puzzle[key] is not None
    }


def _captioned(layer: Layer[Any], value: Any, worded: Worded) -> tuple[str, str]:
    name, text = worded(layer)
    return layer.token(value), layer.value.caption(name, value, text)


def _likely(layer: Layer[Any], least: int | None, most: int | None) -> Iterator[Any]:
    """Yield values that a person is likely to enter: samples, numbers from ``least`` to ``most``, letters."""
    low = least or 0
    numbers = range(low, min(USUAL_NUMBERS if most is None else most, low + MAX_NUMBERS) + 1)
    yield from (sample for sample, _ in layer.value.samples())
    for token in (*map(str, numbers), *ascii_uppercase):
        try:
            yield layer.parse(token)
        except ValueError:
            continue  # it is no token of this type


def glyphs_on(puzzle: Puzzle, answer: Answer) -> dict[str, dict[str, Any]]:
    """Return the glyphs of all tokens on a board, by layer."""
    genre = puzzle.genre
    result = {}
    for values, layers in ((puzzle, genre.inputs), (answer, genre.answers)):
        for key, layer in layers.items():
            by_glyph = layer.value.way not in WITHOUT_GLYPHS and not layer.value.joined
            if by_glyph and layer.on != "board":
                used = dict(layer.place.items(values[key])) if values[key] is not None else {}
                counts = [] if layer.value.counter is None else [layer.value.count_runs(used, puzzle.lattice)]
                result[key] = _described(layer, puzzle.lattice, {*used.values()}, counts)
    return result


def _described(
    layer: Layer[Any], lattice: Lattice, values: Any, counts: Iterable[int] = range(USUAL_NUMBERS + 1)
) -> dict[str, Any]:
    """Return the glyphs of values, by token; that of a counter with each of the ``counts``."""
    result = {}
    for value in values:
        if value is None:
            continue
        token = "" if value == layer.value.nothing else layer.token(value)
        for ending, glyph in _variants(layer.value, token, value, lattice, counts):
            if glyph is not None:
                result[token + ending] = glyph.described()
    return result


def _variants(
    kind: ValueType, token: str, value: Any, lattice: Lattice, counts: Iterable[int]
) -> Iterator[tuple[str, Glyph | None]]:
    """Yield the glyphs that a value may have, each with the ending of its token."""
    if kind.joined and token:
        for digits, directions in _joints(lattice):
            yield f"/{digits}", kind.joined_glyph(value, directions, lattice)
    elif token and token == kind.counter:
        for count in counts:
            yield f"/{count}", kind.counted_glyph(count, lattice)
    else:
        yield "", kind.glyph(value, lattice)


def _joints(lattice: Lattice) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield all sets of directions, each as digits and as a tuple."""
    for chosen in product((0, 1), repeat=len(lattice.vectors)):
        yield "".join(map(str, chosen)), tuple(compress(count(), chosen))
