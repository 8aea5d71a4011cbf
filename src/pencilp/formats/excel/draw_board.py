"""The look of a new sheet: square cells, thick borders around rooms, black cells, clues outside."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import ACROSS, ALONG, CAGES, GROUPS, TUBES
from pencilp.formats.excel.clues import all_shown, shown_value
from pencilp.formats.excel.draft_sheet import GRID, SIZE, Page, Slot
from pencilp.formats.excel.layers import AROUND, AT_CORNERS, BLOCK, BORDERS, IN_CELLS, SheetLayout, written_block
from pencilp.formats.excel.workbook import SIDES, Frame, Place, sides_of
from pencilp.formats.text.tokens import NO_CELL
from pencilp.formats.text.values import written_as
from pencilp.genres import Genre

PAINTS = {"ink": "FF000000", "paper": "FFFFFFFF", "grey": "FFA6A6A6", "solid": "FF404040", "faint": "FF8C8C8C"}
"""The colours of clues by use; all others are black."""
HOLE = "FF7F7F7F"
TUBE, BULB, GLASS = "FFDDE6F0", "FF9DB4CE", "FF5F7A99"
QUIET = "FF6E6E6E"
"""The colour of text next to a board, lighter than the board."""
FACING = {"top": "bottom", "left": "right", "bottom": "top", "right": "left"}
"""The opposite of each side."""
SMALL_POINTS, LARGE_POINTS = 8.5, 19
MAX_LIST_ROWS = 60
"""An empty list has a row for each cell of the board, but at most this number."""
LINES = "MS Gothic"
"""A font whose box-drawing characters fill their cells."""


class Board:
    """A board on a new sheet. ``values`` are those of a puzzle, or None for a layer to fill in."""

    def __init__(
        self, page: Page, genre: type[Genre], lattice: Lattice, values: Mapping[str, Any], layout: SheetLayout,
        *, template: bool = False,
    ) -> None:  # fmt: skip
        self.page, self.genre, self.lattice, self.values = page, genre, lattice, values
        self.layout, self.template = layout, template
        self.frame = self._frame()
        corner = int(bool(layout.layers_at(AT_CORNERS)))
        self.below = self.frame.top + lattice.rows + max(self.frame.bottom, corner)
        self.behind = self.frame.left + lattice.cols + max(self.frame.right, corner)
        self.places = self.frame.places(lattice)

    def _frame(self) -> Frame:
        depth = dict.fromkeys(("top", "left", "bottom", "right"), 0)
        for name, layer in self.layout.layers_at(AROUND):
            for side in layer.place.sides:
                clues = (self.values[name] or {}).get(side, ())
                depth[side] = max([1, *map(len, clues)])
                if self.template and not layer.place.single:
                    line = self.lattice.rows if side in ("top", "bottom") else self.lattice.cols
                    depth[side] = (line + 1) // 2
        return Frame(depth["top"], depth["left"], depth["bottom"], depth["right"])

    def ranges(self) -> dict[str, tuple[Place, Place]]:
        """Return the first and last cell of the ``board``, and of the ``puzzle``, which includes clues around it."""
        top, left = self.frame.top, self.frame.left
        last = top + self.lattice.rows - 1, left + self.lattice.cols - 1
        return {"board": ((top, left), last), "puzzle": ((0, 0), (self.below - 1, self.behind - 1))}

    def draw(self) -> None:
        """Draw the board with its clues; texts next to it are added later."""
        self._grid()
        for name, layer in self.genre.inputs.items():
            self._decorate(layer, self.values[name])
        self._clues()
        for name, layer in self.layout.layers_at(AT_CORNERS):
            self._at_corners(layer, self.values[name])
        for name, layer in self.layout.layers_at(AROUND):
            self._around(layer, self.values[name])
        mark = self.page.cell(self.below + 1, self.behind + 1, "E")
        mark.font = self.page.font(SMALL_POINTS, QUIET)

    def _slot(self, place: Place, value: Any = None) -> Slot:
        return self.page.cell(place[0] + 1, place[1] + 1, value)

    # -- the grid

    def _grid(self) -> None:
        page, lattice = self.page, self.lattice
        on_edges = any(layer.on == "edges" and layer.value.way == ALONG for layer in self.genre.answers.values())
        divided = any(layer.value.way in GROUPS for layer in self.genre.inputs.values())
        outline = "thin" if on_edges else "thick" if divided else "medium"
        lined = any(layer.value.way == ACROSS for layer in self.genre.answers.values())
        marked = any(layer.on == "cells" and layer.value.marked is not None for layer in self.genre.answers.values())
        empty = page.font(22, name=LINES) if lined else page.font(LARGE_POINTS) if marked else page.plain
        side_of = {d: side for d, side in enumerate(sides_of(lattice)) if side}
        for c, place in enumerate(self.places):
            slot = self._slot(place)
            slot.font = empty
            for d, side in side_of.items():
                inner = lattice.step[c][d] >= 0
                page.draw(slot, side, "thin" if inner else outline, GRID if inner or on_edges else "FF000000")
        if len(lattice) < lattice.rows * lattice.cols:
            for r in range(lattice.rows):
                for c in range(lattice.cols):
                    if (r, c) not in lattice.cell_at:
                        hole = self._slot((r + self.frame.top, c + self.frame.left), NO_CELL)
                        hole.fill, hole.font = page.fill(HOLE), page.font(SMALL_POINTS, HOLE)

    def _decorate(self, layer: Layer[Any], value: Any) -> None:
        """Draw everything that is not text: rooms, cages, walls and tubes."""
        if value is None:
            return
        way = layer.value.way
        if way in GROUPS and self._drawn(layer.name):
            self._walls(value.borders(self.lattice), "thick")
        elif way in GROUPS:
            self._walls(value.borders(self.lattice), "mediumDashed" if way == CAGES else "dashDot")
        elif way == ALONG and layer.on in ("links", "edges"):
            self._walls([e for e, wall in enumerate(value) if wall], "mediumDashDotDot")
        elif way == TUBES:
            self._tubes(value.paths)

    def _tubes(self, paths: list[tuple[int, ...]]) -> None:
        """Draw paths as tubes, outlined, open from each cell to the next, the first cell darker.

        If borders show rooms, tubes have no outlines.
        """
        outlined = not self.layout.layers_at(BORDERS)
        sides = sides_of(self.lattice)
        for path in paths:
            joined = {*pairwise(path), *pairwise(path[::-1])}
            for c in path:
                slot = self._slot(self.places[c])
                slot.fill = self.page.fill(BULB if c == path[0] else TUBE)
                for side, other in zip(sides, self.lattice.step[c], strict=True):
                    if side and (c, other) in joined and outlined:
                        self.page.draw(slot, side, "hair", TUBE)
                    elif side and other >= 0 and outlined:
                        self.page.draw(slot, side, "medium", GLASS)
                        self.page.draw(self._slot(self.places[other]), FACING[side], "medium", GLASS)

    def _drawn(self, name: str) -> bool:
        """Return whether a division is drawn by thick borders: its place is borders, or it is the only division."""
        alone = sum(layer.value.way in GROUPS for layer in self.genre.inputs.values()) == 1
        return self.layout.way_of[name] == BORDERS or alone

    def _walls(self, edges: list[int], style: str) -> None:
        there = set(edges)
        sides = sides_of(self.lattice)
        for c, place in enumerate(self.places):
            for d, e in enumerate(self.lattice.cell_edges[c]):
                if e in there and sides[d]:
                    slot = self._slot(place)
                    if getattr(slot.border, sides[d]).style != "thick":
                        self.page.draw(slot, sides[d], style)

    # -- clues

    def _clues(self) -> None:
        layers = [(name, layer) for name, layer in self.layout.layers_at(IN_CELLS) if self.values[name] is not None]
        known: dict[Any, Any] = {}
        for c, place in enumerate(self.places):
            values = {name: value for name, _ in layers if (value := self.values[name][c]) is not None}
            values = {name: value for name, value in values.items() if value != self.genre.inputs[name].value.nothing}
            if values:
                key = tuple(values.items())
                if key not in known:
                    known[key] = all_shown(values, self.layout.layers_at(IN_CELLS), self.lattice)
                slot = self._slot(place, known[key])
                self._looks(slot, values)

    def _looks(self, slot: Slot, values: dict[str, Any]) -> None:
        """Give a cell the look of its clues."""
        page = self.page
        for name, value in values.items():
            kind = self.genre.inputs[name].value
            glyph = kind.glyph(value, self.lattice)
            text = str(slot.value if slot.value is not None else "")
            # a circle or a star in the size of a letter would be too small
            sign = len(text) == 1 and not text.isascii()
            size = LARGE_POINTS if sign else SIZE if len(text) < 4 else SIZE - 2 if len(text) < 5 else SMALL_POINTS
            if glyph is None:
                slot.font = page.font(size)
                continue
            if glyph.fill:
                slot.fill = page.fill(PAINTS.get(glyph.fill, "FF000000"))
            color = PAINTS.get(glyph.paint, "FF000000")
            slot.font = page.font(SMALL_POINTS if glyph.corner else size, color, bold=glyph.fill == "ink")
            slot.alignment = page.alignment("left", "top") if glyph.corner else page.centred

    def _at_corners(self, layer: Layer[Any], values: Any) -> None:
        for (row, col), value in zip(self.lattice.corner_keys, values or (), strict=values is not None):
            if value is not None:
                slot = self._slot((row + self.frame.top, col + self.frame.left))
                slot.value = shown_value(layer, value)
                slot.font, slot.alignment = self.page.font(SIZE - 2, bold=True), self.page.alignment("left", "top")

    def _around(self, layer: Any, clues: Any) -> None:
        for side in layer.place.sides:
            for i in range(layer.place.count(side, self.lattice)):
                listed = clues[side][i] if clues else ()
                if clues and not listed and not layer.place.single and not self.template:
                    listed = self._no_clues(layer)
                for n, place in enumerate(self.around(side, i, len(listed))):
                    self._slot(place, shown_value(layer, listed[n]))
                if self.template:
                    for place in self.around(side, i, self._depth(side)):
                        for edge in SIDES:
                            # the line between it and the board belongs to the board
                            if edge != FACING[side]:
                                self.page.draw(self._slot(place), edge, "hair", GRID)

    @staticmethod
    def _no_clues(layer: Any) -> tuple[Any, ...]:
        """Return the text of a line without a clue: 0 if that means no run, otherwise nothing."""
        if not layer.value.allows(0):
            return ()
        (line,) = layer.value.gather({"top": [(0,)]})["top"]
        return () if line else (0,)

    def _depth(self, side: str) -> int:
        return int(getattr(self.frame, side))

    def around(self, side: str, line: int, count: int) -> list[Place]:
        """Return the places of ``count`` clues of a line, next to the board."""
        frame, rows, cols = self.frame, self.lattice.rows, self.lattice.cols
        return {
            "top": [(frame.top - count + n, frame.left + line) for n in range(count)],
            "left": [(frame.top + line, frame.left - count + n) for n in range(count)],
            "bottom": [(frame.top + rows + n, frame.left + line) for n in range(count)],
            "right": [(frame.top + line, frame.left + cols + n) for n in range(count)],
        }[side]

    # -- next to the board

    def write_names(self, said: list[tuple[str, int | str]]) -> tuple[int, int]:
        """Put names and values to the right of the board; return the first free row, and the column of the names."""
        column = self.behind + 2
        for row, (name, value) in enumerate(said):
            label = self._slot((row, column), f"{name}:")
            label.font, label.alignment = self.page.font(10, QUIET), self.page.alignment("left", shrink=False)
            slot = self._slot((row, column + 1), value)
            slot.font, slot.alignment = self.page.font(10), self.page.alignment("left", shrink=False)
        return max(self.below + 2, len(said) + 1), column

    def block(self, row: int, name: str, rows: list[list[int | str]], color: str = "FF000000") -> int:
        """Put a block at a row of the sheet; return the first free row below it."""
        label = self._slot((row, 0), f"{name}:")
        label.font, label.alignment = self.page.font(10, QUIET), self.page.alignment("left", shrink=False)
        for r, tokens in enumerate(rows, row + 1):
            for c, token in enumerate(tokens):
                slot = self._slot((r, c), token if token != "" else None)
                slot.font = self.page.font(9, color)
                for side in SIDES:
                    self.page.draw(slot, side, "hair", GRID)
        return row + len(rows) + 2

    def blocks(self, row: int) -> int:
        """Put the input layers in blocks below the board, from a row on; return the first free row."""
        layers = self.layout.layers_at(BLOCK)
        if self.template:
            # lists come last, because their length is unknown
            layers.sort(key=lambda named: self._is_list(named[1]))
        for name, layer in layers:
            value = self.values[name]
            default = value is None or (layer.optional and value == layer.default(self.lattice))
            default = default or (self.template and value == layer.empty(self.lattice))
            if not default:
                row = self.block(row, name, written_block(layer, value, self.lattice))
            elif self.template or name in self.layout.blocks:
                # an empty block means that the layer is not given
                row = self.block(row, name, self._empty_block(layer))
        return row

    def hint(self, row: int, text: str) -> int:
        """Put a line of text at a row of the sheet; return the next row."""
        slot = self._slot((row, 0), text)
        slot.font, slot.alignment = self.page.font(10), self.page.alignment("left", shrink=False)
        return row + 1

    def _empty_block(self, layer: Layer[Any]) -> list[list[int | str]]:
        form, more = written_as(layer, self.lattice), int(layer.on == "corners")
        if self._is_list(layer):
            return [[""] * 2] * min(MAX_LIST_ROWS, len(self.lattice))
        tall = self.lattice.rows + more if form in ("grid", "directions") else 1
        return [[""] * (self.lattice.cols + more)] * tall

    def _is_list(self, layer: Layer[Any]) -> bool:
        """Return whether a block has a row for each value, so that its length varies."""
        return written_as(layer, self.lattice) == "places"
