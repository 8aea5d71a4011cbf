"""Boards as SVG, like a printed puzzle that somebody has solved with a pencil.

Coordinates are those of ``Lattice.center`` times ``UNIT``. A picture is a stack of sheets (``SHEETS``), so the order of
drawing does not matter. Values are drawn as glyphs, shape by shape (``DRAW``).

The elements of a value name its place: ``data-cell="r1c2"``, ``data-edge="r1c2e"`` (an edge of its earlier cell in that
direction), ``data-corner="r1c2se"`` (``Lattice.names``, ``edge_names``, ``corner_names``), or ``data-line="top3"`` for
clues of a line. The elements of a clue, except its background, have the class ``given``, with ``shaded`` in a cell that
an answer shades, and with ``solid`` if they have a black sign. Undecided places of an answer are circles of the class
``undecided``. Marks have the class ``marked``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import FlatLattice, Lattice
from pencilp.board.layers.glyphs import (
    Circle,
    Curve,
    Fill,
    Frame,
    Glyph,
    Heads,
    Pointer,
    Polygon,
    Shape,
    Spokes,
    Strokes,
    Text,
    height,
)
from pencilp.board.layers.places import Outside
from pencilp.board.layers.values import ACROSS, ALONG, AREAS, BRIDGES, CAGES, CIRCLES, DIAGONALS, OUTLINES, TUBES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import (
    OUTWARD,
    Drawn,
    Marked,
    Marks,
    area_borders,
    captions,
    drawn,
    follows_edges,
    in_rows,
    known,
)
from pencilp.draw.marks import onto_picture
from pencilp.errors import PencilpError, install

UNIT = 40.0
"""The width of a cell, in the user units (pixels) of the picture."""

SHEETS = ("ground", "grid", "paths", "walls", "shapes", "lines", "rounds", "marks", "text")
"""The sheets from bottom to top."""
SIGNS = {"shapes", "lines", "rounds", "text"}
"""The sheets of signs, above the background."""

INK, GREY, FAINT, PAPER = "#1a1a1a", "#c4c6c8", "#8f9296", "#ffffff"
PENCIL_SHADE, PENCIL_LINE, PENCIL_TEXT = "#62686e", "#1d7a3e", "#1f5aa6"

COLORS = {
    "ink": (INK, PENCIL_TEXT),
    "line": (INK, PENCIL_LINE),
    "shade": (GREY, PENCIL_SHADE),
    "solid": (INK, PENCIL_SHADE),
    "grey": (GREY, GREY),
    "paper": (PAPER, PAPER),
    "faint": (FAINT, FAINT),
    "light": (PAPER, "#ffdf5e"),
    "rim": (INK, "#b07d00"),
    "none": ("none", "none"),
}
"""The colours of each paint of the drawing vocabulary: printed, pencilled."""

PIECE = 0.3
"""The side of a cell of a piece above the board, in cells of the board."""
RIM = 0.15
"""The width of a wall with its rim of paper, in cells."""
DASH = "2.4 2.6"
"""The dashes of a line that a solver draws over, and the gaps between them."""

FONTS = (
    "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', "
    "'Noto Sans JP', 'DejaVu Sans', sans-serif"
)

Point = tuple[float, float]


def to_svg(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    orientation: str = "pointed",
    marked: Iterable[Marked] = (),
    says: str = "",
    shown: bool = False,
    title: str = "",
) -> str:
    """Return the board of ``puzzle`` as a standalone SVG document, with ``answer`` if given, without scripts or links.

    ``orientation`` is that of hexagons: "pointed" or "flat" (with a flat side up). ``marked`` are places to mark
    (``pencilp.draw.drawn.Marked``). ``says`` is the description of the picture; with ``shown`` it is also drawn below
    the board. ``title`` is drawn above the board.
    """
    known(puzzle, answer)
    picture = _Picture(puzzle, answer, orientation, Marks(marked))
    picture.said, picture.last, picture.heading = says, [says] if shown else [], title
    return picture.document()


def by_hand(puzzle: Puzzle, answer: Answer, *, orientation: str = "pointed", over: bool = False) -> str:
    """Return the board as SVG for somebody who is solving it.

    Places decided to be empty have a small dot or a cross, undecided places have no mark. With ``over`` only the answer
    is drawn, to lay over a picture of the board.
    """
    known(puzzle, answer)
    return _ByHand(puzzle, answer, orientation, over).document()


def to_png(svg: str, path: Any = None, width: int | None = None) -> bytes:
    """Return ``svg`` as a PNG image, and write it to ``path`` if given.

    The image is ``width`` pixels wide (None: twice its own size). Raise PencilpError if the library for it is not
    installed or cannot read the SVG.
    """
    make = png_maker()
    try:
        size = {"width": width} if width is not None else {"zoom": 2.0}
        image = bytes(make(svg_string=svg, background=PAPER, **size))
    except ValueError as error:
        raise PencilpError(f"the picture cannot be made into a PNG: {error}") from None
    if path is not None:
        with open(path, "wb") as file:
            file.write(image)
    return image


def png_maker() -> Any:
    """Return the function that renders an SVG as PNG. Raise PencilpError if its library is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PencilpError(f"PNG pictures need the library resvg_py: {install('png')}") from None
    return svg_to_bytes


def _wide(piece: Sequence[str]) -> int:
    """Return the width of a piece in cells."""
    return len(piece[0])


def outer_center(lattice: Lattice, cell: int, side: str) -> Point:
    """Return the point from which the places of a line's clues are measured, in cells.

    The line ends with ``cell`` at a ``side``. The point is the middle of that cell; on a square board it is moved to
    the edge of the frame, so that all clues of a side are aligned.
    """
    x, y = lattice.center(cell)
    if lattice.shape == "hexagonal":
        return x, y
    left, top, right, bottom = lattice.extent
    return {"left": (left + 0.5, y), "right": (right - 0.5, y), "top": (x, top + 0.5), "bottom": (x, bottom - 0.5)}[
        side
    ]


def escape(text: str) -> str:
    """Return ``text`` escaped for XML text and attributes; characters that XML forbids become U+FFFD."""
    legal = "".join(
        ch if ch in "\t\n\r" or " " <= ch <= "\ud7ff" or "\ue000" <= ch <= "\ufffd" or ch > "\uffff" else "\ufffd"
        for ch in text
    )
    return legal.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=10_000)
def _n(x: float) -> str:
    """Return a coordinate, rounded to a hundredth."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _moves(pieces: Iterable[tuple[Point, Point]]) -> str:
    """Return straight pieces as the data of an SVG path."""
    return "".join(f"M{_n(a)} {_n(b)}L{_n(x)} {_n(y)}" for (a, b), (x, y) in pieces)


class _Picture:
    """A picture under construction."""

    unit = UNIT

    said = heading = ""
    """Its description."""
    last: Sequence[str] = ()
    """Lines of text below everything else."""

    def __init__(self, puzzle: Puzzle, answer: Answer | None, orientation: str, marks: Marks) -> None:
        self.marks = marks
        self.clue_points: dict[tuple[str, int], list[Point]] = {}
        """The places of clues outside."""
        self.puzzle, self.lattice = puzzle, puzzle.lattice.laid(orientation)
        genre = puzzle.genre
        self.layers = drawn(puzzle, answer, self.lattice)
        self.unplaced = {} if answer is None or answer.beside is None else answer.beside.unplaced
        self.ways = {layer.value.way for layer in (*genre.inputs.values(), *genre.answers.values())}
        self.has_columns = any(layer.on == "columns" for layer in genre.answers.values())
        self.below = 0.0
        """The y coordinate of the boxes below the board."""
        self.sheets: dict[str, list[str]] = {name: [] for name in SHEETS}
        self.tag = ""
        """The attribute with the place of the elements that are added now."""
        self.given = ""
        """The class names of the elements that are added now, if they belong to a clue."""
        self.printed_signs: list[tuple[str, str]] = []
        """The elements of clues, each with its sheet."""
        lattice = self.lattice
        self.centers = [self.scaled(lattice.center(c)) for c in lattice.cells]
        self.points = [self.scaled(lattice.corner_point(p)) for p in lattice.corners]
        self.box = [at * UNIT for at in lattice.extent]
        self.on_path = {cell for d in self.layers if d.way == TUBES for cell, _ in d.values.items()}
        self.dark: set[int] = set()
        self.shaded: set[int] = set()
        self.clued: dict[int, str] = {}
        self.written: dict[int, str] = {}
        self.crowded: set[int] = set()
        self.on_line: set[int] = set()
        for d in self.layers:
            if d.on == "cells":
                self.note(d)
            elif d.way in (ACROSS, BRIDGES):
                self.on_line.update(c for e, _ in d.strokes for c in lattice.links[e])
        self.crowded |= {c for c, clue in self.clued.items() if self.written.get(c, clue) != clue}

    @staticmethod
    def scaled(point: Point) -> Point:
        return point[0] * UNIT, point[1] * UNIT

    def note(self, d: Drawn) -> None:
        """Note dark cells and cells with a clue or an answer's sign, before anything is drawn."""
        for cell, _, glyph in d.glyphs:
            if glyph.fill == "shade" and d.answered and cell not in self.on_path:
                self.shaded.add(cell)
            if glyph.fill == "ink" or cell in self.shaded:
                self.dark.add(cell)
            if glyph.corner and d.given:
                self.crowded.update(self.lattice.cells)  # all answers have the size of answers next to a clue
            elif glyph.corner:
                self.crowded.add(cell)
            elif glyph.repeats:
                (self.written if d.answered else self.clued)[cell] = glyph.text

    # -- shapes ------------------------------------------------------------------------------------------------------

    def add(self, sheet: str, element: str) -> None:
        """Put an element on a sheet, with the attribute of its place and its classes."""
        name, _, rest = element.partition(" ")
        sign = bool(self.given) and sheet in SIGNS
        manner = f' class="{self.given}"' if sign else ""
        element = f"{name}{self.tag}{manner} {rest}"
        self.sheets[sheet].append(element)
        if sign:
            self.printed_signs.append((sheet, element))

    def text(
        self, x: float, y: float, text: str, size: float, color: str = INK, *, anchor: str = "middle", rim: float = 0
    ) -> None:  # fmt: skip
        """Write ``text`` with its middle at (x, y).

        ``size`` and the width of the ``rim`` of paper around it are in cells.
        """
        start = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        if rim:
            start += f' stroke="{PAPER}" stroke-width="{_n(rim * UNIT)}" stroke-linejoin="round" paint-order="stroke"'
        height = size * UNIT
        self.add(
            "text",
            f'<text x="{_n(x)}" y="{_n(y + 0.355 * height)}" font-size="{_n(height)}" fill="{color}"{start}>'
            f"{escape(text)}</text>",
        )

    def circle(
        self, sheet: str, x: float, y: float, r: float, fill: str = PAPER, stroke: str = INK, width: float = 0.045
    ) -> None:
        """Draw a circle; ``r`` and ``width`` in cells."""
        self.add(
            sheet,
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r * UNIT)}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{_n(width * UNIT)}"/>',
        )

    def polygon(self, sheet: str, points: Iterable[Point], fill: str, stroke: str = "none", width: float = 0) -> None:
        line = f' stroke="{stroke}" stroke-width="{_n(width * UNIT)}" stroke-linejoin="round"' if width else ""
        where = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self.add(sheet, f'<polygon points="{where}" fill="{fill}"{line}/>')

    def segments(
        self, sheet: str, pieces: Iterable[tuple[Point, Point]], color: str, width: float, *, cap: str = "round", dash: str = ""
    ) -> None:  # fmt: skip
        """Draw straight pieces as one path; ``width`` in cells."""
        d = _moves(pieces)
        if d:
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            self.add(
                sheet,
                f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{_n(width * UNIT)}" stroke-linecap="{cap}"'
                f"{dashes}/>",
            )

    def path(
        self, sheet: str, d: str, fill: str, stroke: str = "none", width: float = 0, *, more: str = ""
    ) -> None:  # fmt: skip
        line = f' stroke="{stroke}" stroke-width="{_n(width * UNIT)}" stroke-linejoin="round"' if width else ""
        self.add(sheet, f'<path d="{d}" fill="{fill}"{line}{more}/>')

    def fill_cell(self, cell: int, color: str) -> None:
        self.polygon("ground", [self.points[p] for p in self.lattice.cell_corners[cell]], color)

    def edge_points(self, edges: Iterable[int]) -> list[tuple[Point, Point]]:
        return [(self.points[p], self.points[q]) for p, q in (self.lattice.edge_corners[e] for e in edges)]

    # -- the whole ---------------------------------------------------------------------------------------------------

    def document(self) -> str:
        self.board()
        margin = 0.35 * UNIT
        x, y = self.box[0] - margin, self.box[1] - margin
        width, height = self.box[2] - x + margin, self.box[3] - y + margin
        frame = f"{_n(x)} {_n(y)} {_n(width)} {_n(height)}"
        genre: Any = self.puzzle.genre
        named = " ".join(filter(None, (getattr(genre, "title", "") or genre.name, self.puzzle.name)))
        title = escape(self.heading or named)
        body = "\n".join(
            "\n".join(('<g text-anchor="middle">' if name == "text" else "<g>", *elements, "</g>"))
            for name, elements in self.sheets.items()
            if elements
        )
        described = f"<desc>{escape(self.said)}</desc>\n" if self.said else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" width="{_n(width)}" height="{_n(height)}" '
            f'role="img" font-family="{FONTS}">\n<title>{title}</title>\n'
            f"{described}{self.paper(x, y, width, height)}{body}\n</svg>\n"
        )

    def paper(self, x: float, y: float, width: float, height: float) -> str:
        """Return the background."""
        return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{PAPER}"/>\n'

    def board(self) -> None:
        """Draw everything."""
        self.grid()
        for d in sorted(self.layers, key=lambda d: not d.answered):
            self.layer(d)  # printed layers are above pencilled layers
        self.columns()
        onto_picture(self, self.marks)
        self.captions()
        self.further()

    def grid(self) -> None:
        """Draw thin lines between cells and a thick outline.

        Loops along edges have dots instead, bridges nothing, and numbers in circles only circles.
        """
        lattice = self.lattice
        inner = range(len(lattice.links))
        if BRIDGES in self.ways:
            return
        if CIRCLES in self.ways:
            for x, y in self.centers:
                self.circle("grid", x, y, 0.43, "none")
            return
        if follows_edges(self.puzzle, "edges"):
            for x, y in self.points:
                self.circle("walls", x, y, 0.06, INK, "none", 0)
            return
        dash = DASH if follows_edges(self.puzzle, "links") else ""
        self.segments("grid", self.edge_points(inner), FAINT, 0.022, cap="butt", dash=dash)
        self.segments("walls", self.edge_points(range(len(inner), len(lattice.edges))), INK, 0.075)
        if self.tall_clues():
            # a thicker line after every five cells, as in nonograms
            keys = lattice.corner_keys
            ends = [(keys[p], keys[q]) for p, q in lattice.edge_corners[: len(inner)]]
            fifth = [e for e in inner if any(a == b and a % 5 == 0 for a, b in zip(*ends[e], strict=True))]
            self.segments("grid", self.edge_points(fifth), INK, 0.04, cap="butt")

    def tall_clues(self) -> bool:
        """Return whether most lines of a square board have several clues outside."""
        return self.lattice.shape == "square" and any(
            d.on == "lines"
            and sum(len(clues) > 1 for lines in d.values.values() for clues in lines) > self.lattice.rows / 2
            and "top" in d.values
            for d in self.layers
        )

    def layer(self, d: Drawn) -> None:
        lattice = self.lattice
        if d.on == "lines":
            self.outside(d)
        elif d.way == OUTLINES:
            borders = d.values.borders(lattice)
            self.rims(borders)
            self.segments("walls", self.edge_points(borders), INK, 0.075)
        elif d.way == CAGES:
            self.cages(d.values.of)
        elif d.way == TUBES:
            self.thermometers(d)
        elif d.way == DIAGONALS:
            self.diagonals(d)
        elif d.way == ALONG:
            # a printed piece of a line along edges is drawn like the line
            along = d.answered or follows_edges(self.puzzle, "edges")
            sheet, color = "lines" if along else "walls", PENCIL_LINE if d.answered else INK
            pieces = {e: self.edge_points([e]) for e, _ in d.strokes}
            if getattr(d.layer.value, "dashed", False):
                self.strokes("grid", pieces, FAINT, 0.04, dash=DASH)
            else:
                self.rims(pieces)
                self.strokes(sheet, pieces, color, 0.11)
        elif d.way in (ACROSS, BRIDGES):
            self.across(d)
        elif d.on in ("cells", "corners", "links", "edges"):
            if d.way == AREAS:
                self.segments("lines", self.edge_points(area_borders(lattice, d.values)), PENCIL_LINE, 0.11)
            for place, _, glyph in d.glyphs:
                self.tag, self.given = self.place_tag(d.on, place), self.manner(d, place, glyph)
                self.glyph(glyph, *self.place_point(d.on, place), d.answered, d.on, place if d.on == "cells" else None)
        self.tag, self.given = "", ""
        self.undecided(d)

    def rims(self, edges: Iterable[int]) -> None:
        """Draw a rim of paper along the walls of dark cells, which would otherwise hide the walls."""
        cells = self.lattice.links
        beside = [e for e in edges if e < len(cells) and not self.dark.isdisjoint(cells[e])]
        self.segments("paths", self.edge_points(beside), PAPER, RIM, cap="butt")

    def manner(self, d: Drawn, place: int | None, glyph: Glyph) -> str:
        """Return the class names of a glyph's elements: see the module's docstring."""
        if not d.given:
            return ""
        shaded = d.on == "cells" and place in self.shaded
        on_sign = any(isinstance(shape, Circle | Polygon) and shape.fill == "ink" for shape in glyph.shapes)
        return "given" + " shaded" * shaded + " solid" * on_sign

    def place_tag(self, on: str, place: int) -> str:
        """Return the attribute that names a place: see the module's docstring."""
        lattice = self.lattice
        if on == "cells":
            return f' data-cell="{lattice.names[place]}"'
        return f' data-corner="{lattice.corner_names[place]}"' if on == "corners" else self.edge_tag(place)

    def edge_tag(self, edge: int) -> str:
        return f' data-edge="{self.lattice.edge_names[edge]}"'

    def place_point(self, on: str, place: int) -> Point:
        """Return the middle of a cell or an edge, or the point of a corner."""
        if on == "cells":
            return self.centers[place]
        if on == "corners":
            return self.points[place]
        (x1, y1), (x2, y2) = (self.points[p] for p in self.lattice.edge_corners[place])
        return (x1 + x2) / 2, (y1 + y2) / 2

    def undecided(self, d: Drawn) -> None:
        """Draw a small dot at each undecided place of an answer without a clue."""
        if d.on in ("cells", "corners", "links", "edges"):
            for place in d.undecided:
                if d.on != "cells" or place not in self.clued:
                    self.tag = self.place_tag(d.on, place) + ' class="undecided"'
                    r = 0.045 if d.on == "cells" else 0.03
                    self.circle("lines", *self.place_point(d.on, place), r, FAINT, "none", 0)

    def across(self, d: Drawn) -> None:
        found = {}
        for e, value in d.strokes:
            (x1, y1), (x2, y2) = (self.centers[c] for c in self.lattice.links[e])
            pieces = []
            if value == 1:
                pieces.append(((x1, y1), (x2, y2)))
            else:
                # parallel lines share the available width
                gap = 0.22 / (value - 1) * UNIT if value > 2 else 0.17 * UNIT
                length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
                ux, uy = (y2 - y1) / length * gap, (x1 - x2) / length * gap
                for k in range(value):
                    f = k - (value - 1) / 2
                    pieces.append(((x1 + f * ux, y1 + f * uy), (x2 + f * ux, y2 + f * uy)))
            found[e] = pieces
        color = PENCIL_LINE if d.answered else GREY if d.given else INK
        self.strokes("lines", found, color, 0.07 if d.way == BRIDGES else 0.13)

    def strokes(
        self, sheet: str, pieces: dict[int, list[tuple[Point, Point]]], color: str, width: float, *, dash: str = ""
    ) -> None:  # fmt: skip
        """Draw the straight pieces of each edge, with its attribute; ``width`` in cells."""
        if pieces:
            ends = f'stroke-linecap="butt" stroke-dasharray="{dash}"' if dash else 'stroke-linecap="round"'
            self.add(
                sheet,
                f'<g fill="none" stroke="{color}" stroke-width="{_n(width * UNIT)}" {ends}>\n'
                + "\n".join(f'<path{self.edge_tag(e)} d="{_moves(found)}"/>' for e, found in pieces.items())
                + "\n</g>",
            )

    def diagonals(self, d: Drawn) -> None:
        """Draw the two long diagonals across their cells."""
        half, last = UNIT / 2, self.lattice.cols - 1
        pieces = [
            ((x - half, y - way * half), (x + half, y + way * half))
            for (row, col), (x, y) in zip(self.lattice.positions, self.centers, strict=True)
            for way, there in ((1, row == col), (-1, row + col == last))
            if there and d.values
        ]
        self.segments("paths", pieces, GREY, 0.05)

    def thermometers(self, d: Drawn) -> None:
        """Draw tubes with a bulb at place 1: of glass if an answer fills them, else grey."""
        cells = {value: cell for cell, value in d.values.items()}
        glass = [
            (self.centers[cell], self.centers[cells[label, place + 1]])
            for (label, place), cell in cells.items()
            if (label, place + 1) in cells
        ]
        fills = any(
            layer.on == "cells" and layer.value.marked is not None for layer in self.puzzle.genre.answers.values()
        )
        for color, more in ((INK, 0.0), (PAPER, -0.08)) if fills else ((GREY, 0.0),):
            self.segments("paths", glass, color, 0.42 + more)
            for (_, place), cell in cells.items():
                if place == 1:
                    x, y = self.centers[cell]
                    self.circle("paths", x, y, 0.37 + more / 2, color, "none", 0)
        self.mercury(d)

    def mercury(self, d: Drawn) -> None:
        """Draw the mercury of an answer in the tubes."""
        filled: set[int] = set()
        for other in self.layers:
            if other.answered and other.on == "cells":
                filled |= {cell for cell, _, glyph in other.glyphs if glyph.fill == "shade"}
        cells = {value: cell for cell, value in d.values.items() if cell in filled}
        pieces = [
            (self.centers[cell], self.centers[cells.get((label, place + 1), cell)])
            for (label, place), cell in cells.items()
        ]
        self.segments("paths", pieces, PENCIL_SHADE, 0.25)
        for (_, place), cell in cells.items():
            if place == 1:
                x, y = self.centers[cell]
                self.circle("paths", x, y, 0.29, PENCIL_SHADE, "none", 0)

    def cages(self, of: list[int | None]) -> None:
        """Draw dashed outlines a little inside the groups of cells."""
        lattice = self.lattice
        inset = 0.08
        corners, step, centers = lattice.cell_corners, lattice.step, self.centers
        around = len(lattice.vectors)
        slant = 1.0 if around == 4 else 0.8660254037844386

        def open_at(cell: int, d: int) -> bool:
            """Return whether the cage continues across side d of a cell."""
            n = step[cell][d]
            return n >= 0 and of[n] == of[cell]

        def inner(cell: int, p: int) -> Point:
            (cx, cy), (x, y) = centers[cell], self.points[p]
            return cx + (x - cx) * (1 - 2 * inset), cy + (y - cy) * (1 - 2 * inset)

        def end(cell: int, d: int, turn: int) -> Point:
            """Return the clockwise (turn 1) or other (turn -1) end of the line along side d."""
            p = corners[cell][d] if turn == 1 else corners[cell][d - 1]
            beside = (d + turn) % around
            if not open_at(cell, beside):
                return inner(cell, p)
            n = step[cell][beside]
            back = lattice.opposite(beside)
            if open_at(n, (back + turn) % around):
                return inner(n, p)
            a, b = corners[cell][beside - 1], corners[cell][beside]
            (x, y), (qx, qy) = self.points[p], self.points[b if a == p else a]
            length = ((qx - x) ** 2 + (qy - y) ** 2) ** 0.5
            f = inset * UNIT / slant / length
            return x + (qx - x) * f, y + (qy - y) * f

        pieces = [
            (end(cell, d, -1), end(cell, d, 1))
            for cell in lattice.cells
            if of[cell] is not None
            for d in lattice.directions
            if not open_at(cell, d)
        ]
        self.segments("paths", pieces, INK, 0.028, cap="butt", dash=f"{_n(0.09 * UNIT)} {_n(0.06 * UNIT)}")

    # -- around the board --------------------------------------------------------------------------------------------

    def outside(self, d: Drawn) -> None:
        """Draw the clues of rows and columns."""
        lattice, values = self.lattice, d.values
        gap = 0.62
        for (side, i, k), _, glyph in d.glyphs:
            upright = side in ("top", "bottom")
            cells = (lattice.col_cells if upright else lattice.row_cells)[i]
            if not cells:
                continue
            near = side in ("top", "left")
            x, y = self.scaled(outer_center(lattice, cells[0] if near else cells[-1], side))
            away = lattice.way(lattice.vectors.index(OUTWARD[side]))
            far = (0.9 + gap * (len(values[side][i]) - 1 - k if near else k)) * UNIT
            px, py = x + away[0] * far, y + away[1] * far
            self.tag, self.given = f' data-line="{side}{i + 1}"', self.manner(d, None, glyph)
            self.glyph(glyph, px, py, d.answered, "lines")
            self.clue_points.setdefault((side, i), []).append((px, py))
            self.reach(px, py)
        self.tag, self.given = "", ""
        if isinstance(d.layer.place, Outside):
            self.what_is_counted(d.layer.place.signs)

    def what_is_counted(self, signs: Sequence[str]) -> None:
        """Draw signs of what clues count: at the upper left for top and left, at the lower right for the others."""
        left, top, right, bottom = (at * UNIT for at in self.lattice.extent)
        away = 0.4 * UNIT
        for sign, x, y in zip(signs, (left - away, right + away), (top - away, bottom + away), strict=False):
            self.text(x, y, sign, 0.5)
            self.reach(x, y)

    def reach(self, x: float, y: float) -> None:
        """Make the picture large enough for a clue at a point outside."""
        self.box = [
            min(self.box[0], x - 0.25 * UNIT), min(self.box[1], y - 0.25 * UNIT),
            max(self.box[2], x + 0.25 * UNIT), max(self.box[3], y + 0.25 * UNIT),
        ]  # fmt: skip

    def columns(self) -> None:
        """Draw a row of boxes below the board for layers with one value per column."""
        if not self.has_columns:
            return
        self.below = top = self.box[3] + 0.35 * UNIT
        for col in range(self.lattice.cols):
            x = col * UNIT
            corners = [(x, top), (x + UNIT, top), (x + UNIT, top + UNIT), (x, top + UNIT)]
            self.polygon("walls", corners, "none", INK, 0.05)
        for d in self.layers:
            self.boxed(d)
        self.box = [min(self.box[0], 0.0), self.box[1], max(self.box[2], self.lattice.cols * UNIT), top + UNIT]

    def boxed(self, d: Drawn) -> None:
        """Draw the values of a layer in the boxes below the board."""
        if d.on == "columns":
            for col, _, glyph in d.glyphs:
                self.glyph(glyph, *self.column_point(col), d.answered, "columns")

    def column_point(self, col: int) -> Point:
        """Return the middle of the box below a column."""
        return (col + 0.5) * UNIT, self.below + UNIT / 2

    def captions(self) -> None:
        """Draw the captions and pieces of the whole puzzle, from the board upwards, and the heading."""
        for words, pieces in reversed(captions(self.layers)):
            self.draw_pieces(pieces)
            if words:
                self.line_above(words, 0.34, 0.6)
        if self.heading:
            self.line_above(self.heading, 0.5, 0.9)

    def line_above(self, words: str, size: float, height: float) -> None:
        """Draw a line of text above everything drawn so far; ``size`` and ``height`` in cells."""
        self.text(self.box[0], self.box[1] - 0.58 * height * UNIT, words, size, anchor="start")
        self.box[1] -= height * UNIT
        self.box[2] = max(self.box[2], self.box[0] + 0.56 * size * UNIT * len(words))

    def draw_pieces(self, pieces: Sequence[Sequence[str]]) -> None:
        """Draw pieces in rows above everything drawn so far."""
        side = PIECE * UNIT
        for row in reversed(
            in_rows(pieces, max(int((self.box[2] - self.box[0]) / side), max(map(_wide, pieces), default=0)))
        ):
            top, left = self.box[1] - (max(map(len, row)) + 0.6) * side, self.box[0]
            for piece in row:
                for r, line in enumerate(piece):
                    for c, sign in enumerate(line):
                        if sign == "x":
                            x, y = left + c * side, top + r * side
                            corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
                            self.polygon("shapes", corners, GREY, INK, 0.03)
                left += (len(piece[0]) + 1) * side
            self.box[1] = top
            self.box[2] = max(self.box[2], left - side)

    def further(self) -> None:
        """Write values of an answer without a place below the board, several on a line, and then the last lines."""
        left, width, size = self.box[0], max(self.box[2] - self.box[0], 6 * UNIT), 0.28
        room = int(width / (0.56 * size * UNIT))
        lines: list[str] = []
        for name, value in self.unplaced.items():
            said = f"{name} = {value}"
            if lines and len(lines[-1]) + len(said) + 2 <= room:
                lines[-1] += f", {said}"
            else:
                lines.append(said)
        lines += self.last
        for line in lines:
            self.box[3] += 0.45 * UNIT
            self.text(left, self.box[3], line, size, anchor="start")
        if lines:
            self.box[2] = max(self.box[2], left + width * max(map(len, lines)) / room)

    # -- glyphs ------------------------------------------------------------------------------------------------------

    def glyph(self, glyph: Glyph, x: float, y: float, answered: bool, on: str, cell: int | None = None) -> None:
        """Draw a glyph around (x, y) at a place of the kind ``on``; ``cell`` is its cell, if it is in one."""
        if answered and glyph.repeats and cell is not None and self.clued.get(cell) == glyph.text:
            return  # the clue shows it already
        mark = _Mark(x, y, SCALES.get(on, 1.0), answered, on, cell, glyph)
        for shape in glyph.shapes:
            DRAW[type(shape)](self, mark, shape)


class _ByHand(_Picture):
    """A board on which somebody writes an answer."""

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
            dash = f"{_n(0.03 * UNIT)} {_n(0.07 * UNIT)}"
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
                    self.boxed(d)
                elif d.way == TUBES:
                    self.mercury(d)
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


SCALES = {"corners": 0.5, "links": 0.5, "edges": 0.5, "lines": 0.6}
"""The scale of glyphs outside cells and columns."""


class _Mark:
    """The position of a glyph: its middle, scale, kind of place, and its cell if it is in one."""

    __slots__ = ("answered", "cell", "glyph", "on", "scale", "x", "y")

    def __init__(
        self, x: float, y: float, scale: float, answered: bool, on: str, cell: int | None, glyph: Glyph
    ) -> None:
        self.x, self.y, self.scale, self.answered, self.on, self.cell, self.glyph = (
            x,
            y,
            scale,
            answered,
            on,
            cell,
            glyph,
        )

    def paint(self, name: str) -> str:
        """Return the colour of a paint."""
        return COLORS[name][self.answered]

    def at(self, x: float, y: float) -> Point:
        """Return the point of the picture for a point of the glyph's unit square."""
        return self.x + x * self.scale * UNIT, self.y + y * self.scale * UNIT


def _fill(pic: _Picture, mark: _Mark, shape: Fill) -> None:
    if mark.cell is None:
        r = 0.36
        pic.polygon("shapes", [mark.at(-r, -r), mark.at(r, -r), mark.at(r, r), mark.at(-r, r)], mark.paint(shape.paint))
    elif shape.paint != "shade" or mark.cell not in pic.on_path:
        pic.fill_cell(mark.cell, mark.paint(shape.paint))


def _frame(pic: _Picture, mark: _Mark, shape: Frame) -> None:
    if mark.cell is not None:
        corners = [pic.points[p] for p in pic.lattice.cell_corners[mark.cell]]
        pic.polygon("walls", corners, "none", mark.paint(shape.paint), shape.width)


def _circle(pic: _Picture, mark: _Mark, shape: Circle) -> None:
    where = mark.at(shape.x, shape.y)
    level = shape.level if mark.on == "cells" else "rounds"
    width = shape.width if shape.stroke != "none" else 0
    pic.circle(level, *where, shape.r * mark.scale, mark.paint(shape.fill), mark.paint(shape.stroke), width)


def _polygon(pic: _Picture, mark: _Mark, shape: Polygon) -> None:
    points = [mark.at(x, y) for x, y in shape.points]
    pic.polygon(shape.level, points, mark.paint(shape.fill), mark.paint(shape.stroke), shape.width)


def _strokes(pic: _Picture, mark: _Mark, shape: Strokes) -> None:
    pieces = [(mark.at(*a), mark.at(*b)) for a, b in shape.pieces]
    pic.segments(shape.level, pieces, mark.paint(shape.paint), shape.width, cap=shape.cap)


def _curve(pic: _Picture, mark: _Mark, shape: Curve) -> None:
    d = ""
    for name, *numbers in shape.steps:
        radius = ""
        if name == "A":
            r = _n(numbers.pop(0) * mark.scale * UNIT)
            radius = f"{r} {r} 0 0 1 "
        points = [mark.at(*numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        d += name + radius + " ".join(f"{_n(x)} {_n(y)}" for x, y in points)
    turn = f' transform="rotate({_n(shape.turn)} {_n(mark.x)} {_n(mark.y)})"' if shape.turn else ""
    pic.path(shape.level, d, mark.paint(shape.fill), mark.paint(shape.stroke), shape.width, more=turn)


def _legible(pic: _Picture, mark: _Mark, shape: Text | Pointer) -> str:
    """Return the colour of a text: ink becomes paper in a dark cell."""
    on_paper = any(isinstance(below, Circle) and below.fill == "paper" for below in mark.glyph.shapes)
    return PAPER if shape.paint == "ink" and mark.cell in pic.dark and not on_paper else mark.paint(shape.paint)


def _text(pic: _Picture, mark: _Mark, shape: Text) -> None:
    text, cell = shape.text, mark.cell
    color = _legible(pic, mark, shape)
    if shape.corner and cell is not None:
        _small(pic, mark, text)
        return
    x, y = mark.at(shape.x, shape.y)
    if cell is None:
        _text_outside_cells(pic, mark, shape, x, y, color)
        return
    size = shape.size or height(text, shape.room)
    if shape.free and mark.answered and cell in pic.crowded:
        size, y = height(text, 0.85), y + 0.1 * UNIT
    elif shape.free and not mark.answered and pic.written.get(cell, mark.glyph.text) != mark.glyph.text:
        _small(pic, mark, text)
        return
    on_sign = any(isinstance(below, Circle | Polygon) for below in mark.glyph.shapes)
    rim = (0.14 if size > 0.4 else 0.1) if cell in pic.on_line and not on_sign else 0.0
    pic.text(x, y, text, size, color, rim=rim)


def _text_outside_cells(pic: _Picture, mark: _Mark, shape: Text, x: float, y: float, color: str) -> None:
    text = shape.text
    if mark.on == "columns":
        pic.text(x, y, text, shape.size or height(text, shape.room), color)
    elif mark.on == "lines" and shape.free:
        pic.text(x, y, text, 0.5 if len(text) < 3 else 0.36, color)
    elif mark.on == "corners" and (shape.free or shape.corner):
        # a number or a result in a small circle
        pic.circle("rounds", x, y, 0.23 if len(text) < 2 else 0.28, PAPER, color, 0.03)
        pic.text(x, y, text, 0.34 if len(text) < 3 else 0.84 / len(text), color)
    else:
        pic.text(x, y, text, (shape.size or height(text, shape.room)) * 0.6, color)


def _small(pic: _Picture, mark: _Mark, text: str) -> None:
    """Write a text in the upper left corner of a square, or at the top of a hexagon next to its lines."""
    size = 0.32 if len(text) < 5 else 1.3 / len(text)
    color = PAPER if mark.cell in pic.dark else mark.paint("ink")
    lined = mark.cell in pic.on_line
    if pic.lattice.shape == "hexagonal":
        aside = 0.22 if lined and isinstance(pic.lattice, FlatLattice) else 0
        x, y, anchor = mark.x - aside * UNIT, mark.y - 0.36 * UNIT, "middle"
    else:
        x, y, anchor = mark.x - 0.43 * UNIT, mark.y - 0.29 * UNIT, "start"
    if CAGES in pic.ways and mark.cell not in pic.dark:
        # the text interrupts the dashes
        half, left = 0.16 * UNIT, x - (0.03 if anchor == "start" else 0.09 * len(text) + 0.03) * UNIT
        right = left + (0.18 * len(text) + 0.06) * UNIT
        pic.polygon("shapes", [(left, y - half), (right, y - half), (right, y + half), (left, y + half)], PAPER)
    pic.text(x, y, text, size, color, anchor=anchor, rim=0.1 if lined else 0)


def _pointer(pic: _Picture, mark: _Mark, shape: Pointer) -> None:
    """Draw a number with an arrow: above it if the arrow points sideways, otherwise next to it."""
    color, text, unit = _legible(pic, mark, shape), shape.text, UNIT * mark.scale
    ux, uy = pic.lattice.way(shape.direction)
    sideways = abs(ux) > abs(uy) or uy == 0
    x, y = mark.x, mark.y
    lined = mark.cell in pic.on_line
    rim = 0.14 if lined else 0
    if text:
        if sideways and abs(uy) < 0.1:
            pic.text(x, y + 0.14 * unit, text, height(text, 0.85) * mark.scale, color, rim=rim)
            y -= 0.28 * unit
        else:
            pic.text(x - 0.12 * unit, y, text, height(text, 0.85) * mark.scale, color, rim=rim)
            x += 0.29 * unit
    length = 0.3 * unit
    tip = (x + ux * length, y + uy * length)
    neck = (x + ux * length * 0.35, y + uy * length * 0.35)
    wide = 0.1 * unit
    if lined:
        pic.segments("text", [((x - ux * length, y - uy * length), tip)], PAPER, 0.2 * mark.scale, cap="butt")
    pic.segments("text", [((x - ux * length, y - uy * length), neck)], color, 0.05 * mark.scale, cap="butt")
    pic.polygon(
        "text", [tip, (neck[0] - uy * wide, neck[1] + ux * wide), (neck[0] + uy * wide, neck[1] - ux * wide)], color
    )


def _spokes(pic: _Picture, mark: _Mark, shape: Spokes) -> None:
    ways = [pic.lattice.way(d) for d in shape.directions]
    pieces = [(mark.at(0, 0), mark.at(ux / 2, uy / 2)) for ux, uy in ways]
    pic.segments("shapes", pieces, mark.paint(shape.paint), 0.13 * mark.scale)


def _heads(pic: _Picture, mark: _Mark, shape: Heads) -> None:
    for ux, uy in map(pic.lattice.way, shape.directions):
        tip, back, wide = 0.63, 0.33, 0.1  # not equilateral, which would point in three directions
        points = [
            mark.at(tip * ux, tip * uy),
            *(mark.at(back * ux - w * uy, back * uy + w * ux) for w in (wide, -wide)),
        ]
        pic.polygon("rounds", points, mark.paint(shape.paint))


DRAW: dict[type[Shape], Callable[[_Picture, _Mark, Any], None]] = {
    Fill: _fill,
    Frame: _frame,
    Circle: _circle,
    Polygon: _polygon,
    Strokes: _strokes,
    Curve: _curve,
    Text: _text,
    Pointer: _pointer,
    Spokes: _spokes,
    Heads: _heads,
}
"""The function that draws each shape of the drawing vocabulary."""
