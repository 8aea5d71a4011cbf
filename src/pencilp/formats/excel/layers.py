"""The places of a puzzle's layers on a sheet, and the blocks of layers without a place on the board.

A layer is written in the cells, at their corners, around the board, as borders, after its name, or in a *block*. A
block is its name and a colon in a cell, with the tokens of the puzzle text below, one in each cell of the sheet. A
block can hold anything that a text can, so every layer of every genre has a place. The place depends on the layer's
place on the board and on the drawing of its values, never on the genre.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import CAGES, GROUPS
from pencilp.errors import InputError
from pencilp.formats.excel.workbook import Place, Sheet, as_text, name_of
from pencilp.formats.remarks import AUTHOR, VARIANT
from pencilp.formats.text import text as plain
from pencilp.formats.text.tokens import NO_CELL, NOTHING, QUOTE, Line, Token
from pencilp.formats.text.values import written_as
from pencilp.genres import Genre

IN_CELLS, AT_CORNERS, AROUND, BORDERS, NAMED, BLOCK = "cells", "corners", "around", "borders", "named", "block"
"""The kinds of places of a layer on a sheet."""

NOTES = (AUTHOR, VARIANT)
"""The notes of a puzzle that a sheet has."""
HEADERS = ("genre", "name", *NOTES, "board", "size")
"""Other settings that are written as a name and a colon."""
ANSWER = "answer "
"""The prefix of the name of an answer's layer."""

HEADING = re.compile(r"((?:answer +)?[^\W\d]\w*) *:\s*(.*)", re.DOTALL)
LINE_AND_COLUMN = re.compile("([0-9]+):([0-9]+)")

Named = list[tuple[str, Layer[Any]]]
"""Layers with their names."""


class SheetLayout:
    """The kind of place of each input layer of a genre on a board of some ``shape``.

    Layers in ``blocks`` are in blocks.
    """

    def __init__(self, genre: type[Genre], shape: str, blocks: Collection[str] = ()) -> None:
        self.genre, self.blocks = genre, frozenset(blocks)
        self.way_of: dict[str, str] = {}
        taken: set[str] = set()
        inputs = genre.inputs.items()
        filled = any(
            layer.on == "cells" and layer.value.way not in GROUPS for name, layer in inputs if name not in blocks
        )
        for name, layer in inputs:
            way = BLOCK if name in blocks else self._natural(layer, shape, taken, filled)
            self.way_of[name] = way
            taken |= set(layer.place.sides) if way == AROUND else {way}

    @staticmethod
    def _natural(layer: Layer[Any], shape: str, taken: set[str], filled: bool) -> str:
        if layer.on == "board":
            return NAMED
        if layer.on == "lines":
            return BLOCK if taken & set(layer.place.sides) else AROUND
        if layer.on == "cells":
            if layer.value.way not in GROUPS:
                return IN_CELLS
            # not all neighbours of hexagons have a common border, and borders can show only one division
            return BLOCK if BORDERS in taken else BORDERS
        squares = shape == "square" and not filled and AT_CORNERS not in taken
        return AT_CORNERS if layer.on == "corners" and squares else BLOCK

    def layers_at(self, way: str) -> Named:
        """Return the layers with one kind of place."""
        return [(name, layer) for name, layer in self.genre.inputs.items() if self.way_of[name] == way]


def first_blocks(genre: type[Genre], lattice: Lattice) -> set[str]:
    """Return the layers that a new sheet has in blocks.

    Borders are for rooms if there are cages, too. Borders do not show which cells are in no room. Hexagons on squares
    have no border between some neighbours. A hole has no corner for a clue.
    """
    divisions = [(name, layer) for name, layer in genre.inputs.items() if layer.value.way in GROUPS]
    if lattice.shape != "square":
        return {name for name, _ in divisions}
    blocks = {name for name, layer in divisions if layer.value.way == CAGES}
    if len(blocks) == len(divisions):
        blocks = set()
    if any(
        layer.on == "cells" and not layer.optional for layer in genre.inputs.values() if layer.value.way not in GROUPS
    ):
        blocks |= {name for name, layer in divisions if getattr(layer.value, "partial", False)}
    if len(lattice) < lattice.rows * lattice.cols:
        blocks |= {name for name, layer in genre.inputs.items() if layer.on == "corners"}
    return blocks


# -- reading --------------------------------------------------------------------------------------------------------


class Heading:
    """A name and a colon in a cell: its ``place``, and the text after the colon or in the cell right of it."""

    def __init__(self, place: Place, behind: str, adjacent: str) -> None:
        self.place, self.behind, self.adjacent = place, behind, adjacent

    @property
    def value(self) -> str:
        """The text after the name, or ""."""
        return self.behind or self.adjacent

    @property
    def where(self) -> str:
        """The name of its cell."""
        return name_of(*self.place)


class Headings:
    """The names with a colon on a sheet, by name. ``duplicates`` has the second occurrences."""

    def __init__(self, sheet: Sheet) -> None:
        self.found: dict[str, Heading] = {}
        self.duplicates: dict[str, Heading] = {}
        self.sheet = sheet
        for text_of in (sheet.text, sheet.pencilled):
            for (row, col), text in sorted(text_of.items()):
                if ":" in text and (match := HEADING.fullmatch(text)):
                    key = _key(match[1])
                    adjacent = sheet.text.get((row, col + 1), "") or sheet.pencilled.get((row, col + 1), "")
                    into = self.duplicates if key in self.found else self.found
                    into[key] = Heading((row, col), match[2].strip(), adjacent)

    def outside(self, key: str, board: tuple[int, int, int, int]) -> Heading | None:
        """Return the heading of this name outside the ``board`` (its first and last row and column).

        Raise InputError if there are two.
        """
        top, left, below, behind = board
        found = [h for h in (self.found.get(_key(key)), self.duplicates.get(_key(key))) if h is not None]
        found = [
            h for h in found if h.place[0] >= below or h.place[1] >= behind or h.place[0] < top or h.place[1] < left
        ]
        if len(found) > 1:
            raise InputError(f"'{key}:' is there twice, here and in {found[0].where}", found[1].where)
        return found[0] if found else None

    def value(self, key: str) -> str:
        """Return the text after a name anywhere on the sheet, or "". Raise InputError if the name is there twice."""
        if key in self.duplicates:
            raise InputError(
                f"'{key}:' is there twice, here and in {self.found[key].where}", self.duplicates[key].where
            )
        return self.found[key].value if key in self.found else ""


def _key(name: str) -> str:
    """Return the normalized form of a name."""
    return " ".join(name.split()).lower()


def read_block(layer: Layer[Any], heading: Heading, sheet: Sheet, lattice: Lattice) -> Any:
    """Return the value of a block's layer; None if the block is empty. Raise InputError naming the cell."""
    try:
        lines = list(_lines(layer, heading, sheet, lattice))
        if not any(text not in (NOTHING, NO_CELL) for _, tokens in lines for _, text in tokens):
            return None if layer.optional else layer.empty(lattice)
        return plain.value_of(layer, lines, lattice)
    except InputError as error:
        match = LINE_AND_COLUMN.fullmatch(error.where)
        column = max(int(match[2]) - 1, heading.place[1]) if match else 0
        where = name_of(int(match[1]) - 1, column) if match else error.where or heading.where
        raise InputError(error.message, where) from None


def block_cells(layer: Layer[Any], heading: Heading, sheet: Sheet, lattice: Lattice) -> Iterator[Place]:
    """Yield the cells of a block, including its name."""
    yield heading.place
    for line, tokens in _lines(layer, heading, sheet, lattice):
        yield from ((line - 1, column) for column, _ in tokens)


def _lines(layer: Layer[Any], heading: Heading, sheet: Sheet, lattice: Lattice) -> Iterator[Line]:
    form = written_as(layer, lattice)
    if form == "behind the name":
        yield heading.place[0] + 1, [(heading.place[1], plain.token_of(heading.value))]
    else:
        yield from _grid(layer, heading, sheet, lattice) if form in ("grid", "directions") else _rows(heading, sheet)


def _grid(layer: Layer[Any], heading: Heading, sheet: Sheet, lattice: Lattice) -> Iterator[Line]:
    """Yield the lines of a block with a cell for each cell or corner of the board.

    Empty cells are signs for nothing.
    """
    more = int(layer.on == "corners")
    corners = set(lattice.corner_keys) if more else lattice.cell_at
    top, left = heading.place[0] + 1, heading.place[1]
    for r in range(lattice.rows + more):
        tokens: list[Token] = []
        for c in range(lattice.cols + more):
            text = sheet.at(top + r, left + c) or sheet.pencilled.get((top + r, left + c), "")
            empty = NOTHING if (r, c) in corners else NO_CELL
            tokens.append((left + c, plain.token_of(text) if text else empty))
        yield top + r + 1, tokens


def _rows(heading: Heading, sheet: Sheet) -> Iterator[Line]:
    """Yield the lines of any other block: the rows below its name until one is empty, each up to its first gap."""
    row, left = heading.place[0] + 1, heading.place[1]
    while True:
        tokens: list[Token] = []
        while text := sheet.at(row, left + len(tokens)) or sheet.pencilled.get((row, left + len(tokens)), ""):
            tokens.append((left + len(tokens), plain.token_of(text)))
        if not tokens:
            return
        yield row + 1, tokens
        row += 1


# -- writing --------------------------------------------------------------------------------------------------------


def written_block(layer: Layer[Any], value: Any, lattice: Lattice) -> list[list[int | str]]:
    """Return the rows of a block, without its name."""
    rows = plain.tokens_of(layer, value, lattice)
    if not rows and written_as(layer, lattice) == "sides":
        # a side without clues shows that the layer is empty
        side = layer.place.sides[0]
        count = layer.place.count(side, lattice)  # type: ignore[attr-defined]
        rows = [[side, *[NOTHING] * count]] if layer.place.single else [[side], *[[NOTHING]] * count]
    return [[cell_value(token) for token in row] for row in rows]


def cell_value(token: str) -> int | str:
    """Return the content of a cell for a token: a number if it reads back as the same token, otherwise the text."""
    if str(digits(token)) == token:
        return int(token)
    if token.startswith(QUOTE) and plain.token_of(token) is not token:
        return json.dumps(json.loads(token))
    return token if as_text(token) == token else json.dumps(token)


def written_name(name: str) -> str:
    """Return the name of a puzzle for a cell, in quotes as in JSON if it would otherwise be read as something else."""
    plain_name = as_text(name) == name and name.isprintable() and not name.startswith(QUOTE)
    return name if plain_name else json.dumps(name)


def read_name(text: str) -> str:
    """Return the puzzle's name from a cell's text."""
    return str(plain.token_of(text))
