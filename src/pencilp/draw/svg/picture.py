"""Whole pictures of boards: printed with an answer, and of somebody who is solving."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pencilp.board.layers.places import OUTWARD
from pencilp.board.layers.values import ACROSS, ALONG, AREAS, BRIDGES, CAGES, DIAGONALS, OUTLINES, TUBES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Drawn, Marks, area_borders, follows_edges
from pencilp.draw.marks import onto_picture
from pencilp.draw.svg.around import draw_below, draw_boxed, draw_captions, draw_columns, draw_outside
from pencilp.draw.svg.board import Board, outer_center
from pencilp.draw.svg.canvas import coordinate, escape
from pencilp.draw.svg.lines import (
    draw_cages,
    draw_diagonals,
    draw_grid,
    draw_lines_across,
    draw_mercury,
    draw_rims,
    draw_strokes,
    draw_thermometers,
)
from pencilp.draw.svg.shapes import draw_glyph
from pencilp.draw.svg.style import DASH, FAINT, FONTS, INK, PAPER, PENCIL_LINE, UNIT


class Picture(Board):
    """A picture of a board."""

    def document(self) -> str:
        """Return the SVG document."""
        self.board()
        margin = 0.35 * UNIT
        x, y = self.box[0] - margin, self.box[1] - margin
        width, height = self.box[2] - x + margin, self.box[3] - y + margin
        frame = f"{coordinate(x)} {coordinate(y)} {coordinate(width)} {coordinate(height)}"
        genre: Any = self.puzzle.genre
        named = " ".join(filter(None, (getattr(genre, "title", "") or genre.name, self.puzzle.name)))
        title = escape(self.heading or named)
        described = f"<desc>{escape(self.description)}</desc>\n" if self.description else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" '
            f'width="{coordinate(width)}" height="{coordinate(height)}" '
            f'role="img" font-family="{FONTS}">\n<title>{title}</title>\n'
            f"{described}{self.paper(x, y, width, height)}{self.body()}\n</svg>\n"
        )

    def paper(self, x: float, y: float, width: float, height: float) -> str:
        """Return the background."""
        place = f'x="{coordinate(x)}" y="{coordinate(y)}"'
        return f'<rect {place} width="{coordinate(width)}" height="{coordinate(height)}" fill="{PAPER}"/>\n'

    def board(self) -> None:
        """Draw everything."""
        self.grid()
        self.draw_layers()
        self.draw_around()
        draw_below(self)

    def draw_layers(self) -> None:
        """Draw all layers, printed layers above pencilled layers."""
        for d in sorted(self.layers, key=lambda d: not d.answered):
            self.layer(d)

    def draw_around(self) -> None:
        """Draw boxes below the board, marks, and captions above it."""
        draw_columns(self)
        onto_picture(self, self.marks)
        draw_captions(self)

    def grid(self) -> None:
        """Draw the grid."""
        draw_grid(self)

    def layer(self, d: Drawn) -> None:
        """Draw a layer, in the way of its value type."""
        lattice = self.lattice
        if d.on == "lines":
            draw_outside(self, d)
        elif d.way == OUTLINES:
            borders = d.values.borders(lattice)
            draw_rims(self, borders)
            self.segments("walls", self.edge_points(borders), INK, 0.075)
        elif d.way == CAGES:
            draw_cages(self, d.values.of)
        elif d.way == TUBES:
            draw_thermometers(self, d)
        elif d.way == DIAGONALS:
            draw_diagonals(self, d)
        elif d.way == ALONG:
            # a printed piece of a line along edges is drawn like the line
            along = d.answered or follows_edges(self.puzzle, "edges")
            sheet, color = "lines" if along else "walls", PENCIL_LINE if d.answered else INK
            pieces = {e: self.edge_points([e]) for e, _ in d.strokes}
            if getattr(d.layer.value, "dashed", False):
                draw_strokes(self, "grid", pieces, FAINT, 0.04, dash=DASH)
            else:
                draw_rims(self, pieces)
                draw_strokes(self, sheet, pieces, color, 0.11)
        elif d.way in (ACROSS, BRIDGES):
            draw_lines_across(self, d)
        elif d.on in ("cells", "corners", "links", "edges"):
            if d.way == AREAS:
                self.segments("lines", self.edge_points(area_borders(lattice, d.values)), PENCIL_LINE, 0.11)
            for place, _, glyph in d.glyphs:
                self.tag, self.given = self.place_tag(d.on, place), self.manner(d, place, glyph)
                draw_glyph(
                    self, glyph, *self.place_point(d.on, place), d.answered, d.on, place if d.on == "cells" else None
                )
        self.tag, self.given = "", ""
        self.undecided(d)

    def undecided(self, d: Drawn) -> None:
        """Draw a small dot at each undecided place of an answer without a clue."""
        if d.on in ("cells", "corners", "links", "edges"):
            for place in d.undecided:
                if d.on != "cells" or place not in self.clued:
                    self.tag = self.place_tag(d.on, place) + ' class="undecided"'
                    r = 0.045 if d.on == "cells" else 0.03
                    self.circle("lines", *self.place_point(d.on, place), r, FAINT, "none", 0)


class SolvingPicture(Picture):
    """A picture of a board on which somebody writes an answer.

    On each sheet, the elements of all layers are in a group of the class ``layers``, those of a layer in a group with
    its name (``data-layer``), and those above and below the board in a group of the class ``around``. A page that
    changes the picture finds them there.
    """

    grouped = True
    """Whether there are such groups, unless the answer is drawn alone."""

    def __init__(self, puzzle: Puzzle, answer: Answer, orientation: str, over: bool) -> None:
        super().__init__(puzzle, answer, orientation, Marks(()))
        self.over = over

    def paper(self, x: float, y: float, width: float, height: float) -> str:
        return "" if self.over else super().paper(x, y, width, height)

    def grid(self) -> None:
        self.make_room()
        super().grid()
        if BRIDGES in self.ways:
            # the author of a puzzle must see its cells
            dash = f"{coordinate(0.03 * UNIT)} {coordinate(0.07 * UNIT)}"
            self.segments("grid", self.edge_points(range(len(self.lattice.edges))), FAINT, 0.022, cap="butt", dash=dash)

    def make_room(self) -> None:
        """Leave room outside for one more clue than the longest line of each side has."""
        lattice = self.lattice
        for key, layer in self.puzzle.genre.inputs.items():
            if layer.on != "lines":
                continue
            for side in layer.place.sides:
                given = self.puzzle[key].get(side) or [()]
                slots = 0 if layer.place.single else max(map(len, given))
                away = lattice.way(lattice.vectors.index(OUTWARD[side]))
                for cells in lattice.col_cells if side in ("top", "bottom") else lattice.row_cells:
                    if cells:
                        x, y = outer_center(lattice, cells[0 if side in ("top", "left") else -1], side)
                        far = 0.9 + 0.62 * slots
                        self.reach(*self.scaled((x + away[0] * far, y + away[1] * far)))

    def draw_layers(self) -> None:
        if self.over or not self.grouped:
            super().draw_layers()
            return
        for elements in self.sheets.values():
            elements.append('<g class="layers">')
        super().draw_layers()
        for elements in self.sheets.values():
            elements.append("</g>")

    def layer(self, d: Drawn) -> None:
        with self.group(f'data-layer="{d.layer.name}"'):
            super().layer(d)

    def draw_around(self) -> None:
        with self.group('class="around"'):
            super().draw_around()

    @contextmanager
    def group(self, attribute: str) -> Iterator[None]:
        """Put the elements that are drawn in the context into a group on each sheet."""
        before = {name: len(elements) for name, elements in self.sheets.items()}
        yield
        if self.over or not self.grouped:
            return
        for name, elements in self.sheets.items():
            if added := elements[before[name] :]:
                elements[before[name] :] = [f"<g {attribute}>", *added, "</g>"]

    def board(self) -> None:
        given = [d for d in self.layers if d.on == "cells" and not d.answered]
        printed = [(cell, glyph) for d in given for cell, _, glyph in d.glyphs]
        self.black = {cell for cell, glyph in printed if glyph.fill == "ink"}
        self.printed = {cell for cell, glyph in printed if not glyph.corner}
        if self.over:
            self.dark &= self.black  # cells that an answer shades are light here
        super().board()
        if self.over:
            # printed layers were needed for the size of the picture and the places of answers; signs of clues stay on
            # top
            signs = self.printed_signs
            for sheet in self.sheets.values():
                sheet.clear()
            for d in self.layers:
                if d.answered:
                    self.layer(d)
                    draw_boxed(self, d)
                elif d.way == TUBES:
                    draw_mercury(self, d)
            for name, element in signs:
                self.sheets[name].append(element)

    def undecided(self, d: Drawn) -> None:
        """Draw the sign for "empty" in an answer: a dot in cells, a cross on edges.

        A dot moves aside for a clue in its cell. Black cells, and values with their own sign, have no dot.
        """
        nothing = d.layer.value.nothing
        if not d.answered or nothing is None or d.on not in ("cells", "corners", "links", "edges"):
            return
        seen = {place for place, _, _ in d.glyphs}
        for place, value in d.layer.place.items(d.values):
            if value == nothing and place not in seen:
                self.tag = self.place_tag(d.on, place) + ' class="nothing"'
                x, y = self.place_point(d.on, place)
                if d.on == "cells" and place in self.black:
                    continue
                if d.on == "cells":
                    # at the upper right: lower down it would look like a decimal point
                    aside, r = (0.38 * UNIT, 0.075) if place in self.printed else (0.0, 0.09)
                    self.circle("lines", x + aside, y - aside, r, PENCIL_LINE, "none", 0)
                else:
                    r = 0.075 * UNIT
                    crossed = [((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))]
                    self.segments("lines", crossed, PENCIL_LINE, 0.035)
        self.tag = ""
