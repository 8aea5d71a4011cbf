"""Boards as SVG, looking like a printed magazine puzzle that somebody has solved with a pencil.

Coordinates are those of ``Lattice.center`` times ``UNIT``. A picture is a stack of sheets (``SHEETS``), so that the order
in which layers are drawn does not decide what hides what. ``SIGNS`` is the table from look to drawing function for all that
stands on one cell, link, edge or corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pencilp.board.layers import UNKNOWN, AnswerLayer, Layer, Shading
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.values import (
    ACROSS,
    ALONG,
    BRIDGE,
    GROUPS,
    SMALL,
    area_borders,
    caption,
    drawn,
    is_number,
    link_offsets,
    look_of,
    number_text,
    parts,
    ship_piece,
    token_of,
)
from pencilp.errors import PencilpError

UNIT = 40.0
"""The width of a cell, in the user units (pixels) of the picture."""

SHEETS = ("ground", "grid", "paths", "walls", "shapes", "lines", "rounds", "text")
"""From the bottom to the top."""

INK, GREY, FAINT, PAPER = "#1a1a1a", "#c4c6c8", "#8f9296", "#ffffff"
PENCIL_SHADE, PENCIL_LINE, PENCIL_TEXT = "#62686e", "#1d7a3e", "#1f5aa6"

FONTS = (
    "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', "
    "'Noto Sans JP', 'DejaVu Sans', sans-serif"
)

Point = tuple[float, float]


def to_svg(puzzle: Puzzle, answer: Answer | None = None) -> str:
    """The board of ``puzzle`` as a standalone SVG document, with ``answer`` on it if given; neither scripts nor links."""
    return _Picture(puzzle, answer).document()


def to_png(svg: str, path: Any = None, width: int | None = None) -> bytes:
    """``svg`` as a PNG image, ``width`` pixels wide (None: twice its own size), also written to ``path`` if given.

    Raises PencilpError when the library for it is not installed or does not understand the picture.
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
    """What makes an SVG into a PNG. Raises PencilpError when the library for it is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PencilpError("PNG pictures need the library resvg_py: pip install 'pencilp[png]'") from None
    return svg_to_bytes


def escape(text: str) -> str:
    """``text`` as XML character data, also fit for attributes; characters that XML forbids become U+FFFD."""
    legal = "".join(
        ch if ch in "\t\n\r" or " " <= ch <= "\ud7ff" or "\ue000" <= ch <= "\ufffd" or ch > "\uffff" else "\ufffd"
        for ch in text
    )
    return legal.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _n(x: float) -> str:
    """A coordinate, to a hundredth."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Mark:
    """One value to be drawn: where, how large (1: a cell), and whether it is printed or pencilled."""

    __slots__ = ("answered", "cell", "layer", "scale", "token", "value", "x", "y")

    def __init__(
        self, layer: Layer, value: Any, token: str, x: float, y: float, scale: float, cell: int | None
    ) -> None:
        self.layer, self.value, self.token = layer, value, token
        self.x, self.y, self.scale, self.cell = x, y, scale, cell
        self.answered = isinstance(layer, AnswerLayer)

    @property
    def ink(self) -> str:
        """The colour of its writing."""
        return PENCIL_TEXT if self.answered else INK


class _Picture:
    """One picture in the making."""

    def __init__(self, puzzle: Puzzle, answer: Answer | None) -> None:
        self.puzzle, self.lattice = puzzle, puzzle.lattice
        genre = puzzle.genre
        self.layers: list[tuple[Layer, str, Any]] = [
            (layer, look_of(layer), puzzle[key]) for key, layer in genre.inputs.items()
        ]
        if answer is not None:
            self.layers += [(layer, look_of(layer), answer[key]) for key, layer in genre.answers.items()]
        self.looks = {look_of(layer) for layer in (*genre.inputs.values(), *genre.answers.values())}
        self.has_columns = any(layer.on == "columns" for layer in genre.answers.values())
        self.sheets: dict[str, list[str]] = {name: [] for name in SHEETS}
        lattice = self.lattice
        self.centers = [self.scaled(lattice.center(c)) for c in lattice.cells]
        self.points = [self.scaled(lattice.corner_point(p)) for p in lattice.corners]
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        self.box = [min(xs), min(ys), max(xs), max(ys)]
        self.on_path = {
            cell for layer, look, values in self.layers if look == "path" for cell, _ in drawn(layer, values)
        }
        self.dark: set[int] = set()
        self.clued: dict[int, str] = {}
        self.written: dict[int, str] = {}
        self.crowded: set[int] = set()
        self.on_line: set[int] = set()
        for layer, look, values in self.layers:
            if layer.on == "cells" and look not in GROUPS:
                self.note(layer, look, values)
            elif look in ACROSS and layer.on == "links":
                self.on_line.update(c for e, _ in drawn(layer, values) for c in lattice.links[e])
        self.crowded |= {c for c, clue in self.clued.items() if self.written.get(c, clue) != clue}

    @staticmethod
    def scaled(point: Point) -> Point:
        return point[0] * UNIT, point[1] * UNIT

    def note(self, layer: Layer, look: str, values: Any) -> None:
        """Remember which cells are dark and which hold a clue and an answer's number, before anything is drawn."""
        for cell, value in drawn(layer, values):
            shaded = look in ("shade", "fill") and isinstance(layer, AnswerLayer) and cell not in self.on_path
            if shaded or look in ("wall", "sums") or (look == "arrow" and parts(value)[0] == "b"):
                self.dark.add(cell)
            elif look in ("text", "circle") and not isinstance(layer, AnswerLayer):
                self.clued[cell] = token_of(layer, value)
            elif look in SMALL:
                self.crowded.add(cell)
            elif look in ("digit", "areas"):
                self.written[cell] = token_of(layer, value)

    # -- shapes ------------------------------------------------------------------------------------------------------

    def add(self, sheet: str, element: str) -> None:
        self.sheets[sheet].append(element)

    def text(
        self, x: float, y: float, text: str, size: float, color: str = INK, *, anchor: str = "middle", sheet: str = "text"
    ) -> None:  # fmt: skip
        """``text`` with its middle at (x, y); ``size`` in cells."""
        start = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        height = size * UNIT
        self.add(
            sheet,
            f'<text x="{_n(x)}" y="{_n(y + 0.355 * height)}" font-size="{_n(height)}" fill="{color}"{start}>'
            f"{escape(text)}</text>",
        )

    def circle(
        self, sheet: str, x: float, y: float, r: float, fill: str = PAPER, stroke: str = INK, width: float = 0.045
    ) -> None:
        """A circle; ``r`` and ``width`` in cells."""
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
        """Straight pieces in one stroke; ``width`` in cells."""
        d = "".join(f"M{_n(a)} {_n(b)}L{_n(x)} {_n(y)}" for (a, b), (x, y) in pieces)
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
        self.grid()
        for layer, look, values in self.layers:
            self.layer(layer, look, values)
        self.columns()
        self.captions()
        margin = 0.3 * UNIT
        x, y = self.box[0] - margin, self.box[1] - margin
        width, height = self.box[2] - x + margin, self.box[3] - y + margin
        frame = f"{_n(x)} {_n(y)} {_n(width)} {_n(height)}"
        genre: Any = self.puzzle.genre
        title = escape(" ".join(filter(None, (getattr(genre, "title", "") or genre.name, self.puzzle.name))))
        body = "\n".join(
            "\n".join(('<g text-anchor="middle">' if name == "text" else "<g>", *elements, "</g>"))
            for name, elements in self.sheets.items()
            if elements
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" width="{_n(width)}" height="{_n(height)}" '
            f'role="img" font-family="{FONTS}">\n<title>{title}</title>\n'
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{PAPER}"/>\n{body}\n</svg>\n'
        )

    def grid(self) -> None:
        """Thin lines between cells and a thick outline; dots where the line follows the grid; nothing under bridges."""
        lattice = self.lattice
        inner = range(len(lattice.links))
        if BRIDGE in self.looks:
            return
        if "edgeline" in self.looks:
            for x, y in self.points:
                self.circle("walls", x, y, 0.06, INK, "none", 0)
            return
        dash = f"{_n(0.06 * UNIT)} {_n(0.065 * UNIT)}" if "border" in self.looks else ""
        self.segments("grid", self.edge_points(inner), FAINT, 0.022, cap="butt", dash=dash)
        self.segments("walls", self.edge_points(range(len(inner), len(lattice.edges))), INK, 0.075)
        if self.tall_clues():
            # long rows of clues are counted by fives, as in a Nonogram
            keys = lattice.corner_keys
            ends = [(keys[p], keys[q]) for p, q in lattice.edge_corners[: len(inner)]]
            fifth = [e for e in inner if any(a == b and a % 5 == 0 for a, b in zip(*ends[e], strict=True))]
            self.segments("grid", self.edge_points(fifth), INK, 0.04, cap="butt")

    def tall_clues(self) -> bool:
        """Whether rows have several clues each outside a square board."""
        return self.lattice.shape == "square" and any(
            layer.on == "lines" and sum(len(clues) > 1 for lines in values.values() for clues in lines) > self.lattice.rows / 2
            and "top" in values
            for layer, _, values in self.layers
        )  # fmt: skip

    def layer(self, layer: Layer, look: str, values: Any) -> None:
        lattice = self.lattice
        answered = isinstance(layer, AnswerLayer)
        if layer.on == "lines":
            self.outside(values)
        elif look == "rooms":
            self.segments("walls", self.edge_points(values.borders(lattice)), INK, 0.075)
        elif look == "cage":
            self.cages(values.of)
        elif look == "path":
            self.thermometers(layer, values)
        elif look in ALONG and layer.on in ("links", "edges"):
            found = self.edge_points(e for e, _ in drawn(layer, values))
            if answered:
                self.segments("lines", found, PENCIL_LINE, 0.11)
            else:
                self.segments("walls", found, INK, 0.11)
        elif look in ACROSS and layer.on == "links":
            self.across(layer, look, values, PENCIL_LINE if answered else INK)
        elif layer.on == "cells":
            if look == "areas":
                self.segments("lines", self.edge_points(area_borders(lattice, values)), PENCIL_LINE, 0.11)
            for cell, value in drawn(layer, values):
                x, y = self.centers[cell]
                shaded = look == "ship" and isinstance(layer, Shading)
                token = ship_piece(lattice, values, cell) if shaded else token_of(layer, value)
                SIGNS.get(look, _symbol)(self, Mark(layer, value, token, x, y, 1.0, cell))
        elif layer.on in ("corners", "links", "edges"):
            for i, value in drawn(layer, values):
                if layer.on == "corners":
                    x, y = self.points[i]
                else:
                    (x, y), (x2, y2) = (self.points[p] for p in lattice.edge_corners[i])
                    x, y = (x + x2) / 2, (y + y2) / 2
                SIGNS.get(look, _symbol)(self, Mark(layer, value, token_of(layer, value), x, y, 0.5, None))

    def across(self, layer: Layer, look: str, values: Any, color: str) -> None:
        pieces = []
        for e, value in drawn(layer, values):
            (x1, y1), (x2, y2) = (self.centers[c] for c in self.lattice.links[e])
            if value == 1:
                pieces.append(((x1, y1), (x2, y2)))
            else:
                # parallel lines lie side by side, as far apart as they find room
                gap = 0.22 / (value - 1) * UNIT if value > 2 else 0.17 * UNIT
                length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
                ux, uy = (y2 - y1) / length * gap, (x1 - x2) / length * gap
                for k in range(value):
                    f = k - (value - 1) / 2
                    pieces.append(((x1 + f * ux, y1 + f * uy), (x2 + f * ux, y2 + f * uy)))
        self.segments("lines", pieces, color, 0.07 if look == BRIDGE else 0.13)

    def thermometers(self, layer: Layer, values: Any) -> None:
        """Glass tubes with a bulb at place 1, filled up where the answer says so."""
        filled: set[int] = set()
        for shaded, look, its in self.layers:
            if look in ("shade", "fill") and isinstance(shaded, AnswerLayer):
                filled |= {cell for cell, _ in drawn(shaded, its)}
        places = {value: cell for cell, value in drawn(layer, values)}
        glass, mercury, bulbs = [], [], []
        for (label, place), cell in places.items():
            following = places.get((label, place + 1))
            if place == 1:
                bulbs.append(cell)
            if cell in filled:
                mercury.append((self.centers[cell], self.centers[cell]))
            if following is not None:
                glass.append((self.centers[cell], self.centers[following]))
                if cell in filled and following in filled:
                    mercury.append((self.centers[cell], self.centers[following]))
        for color, more in ((INK, 0.0), (PAPER, -0.05)):
            self.segments("paths", glass, color, 0.42 + more)
            for cell in bulbs:
                self.circle("paths", *self.centers[cell], 0.37 + more / 2, color, "none", 0)
        self.segments("paths", mercury, PENCIL_SHADE, 0.25)
        for cell in bulbs:
            if cell in filled:
                self.circle("paths", *self.centers[cell], 0.29, PENCIL_SHADE, "none", 0)

    def cages(self, of: list[int | None]) -> None:
        """Dashed outlines a little inside the groups of cells."""
        lattice = self.lattice
        inset = 0.08
        corners, step, centers = lattice.cell_corners, lattice.step, self.centers
        around = len(lattice.vectors)
        slant = 1.0 if around == 4 else 0.8660254037844386

        def open_at(cell: int, d: int) -> bool:
            """Whether the cage goes on beyond side d of a cell."""
            n = step[cell][d]
            return n >= 0 and of[n] == of[cell]

        def inner(cell: int, p: int) -> Point:
            (cx, cy), (x, y) = centers[cell], self.points[p]
            return cx + (x - cx) * (1 - 2 * inset), cy + (y - cy) * (1 - 2 * inset)

        def end(cell: int, d: int, turn: int) -> Point:
            """The end of the line along side d, on the clockwise (turn 1) or the other side (-1)."""
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

    def outside(self, values: Any) -> None:
        """The clues of rows and columns."""
        lattice = self.lattice
        gap = 0.62
        hexagonal = lattice.shape == "hexagonal"
        board = [*self.box]
        for side, lines in values.items():
            upright = side in ("top", "bottom")
            for i, clues in enumerate(lines):
                cells = (lattice.col_cells if upright else lattice.row_cells)[i]
                if not clues or not cells:
                    continue
                ordered = clues[::-1] if side in ("top", "left") else clues
                first = cells[0] if side in ("top", "left") else cells[-1]
                x, y = self.centers[first]
                # on hexagons columns run from the upper right to the lower left
                away = {
                    "top": (0.5, -0.8660254) if hexagonal else (0.0, -1.0),
                    "bottom": (-0.5, 0.8660254) if hexagonal else (0.0, 1.0),
                    "left": (-1.0, 0.0),
                    "right": (1.0, 0.0),
                }[side]
                if not hexagonal:
                    x = {"left": board[0] + UNIT / 2, "right": board[2] - UNIT / 2}.get(side, x)
                    y = {"top": board[1] + UNIT / 2, "bottom": board[3] - UNIT / 2}.get(side, y)
                for k, clue in enumerate(ordered):
                    far = (0.9 + gap * k) * UNIT
                    px, py = x + away[0] * far, y + away[1] * far
                    text = str(clue)
                    self.text(px, py, text, 0.5 if len(text) < 3 else 0.36)
                    self.box = [
                        min(self.box[0], px - 0.25 * UNIT), min(self.box[1], py - 0.25 * UNIT),
                        max(self.box[2], px + 0.25 * UNIT), max(self.box[3], py + 0.25 * UNIT),
                    ]  # fmt: skip

    def columns(self) -> None:
        """A row of boxes below the board for what has one value per column."""
        if not self.has_columns:
            return
        top = self.box[3] + 0.35 * UNIT
        for col in range(self.lattice.cols):
            x = col * UNIT
            corners = [(x, top), (x + UNIT, top), (x + UNIT, top + UNIT), (x, top + UNIT)]
            self.polygon("walls", corners, "none", INK, 0.05)
        for layer, _, values in self.layers:
            if layer.on == "columns":
                for col, value in drawn(layer, values):
                    token = token_of(layer, value)
                    x, y = (col + 0.5) * UNIT, top + UNIT / 2
                    SIGNS.get(look_of(layer), _symbol)(self, Mark(layer, value, token, x, y, 1.0, None))
        self.box[3] = top + UNIT

    def captions(self) -> None:
        captions = [caption(layer, values) for layer, _, values in self.layers if layer.on == "board"]
        words = ", ".join(filter(None, captions))
        if words:
            self.text(self.box[0], self.box[1] - 0.35 * UNIT, words, 0.34, anchor="start")
            self.box[1] -= 0.6 * UNIT
            self.box[2] = max(self.box[2], self.box[0] + 0.19 * UNIT * len(words))


# -- signs: what stands on one place --------------------------------------------------------------------------------


def _size(text: str, room: float = 1.0) -> float:
    """The height of a text that fits into a cell."""
    return room * (0.62, 0.62, 0.54, 0.42)[len(text)] if len(text) < 4 else room * 1.3 / len(text)


def _text(pic: _Picture, mark: Mark) -> None:
    """A number or word in the middle; in white where the cell is dark, in the corner where an answer's number stands."""
    color = PAPER if mark.cell in pic.dark else mark.ink
    if mark.cell is not None and not mark.answered and pic.written.get(mark.cell, mark.token) != mark.token:
        _small(pic, mark)
        return
    if mark.cell in pic.on_line:
        pic.circle("rounds", mark.x, mark.y, 0.33, PAPER, "none", 0)
    pic.text(mark.x, mark.y, mark.token, _size(mark.token) * (mark.scale if mark.cell is not None else 0.6), color)


def _digit(pic: _Picture, mark: Mark) -> None:
    if mark.cell is None or pic.clued.get(mark.cell) != mark.token:
        crowded = mark.cell in pic.crowded
        size, y = _size(mark.token, 0.85 if crowded else 1.0), mark.y + (0.1 * UNIT if crowded else 0)
        pic.text(mark.x, y, mark.token, size, PAPER if mark.cell in pic.dark else mark.ink)


def _small(pic: _Picture, mark: Mark) -> None:
    """In the upper left corner of the cell."""
    token = mark.token.replace("*", "×").replace("/", "÷").replace("-", "−") if mark.token[:1].isdigit() else mark.token
    size = 0.28 if len(token) < 5 else 1.3 / len(token)
    color = PAPER if mark.cell in pic.dark else mark.ink
    if pic.lattice.shape == "hexagonal":
        x, y, anchor = mark.x, mark.y - 0.36 * UNIT, "middle"
    else:
        x, y, anchor = mark.x - 0.43 * UNIT, mark.y - 0.31 * UNIT, "start"
    if "cage" in pic.looks and mark.cell not in pic.dark:
        # the number interrupts the dashes
        half, left = 0.15 * UNIT, x - (0.03 if anchor == "start" else 0.08 * len(token) + 0.03) * UNIT
        right = left + (0.16 * len(token) + 0.06) * UNIT
        pic.polygon("shapes", [(left, y - half), (right, y - half), (right, y + half), (left, y + half)], PAPER)
    pic.text(x, y, token, size, color, anchor=anchor)


def _symbol(pic: _Picture, mark: Mark) -> None:
    _text(pic, mark)


def _shade(pic: _Picture, mark: Mark) -> None:
    if mark.cell is not None and mark.cell not in pic.on_path:
        pic.fill_cell(mark.cell, PENCIL_SHADE if mark.answered else GREY)


def _wall(pic: _Picture, mark: Mark) -> None:
    if mark.cell is not None:
        pic.fill_cell(mark.cell, INK)
        if is_number(mark.token):
            pic.text(mark.x, mark.y, mark.token, _size(mark.token), PAPER)


def _grey(pic: _Picture, mark: Mark) -> None:
    if mark.cell is not None:
        pic.fill_cell(mark.cell, GREY)
        if is_number(mark.token):
            _text(pic, mark)


def _sums(pic: _Picture, mark: Mark) -> None:
    """A dark cell cut by a diagonal: the sum of the cells below on its left, of those to the right on its right."""
    if mark.cell is None:
        return
    pic.fill_cell(mark.cell, INK)
    below, right = mark.value if isinstance(mark.value, tuple) else (None, None)
    if below is None and right is None:
        return
    half, off = 0.5 * UNIT, 0.22 * UNIT
    ends = ((mark.x - half, mark.y - half), (mark.x + half, mark.y + half))
    pic.segments("shapes", [ends], PAPER, 0.03, cap="butt")
    for number, side in ((below, -1), (right, 1)):
        if number is not None:
            pic.text(mark.x + side * off, mark.y - side * off, str(number), 0.36, PAPER)


def _circle(pic: _Picture, mark: Mark) -> None:
    """White, black or grey by the letter; otherwise white around a number."""
    if mark.answered and mark.cell is not None and pic.clued.get(mark.cell) == mark.token:
        return  # it is printed there already
    kind, _, number = parts(mark.value) if isinstance(mark.value, tuple) else ("", None, None)
    if not isinstance(mark.value, tuple):
        kind, number = (mark.token, None) if mark.token in ("w", "b", "g") else ("w", mark.token)
        if not is_number(mark.token) and number is not None:
            number = None
    fill = {"b": mark.ink, "g": GREY}.get(kind or "w", PAPER)
    text = number_text(number)
    small = mark.cell is None
    r = (0.24 if text else 0.15) if small else 0.38
    stroke = mark.ink
    pic.circle("rounds" if text or small else "shapes", mark.x, mark.y, r, fill, stroke)
    if text:
        size = 0.3 if small else _size(text) * 0.85
        pic.text(mark.x, mark.y, text, size, PAPER if kind == "b" else stroke, sheet="text")


def _center(pic: _Picture, mark: Mark) -> None:
    """A small white or black circle, wherever it lies: ``we`` in a cell is a white one on its right edge."""
    x, y = (n + (way in mark.token) * UNIT / 2 for n, way in ((mark.x, "e"), (mark.y, "s")))
    pic.circle("rounds", x, y, 0.14, mark.ink if mark.token[:1] == "b" else PAPER, mark.ink)


def _corner(pic: _Picture, mark: Mark) -> None:
    """A number in a small circle."""
    pic.circle("rounds", mark.x, mark.y, 0.23, PAPER, mark.ink, 0.03)
    pic.text(mark.x, mark.y, mark.token, 0.34, mark.ink)


def _arrow(pic: _Picture, mark: Mark) -> None:
    """A number with an arrow above it, or beside it when the arrow does not point sideways."""
    kind, direction, number = parts(mark.value)
    if mark.cell is not None and kind in ("b", "g", "w"):
        pic.fill_cell(mark.cell, {"b": INK, "g": GREY, "w": PAPER}[kind])
        corners = [pic.points[p] for p in pic.lattice.cell_corners[mark.cell]]
        pic.polygon("walls", corners, "none", INK, 0.06)
    color = PAPER if kind == "b" else mark.ink
    text = number_text(number)
    names = pic.lattice.direction_names
    given = getattr(mark.layer, "names", names)
    if direction == UNKNOWN:
        text += UNKNOWN
    if direction is None or direction == UNKNOWN or given[direction] not in names:
        pic.text(mark.x, mark.y, text, _size(text), color)
        return
    ux, uy = link_offsets(pic.lattice)[names.index(given[direction])]
    sideways = abs(ux) > abs(uy) or uy == 0
    x, y = mark.x, mark.y
    if text:
        if sideways and abs(uy) < 0.1:
            pic.text(x, y + 0.14 * UNIT, text, _size(text, 0.85), color)
            y -= 0.28 * UNIT
        else:
            pic.text(x - 0.12 * UNIT, y, text, _size(text, 0.85), color)
            x += 0.29 * UNIT
    length = 0.3 * UNIT
    tip = (x + ux * length, y + uy * length)
    neck = (x + ux * length * 0.35, y + uy * length * 0.35)
    wide = 0.1 * UNIT
    pic.segments("text", [((x - ux * length, y - uy * length), neck)], color, 0.05, cap="butt")
    pic.polygon(
        "text", [tip, (neck[0] - uy * wide, neck[1] + ux * wide), (neck[0] + uy * wide, neck[1] - ux * wide)], color
    )


def _star(pic: _Picture, mark: Mark) -> None:
    from math import cos, pi, sin

    points = []
    for k in range(10):
        r = (0.36 if k % 2 == 0 else 0.15) * UNIT * mark.scale
        points.append((mark.x + r * sin(pi * k / 5), mark.y + 0.02 * UNIT - r * cos(pi * k / 5)))
    pic.polygon("shapes", points, PENCIL_LINE if mark.answered else INK)


def _bulb(pic: _Picture, mark: Mark) -> None:
    from math import cos, pi, sin

    rays = []
    for k in range(8):
        ux, uy = sin(pi * k / 4) * UNIT, cos(pi * k / 4) * UNIT
        rays.append(((mark.x + 0.3 * ux, mark.y + 0.3 * uy), (mark.x + 0.38 * ux, mark.y + 0.38 * uy)))
    ink = "#b07d00" if mark.answered else INK
    pic.segments("shapes", rays, ink, 0.045)
    pic.circle("shapes", mark.x, mark.y, 0.22, "#ffdf5e" if mark.answered else PAPER, ink)


def _tent(pic: _Picture, mark: Mark) -> None:
    u, x, y = UNIT, mark.x, mark.y
    color = PENCIL_LINE if mark.answered else INK
    pic.polygon(
        "shapes", [(x, y - 0.3 * u), (x + 0.34 * u, y + 0.28 * u), (x - 0.34 * u, y + 0.28 * u)], color, color, 0.06
    )
    pic.polygon("shapes", [(x, y - 0.02 * u), (x + 0.12 * u, y + 0.29 * u), (x - 0.12 * u, y + 0.29 * u)], PAPER)


def _tree(pic: _Picture, mark: Mark) -> None:
    u, x, y = UNIT, mark.x, mark.y
    trunk = [(x - 0.05 * u, y), (x + 0.05 * u, y), (x + 0.05 * u, y + 0.38 * u), (x - 0.05 * u, y + 0.38 * u)]
    pic.polygon("shapes", trunk, INK)
    for dx, dy, r in ((0, -0.17, 0.19), (-0.16, 0.02, 0.17), (0.16, 0.02, 0.17), (0, 0, 0.14)):
        pic.circle("shapes", x + dx * u, y + dy * u, r, mark.ink, "none", 0)


def _mine(pic: _Picture, mark: Mark) -> None:
    from math import cos, pi, sin

    color = PENCIL_TEXT if mark.answered else INK
    spikes = []
    for k in range(4):
        ux, uy = sin(pi * k / 4) * 0.33 * UNIT, cos(pi * k / 4) * 0.33 * UNIT
        spikes.append(((mark.x - ux, mark.y - uy), (mark.x + ux, mark.y + uy)))
    pic.segments("shapes", spikes, color, 0.06)
    pic.circle("shapes", mark.x, mark.y, 0.23, color, "none", 0)
    pic.circle("shapes", mark.x - 0.07 * UNIT, mark.y - 0.07 * UNIT, 0.055, PAPER, "none", 0)


def _dot(pic: _Picture, mark: Mark) -> None:
    pic.circle("rounds", mark.x, mark.y, 0.16 if mark.cell is not None else 0.1, mark.ink, "none", 0)


def _cross(pic: _Picture, mark: Mark) -> None:
    r = 0.2 * UNIT * mark.scale
    x, y = mark.x, mark.y
    pieces = [((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))]
    pic.segments("shapes", pieces, mark.ink, 0.05)


def _magnet(pic: _Picture, mark: Mark) -> None:
    """Poles as signs, a neutral half as a faint cross."""
    r, x, y = 0.22 * UNIT, mark.x, mark.y
    if mark.token in ("+", "-", "_"):
        pieces = [((x - r, y), (x + r, y))]
        if mark.token == "+":
            pieces.append(((x, y - r), (x, y + r)))
        pic.segments("shapes", pieces, mark.ink, 0.085)
    elif mark.token == "x":
        r *= 0.7
        pic.segments("shapes", [((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))], FAINT, 0.035)
    else:
        _text(pic, mark)


def _ship(pic: _Picture, mark: Mark) -> None:
    """Parts of ships: round ends, square middles, round boats; water as waves."""
    u, x, y = UNIT, mark.x, mark.y
    color = PENCIL_SHADE if mark.answered else INK
    r = 0.36 * u
    turn = {"n": 0, "e": 90, "s": 180, "w": 270}.get(mark.token)
    if mark.token in ("x", "~"):
        for dy in (-0.1, 0.1):
            start = f"M{_n(x - 0.26 * u)} {_n(y + dy * u)}"
            wave = (
                f"q{_n(0.065 * u)} {_n(-0.13 * u)} {_n(0.13 * u)} 0t{_n(0.13 * u)} 0t{_n(0.13 * u)} 0t{_n(0.13 * u)} 0"
            )
            pic.path("shapes", start + wave, "none", mark.ink, 0.04)
    elif mark.token == "o":
        pic.circle("shapes", x, y, 0.34, color, "none", 0)
    elif turn is not None:
        d = f"M{_n(x - r)} {_n(y + r)}V{_n(y)}A{_n(r)} {_n(r)} 0 0 1 {_n(x + r)} {_n(y)}V{_n(y + r)}Z"
        pic.path("shapes", d, color, more=f' transform="rotate({turn} {_n(x)} {_n(y)})"' if turn else "")
    else:
        pic.polygon("shapes", [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)], color)


def _slash(pic: _Picture, mark: Mark) -> None:
    """A diagonal of the cell."""
    r = 0.5 * UNIT * (1 if mark.token == "/" else -1)
    ends = ((mark.x - r, mark.y + abs(r)), (mark.x + r, mark.y - abs(r)))
    pic.segments("lines", [ends], PENCIL_LINE if mark.answered else INK, 0.08)


def _triangle(pic: _Picture, mark: Mark) -> None:
    """Half a cell, black in the corner that the token names."""
    r = 0.5 * UNIT
    square = {"nw": (-1, -1), "ne": (1, -1), "se": (1, 1), "sw": (-1, 1)}
    if mark.token not in square:
        _text(pic, mark)
        return
    away = tuple(-n for n in square[mark.token])
    points = [(mark.x + dx * r, mark.y + dy * r) for dx, dy in square.values() if (dx, dy) != away]
    pic.polygon("ground", points, PENCIL_SHADE if mark.answered else INK)


def _pipe(pic: _Picture, mark: Mark) -> None:
    """Lines from the middle of the cell towards the directions that the token names."""
    offsets = link_offsets(pic.lattice)
    names = pic.lattice.direction_names
    ways = mark.token.split("+") if pic.lattice.shape == "hexagonal" else list(mark.token)
    if not all(way in names for way in ways):
        _text(pic, mark)
        return
    half = UNIT / 2
    pieces = []
    for way in ways:
        ux, uy = offsets[names.index(way)]
        pieces.append(((mark.x, mark.y), (mark.x + ux * half, mark.y + uy * half)))
    pic.segments("shapes", pieces, PENCIL_LINE if mark.answered else INK, 0.13)


SIGNS: dict[str, Callable[[_Picture, Mark], None]] = {
    "text": _text,
    "symbol": _symbol,
    "marks": _symbol,
    "digit": _digit,
    "areas": _digit,
    "small": _small,
    "calculation": _small,
    "shade": _shade,
    "fill": _shade,
    "wall": _wall,
    "grey": _grey,
    "sums": _sums,
    "circle": _circle,
    "center": _center,
    "corner": _corner,
    "arrow": _arrow,
    "star": _star,
    "bulb": _bulb,
    "tent": _tent,
    "tree": _tree,
    "mine": _mine,
    "dot": _dot,
    "cross": _cross,
    "magnet": _magnet,
    "ship": _ship,
    "slash": _slash,
    "triangle": _triangle,
    "pipe": _pipe,
}
"""look -> what draws one value of it; looks that are not here are written as their token."""
