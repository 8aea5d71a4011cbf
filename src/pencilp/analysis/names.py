"""Names of clues and of the places of rules in sentences: one voice for steps, checks, conflicts and needless clues."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from math import dist
from typing import Any

from pencilp._util.parse_number import are_digits
from pencilp.analysis.phrases import Phrase, joined
from pencilp.analysis.steps.places import Places
from pencilp.board.layers import Groups
from pencilp.board.layers.glyphs import Glyph
from pencilp.board.layers.rooms import Rooms
from pencilp.board.layers.symbols import WAYS_SAID
from pencilp.board.layers.values import ALONG
from pencilp.board.puzzle import Puzzle
from pencilp.model import Rule

BETWEEN = "{} that lies {}"
"""The key of a clue between two cells; in English "1 between r1c1 and r1c2" is enough."""
ROOMS = {
    "aquariums": "aquarium", "boxes": "box", "bricks": "brick", "cages": "cage", "countries": "country", "mats": "mat",
    "regions": "region", "rooms": "room", "tiles": "tile",
}  # fmt: skip
"""The groups of cells in the texts of their layers, and one of them."""
_ARROW = re.compile(r"[bgw]?(\d+|\?)-?([nesw])")
"""The token of a number with an arrow."""
_UNSAID = re.compile(r"[nesow]{1,2}(,[nesow]{1,2})+|[0-9a-f]+/[0-9a-f]+")
"""Tokens that no sentence repeats: of an arrow from cell to cell, and of a drawing."""
_COLOURED = re.compile(r"([bgw])(\d+)")
"""The token of a number in a circle."""
_COLOURS = {"b": "black {}", "g": "grey {}", "w": "white {}"}
_SUMS = re.compile(r"(\d*)\\(\d*)")
"""The token of the sums below and to the right of a cell."""
LINE = re.compile(rf"\ban? (row or column|column or row|row|column|run|{'|'.join(ROOMS.values())})\b")
"""The place of a rule in its words, which may name the one that is meant."""


class Names:
    """The names of the clues of one puzzle, and of the places of its rules."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    @cached_property
    def places(self) -> Places:
        """The names of places on the board."""
        return Places(self.puzzle.lattice)

    @cached_property
    def _rooms(self) -> dict[frozenset[int], str]:
        """Per group of cells what it is, such as "room"."""
        return {
            frozenset(group): _room_of(self.puzzle.genre.inputs[key].text)
            for key, layer in self.puzzle.values.items()
            if isinstance(self.puzzle.genre.inputs[key], Rooms)
            for group in layer.groups
        }

    def _rooms_of(self, cells: set[int]) -> list[str]:
        """Return the names of the one or two rooms that the cells are; [] if they are anything else."""
        inside = [(min(room), what, len(room)) for room, what in self._rooms.items() if room <= cells]
        if len(inside) > 2 or sum(size for _, _, size in inside) != len(cells):
            return []
        return [Phrase(f"the {what} of {{}}", self.puzzle.lattice.names[first]) for first, what, _ in sorted(inside)]

    def clue(self, key: str, where: Any, *more: int, cells: Collection[int] = (), part: int | None = None) -> str:
        """Return a clue with its place, by the meaning of its sign if it has one, such as "white circle at r1c2".

        If a cell has two sums, the ``cells`` of the rule or the ``part`` of the clue say which one is meant.
        """
        values = self.puzzle.values[key]
        layer = self.puzzle.genre.inputs[key]
        if isinstance(where, str):
            line = " ".join(map(layer.token, values[where][more[0]])) or "nothing"
            return Phrase(f"{{}} {SIDES[where]} {{}}", line, more[0] + 1)
        written, name = layer.token(values[where]), self.place(key, where)
        if _UNSAID.fullmatch(written):
            return name
        sums = _SUMS.fullmatch(written)
        if sums and sums[2] and (not sums[1] or part == 1 or self.places.row(cells, "row")):
            return Phrase("the sum {} to the right of {}", sums[2], name)
        if sums and sums[1]:
            return Phrase("the sum {} below {}", sums[1], name)
        sign = self.sign(key, values[where])
        if layer.on == "links":
            return Phrase.of(f"{sign} {name}", BETWEEN, (sign, name))
        return Phrase("{} at {}", sign, name)

    def place(self, key: str, where: Any, *more: int) -> str:
        """Return the name of the place of a clue."""
        layer, lattice = self.puzzle.genre.inputs[key], self.puzzle.lattice
        if isinstance(where, str):
            return Phrase(f"{SIDES[where]} {{}}", more[0] + 1)
        if isinstance(layer.place, Groups):
            cell: int = layer.place.cells(self.puzzle.values)[where]
            return lattice.names[cell]
        if layer.on == "corners":
            return self.places.corner(where)
        if layer.on == "edges":
            return self.places.edges([where])
        if layer.on == "links":
            return self.places.links([where], along=True)[0]
        return layer.title(where, lattice)

    def of_answer(self, key: str, some: Iterable[int], *, absent: bool = False) -> list[str]:
        """Return the names of places of a layer of the answer, as few words as name them all."""
        layer = self.puzzle.genre.answers[key]
        if layer.on == "cells":
            return self.places.cells(some)
        if layer.on == "links":
            return self.places.links(some, along=_lies_along(layer), absent=absent)
        if layer.on == "edges":
            return [self.places.edges(some, "or" if absent else "and")]
        if layer.on == "corners":
            return [self.places.corners(some)]
        return [layer.title(i, self.puzzle.lattice) for i in some]

    def things(self, key: str, some: Sequence[int]) -> list[str]:
        """Return the names of places of a layer of the answer as things to look at, such as "the line from r1c1 to r1c2"."""
        layer, names = self.puzzle.genre.answers[key], self.of_answer(key, some)
        if layer.on != "links":
            return names
        if _lies_along(layer):
            return [Phrase("the border {}" if len(some) == 1 else "the borders {}", joined(names))]
        return [Phrase("the line {}" if len(some) == 1 else "the lines {}", joined(names))]

    def sign(self, key: str, value: Any) -> str:
        """Return a value of a clue on the board as a sentence has it."""
        layer = self.puzzle.genre.inputs[key]
        written = layer.token(value)
        if layer.value.closed and isinstance(value, (str, int)):
            meaning = next((meaning for known, meaning in layer.value.samples() if known == value), "")
            return _noun_of(meaning, layer.text) or written
        if written in WAYS_SAID and "arrow" in layer.text:
            return f"arrow {WAYS_SAID[written]}"
        if arrow := _ARROW.fullmatch(written):
            return Phrase(f"{{}} with an arrow {WAYS_SAID[arrow[2]]}", arrow[1])
        if coloured := _COLOURED.fullmatch(written):
            return Phrase(_COLOURS[coloured[1]], coloured[2])
        return written

    def where(self, rule: str, at: str, cells: Collection[int], clue: str = "") -> str:
        """Return the place of a rule in words: its clue, a line, a room, a corner, or its cells; "" for the whole board.

        ``rule`` are the words of the rule, ``at`` names its place if that has no cells.
        """
        if isinstance(clue, Phrase) and clue.key in ("{} at {}", BETWEEN):
            sign, name = clue.parts
            # a rule about white circles does not need the words "white circle" again
            return name if len(sign) > 2 and sign in rule and not are_digits(sign) else clue
        if clue or not cells:
            return clue or at
        if len(cells) == len(self.puzzle.lattice.cells) > 1:
            return ""
        if any(layer.on in ("edges", "corners") for layer in self.puzzle.genre.answers.values()):
            corner = self.places.corner_of(cells)
            if corner:
                return Phrase("at {}", corner)
        if len(cells) > 1 and (rooms := self._rooms_of({*cells})):
            return joined(rooms)
        for kind in _kinds_of_line(rule):
            if line := self.places.row(cells, kind):
                return line
        return self.places.area(cells) or joined(self.places.cells(cells))


def _lies_along(layer: Any) -> bool:
    """Return whether a layer on links has something between their cells, such as a border, and no line across."""
    return bool(getattr(layer.value, "way", "") == ALONG)


def _kinds_of_line(rule: str) -> list[str]:
    """Return whether the words of a rule speak of a row, a column, or of both."""
    its = LINE.search(rule)
    return [kind for kind in its[1].split(" or ") if kind in ("row", "column")] if its else []


def _room_of(text: str) -> str:
    """Return what a group of cells is called by the text of its layer."""
    return next((one for several, one in ROOMS.items() if re.search(rf"\b{several}\b", text)), "room")


def _noun_of(meaning: str, text: str) -> str:
    """Return what a sign is by its meaning, such as "white circle"; if that is a sentence, by the text of its layer."""
    short = re.split(r"[:,]| \(", meaning)[0]
    if not re.search(r"\b(is|differ|than)\b", short):
        for article in ("a ", "an ", "the "):
            if short.startswith(article):
                return Phrase.of(short.removeprefix(article), short)
        return short
    noun = text.removeprefix("the ").split()[0]
    return noun.removesuffix("s")


SAME_POINT_DISTANCE = 0.01
"""Points at most this far apart, in cells, count as one."""
SIDES = {"top": "above column", "bottom": "below column", "left": "left of row", "right": "right of row"}
"""The texts for the place of a clue outside the board."""


def clue_of(puzzle: Puzzle, rule: Rule) -> tuple[Any, ...]:
    """Return the clue that a rule comes from, as ``Broken.clue`` has it: the name of its layer and its place there."""
    assert rule.clue is not None
    values, *where = rule.clue
    key = next((key for key, held in puzzle.values.items() if held is values), "")
    if not key:
        raise TypeError(f"{rule.words}: the clue of a rule must be in a layer of the puzzle")
    return key, *where


def clue_mark(puzzle: Puzzle, key: str, where: Any, *more: int) -> Any:
    """Return what a drawing marks for a clue: its place, or where its sign is drawn."""
    layer, mark = puzzle.genre.inputs[key], place_of_clue(puzzle, key, where, *more)
    if layer.on == "cells":
        return _where_drawn(puzzle, layer.value.glyph(puzzle.values[key][where], puzzle.lattice), mark)
    return mark


def place_of_clue(puzzle: Puzzle, key: str, where: Any, *more: int) -> Any:
    """Return the place for drawings of the clue that a layer has at an index, or at a side and an index."""
    layer = puzzle.genre.inputs[key]
    if isinstance(where, str):
        return where, more[0]
    if isinstance(layer.place, Groups):
        return layer.place.cells(puzzle.values)[where]
    return where if layer.on == "cells" else ("edges" if layer.on == "links" else layer.on, where)


def _where_drawn(puzzle: Puzzle, glyph: Glyph | None, cell: int) -> Any:
    """Return the place at which a clue of a ``cell`` is drawn: the cell, or one of its edges or corners."""
    lattice = puzzle.lattice
    if glyph is None or not glyph.at or glyph.at == (0, 0):
        return cell
    (x, y), (dx, dy) = lattice.center(cell), glyph.at
    points = {p: lattice.corner_point(p) for p in lattice.cell_corners[cell]}
    near = [("corners", p) for p, at in points.items() if dist(at, (x + dx, y + dy)) < SAME_POINT_DISTANCE]
    for edge in lattice.cell_edges[cell]:
        (ax, ay), (bx, by) = (points[p] for p in lattice.edge_corners[edge])
        if dist(((ax + bx) / 2, (ay + by) / 2), (x + dx, y + dy)) < SAME_POINT_DISTANCE:
            near.append(("edges", edge))
    return near[0] if near else cell
