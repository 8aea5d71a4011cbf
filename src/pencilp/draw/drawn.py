"""The layers of a puzzle and its answer with their glyphs, for both renderers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerLayer, Groups, Layer
from pencilp.board.layers.glyphs import Glyph
from pencilp.board.layers.values import ALONG, AREAS, CIRCLES, GLYPHS, STROKES
from pencilp.board.puzzle import Answer, Puzzle

Marked = int | tuple[Any, ...]
"""A place that a drawing marks.

It is a cell; a kind of place ("edges", "links", "corners" or "columns") with an index; or a line of clues outside the board as
its side with an index ("top", 3).
"""


class Marks:
    """Marked places by kind.

    ``cells``, ``edges``, ``corners`` and ``columns`` are sorted indices, ``lines`` are pairs of a side and an index.
    """

    def __init__(self, places: Iterable[Marked]) -> None:
        found: dict[str, set[int]] = {}
        self.lines: set[tuple[str, int]] = set()
        for place in places:
            kind, index = place if isinstance(place, tuple) else ("cells", place)
            if kind in ("top", "bottom", "left", "right"):
                self.lines.add((kind, index))
            else:
                # a link has the number of the edge that it crosses
                found.setdefault("edges" if kind == "links" else kind, set()).add(index)
        self.cells = sorted(found.get("cells", ()))
        self.edges = sorted(found.get("edges", ()))
        self.corners = sorted(found.get("corners", ()))
        self.columns = sorted(found.get("columns", ()))


class Drawn:
    """One layer that is drawn.

    ``answered`` says that it belongs to the answer, ``given`` that it belongs to the puzzle; remarks on an answer are
    neither. ``glyphs`` are (place, value, glyph) of all values that are drawn as glyphs. ``other`` are the values of an
    answer to compare with. ``lattice`` is the puzzle's in the orientation of the drawing.
    """

    def __init__(self, layer: Layer[Any], values: Any, puzzle: Puzzle, lattice: Lattice, other: Any = None) -> None:
        self.layer, self.values, self.other = layer, values, other
        self.answered = isinstance(layer, AnswerLayer)
        self.given = any(layer is one for one in puzzle.genre.inputs.values())
        self.on = layer.on
        self.way = layer.value.way
        by_glyph = self.way in (GLYPHS, AREAS, CIRCLES)
        self.glyphs: list[tuple[Any, Any, Glyph]] = (
            list(layer.value.glyphs(layer.place.items(values), lattice)) if by_glyph else []
        )
        if isinstance(layer.place, Groups):
            cells = layer.place.cells(puzzle.values)
            self.on, self.glyphs = "cells", [(cells[i], value, glyph) for i, value, glyph in self.glyphs]

    @property
    def strokes(self) -> list[tuple[int, int]]:
        """The (edge, number of lines) pairs of a layer of lines."""
        return [(e, v) for e, v in enumerate(self.values) if v] if self.way in STROKES else []

    @property
    def undecided(self) -> list[int]:
        """The undecided places of an answer's layer."""
        return [i for i, v in self.layer.place.items(self.values) if v is None] if self.answered else []


def hidden(puzzle: Puzzle, answer: Answer) -> list[int]:
    """Return the undecided cells of an answer whose clue hides the dot for this in a drawing."""
    layers = drawn(puzzle, answer, puzzle.lattice)
    clued = {cell for d in layers if d.given and d.on == "cells" for cell, _, glyph in d.glyphs if glyph.text}
    return sorted(clued.intersection(cell for d in layers if d.on == "cells" for cell in d.undecided))


def drawn(puzzle: Puzzle, answer: Answer | None, lattice: Lattice, compare: Answer | None = None) -> list[Drawn]:
    """Return the layers of a puzzle and of an answer in drawing order; ``lattice`` as in ``Drawn``."""
    genre = puzzle.genre
    result = [Drawn(layer, puzzle[key], puzzle, lattice) for key, layer in genre.inputs.items()]
    if answer is not None:
        for key, layer in genre.answers.items():
            result.append(Drawn(layer, answer[key], puzzle, lattice, None if compare is None else compare[key]))
        if answer.extra is not None:
            from pencilp.board.layers.remarks import REMARKS

            result.append(Drawn(REMARKS, answer.extra.remarks, puzzle, lattice))
    return result


def check_types(puzzle: Any, *answers: Any) -> None:
    """Raise TypeError if the first argument is not a puzzle, or another is neither an answer nor None."""
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"a Puzzle is needed, not {type(puzzle).__name__}")
    for answer in answers:
        if answer is not None and not isinstance(answer, Answer):
            raise TypeError(f"an Answer is needed, not {type(answer).__name__}")


def follows_edges(puzzle: Puzzle, on: str) -> bool:
    """Return whether the answer is drawn along edges and lies on ``on``: "links" or "edges"."""
    return any(layer.on == on and layer.value.way == ALONG for layer in puzzle.genre.answers.values())


Caption = tuple[str, Sequence[Sequence[str]]]
"""A line of text above the board, and the pieces drawn below that line, each as rows of ``x`` and ``.``."""


Worded = Callable[[Layer[Any]], tuple[str, str]]
"""A function that returns the name and the text of a layer as a picture has them, such as in another language."""


def as_declared(layer: Layer[Any]) -> tuple[str, str]:
    """Return the name and the text of a layer as its genre declares them."""
    return layer.name, layer.text


def captions(layers: list[Drawn], worded: Worded = as_declared) -> list[Caption]:
    """Return the captions above the board for values of the whole puzzle.

    Names with their values share a line. A layer with pieces or with a text of its own has its own line.
    """
    short: list[str] = []
    found: list[Caption] = []
    for d in layers:
        if d.on != "board" or d.values is None:
            continue
        name, text = worded(d.layer)
        says = d.layer.value.caption(name, d.values, text)
        pieces = d.layer.value.pieces(d.values)
        if pieces or (says and not says.startswith(f"{name}:")):
            found.append((says, pieces))
        elif says:
            short.append(says)
    return [*([(", ".join(short), ())] if short else []), *found]


def in_rows(pieces: Sequence[Sequence[str]], width: int) -> list[list[Sequence[str]]]:
    """Return pieces in rows of at most ``width`` cells, with a cell between two pieces."""
    rows: list[list[Sequence[str]]] = []
    used = 0
    for piece in pieces:
        if not rows or used + 1 + len(piece[0]) > width:
            rows.append([])
            used = -1
        rows[-1].append(piece)
        used += 1 + len(piece[0])
    return rows


def area_borders(lattice: Lattice, values: Any) -> list[int]:
    """Return the inner edges between cells with different values."""
    return [
        e
        for e, (a, b) in enumerate(lattice.links)
        if values[a] != values[b] and values[a] is not None and values[b] is not None
    ]
