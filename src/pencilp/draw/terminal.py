"""Boards as text for a terminal.

The page is a grid of characters. Lines (walls, borders, loops) are *strokes* from character to character. The weights
of a character's four arms determine its glyph, so lines of all kinds meet and cross correctly. Printed lines are light,
an answer's are heavy, bridges double. Diagonal sides of hexagons are slashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pencilp.board.lattice import FlatLattice, Lattice
from pencilp.board.layers import SIDES, Layer
from pencilp.board.layers.glyphs import Glyph, Spokes
from pencilp.board.layers.places import OUTWARD
from pencilp.board.layers.values import ACROSS, ALONG, AREAS, BRIDGES, CAGES, GROUPS, TUBES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import (
    Drawn,
    Marked,
    Marks,
    area_borders,
    captions,
    check_types,
    drawn,
    follows_edges,
    in_rows,
)

LIGHT, HEAVY, DOUBLE = 1, 2, 3
UP, RIGHT, DOWN, LEFT = range(4)

BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""The character for each weight (0 none, 1 light, 2 heavy) of the arms up, right, down, left."""

PLAIN, CLUE, ANSWER, DIFFERENT, DIM, IN_BLACK, IN_SHADE = range(7)
COLORS = ("", "1", "36", "1;31", "2", "7", "30;46")
"""The ANSI codes of each style."""

PIECES_WIDE = 36
"""Cells of the widest row of pieces above a board."""
MARK = "!"
"""The sign at a marked place."""

SLANTING = {
    **dict.fromkeys(("0", "3", "03"), "╱"),
    **dict.fromkeys(("2", "5", "25"), "╲"),
    "05": "∨",
    "23": "∧",
    "02": "<",
    "35": ">",
}
"""The joints of lines in the middle of a hexagon with a corner up, by the directions of the lines."""
ASCII_JOINTS = {"╱": "/", "╲": "\\", "∨": "v", "∧": "^", "•": "o"}
"""The same in ASCII, if that differs."""

FILLS = {
    "shade": ("█", "#"),
    "shade next to walls": ("▒", "x"),
    "wall": ("█", "#"),
    "grey": ("░", ":"),
    "only here": ("▓", "X"),
    "only there": ("░", "."),
}
"""The fill of a cell: (Unicode, ASCII)."""

FILLED = {"ink": "wall", "grey": "grey", "shade": "shade"}
"""Paint of a glyph -> fill of its cell."""


def to_text(
    puzzle: Puzzle, answer: Answer | None = None, *, unicode: bool = True, color: bool = False, compare: Answer | None = None,
    orientation: str = "pointed", marked: Iterable[Marked] = (),
) -> str:  # fmt: skip
    """Return the board of ``puzzle`` for a terminal, with ``answer`` on it if given; lines end in newlines.

    With ``unicode`` it has box-drawing characters, otherwise only ASCII. With ``color`` it has ANSI colours; otherwise
    its characters distinguish the answer from the puzzle (heavy lines, full blocks, given digits in brackets).
    ``compare`` is another answer: differences are red or have other characters. ``orientation`` is that of hexagons:
    "pointed" or "flat" (with a flat side up). ``marked`` places (``pencilp.draw.drawn.Marked``) have a "!".
    """
    check_types(puzzle, answer, compare)
    lattice = puzzle.lattice.laid(orientation)
    layers = drawn(puzzle, answer, lattice, compare)
    return Drawing(puzzle, lattice, layers, unicode=unicode, color=color, marks=Marks(marked)).text()


def legible(text: str, *, unicode: bool) -> str:
    """Return a text with question marks for characters that cannot be shown."""
    if text.isprintable() and (unicode or text.isascii()):
        return text
    return "".join(ch if ch.isprintable() and (unicode or ch.isascii()) else "?" for ch in text)


def caption_lines(layers: list[Drawn], *, unicode: bool) -> list[str]:
    """Return the captions of the whole puzzle, and its pieces as drawings."""
    lines = []
    for words, pieces in captions(layers):
        lines += [legible(words, unicode=unicode)] if words else []
        for row in in_rows(pieces, PIECES_WIDE):
            for i in range(max(map(len, row))):
                signs = [piece[i] if i < len(piece) else "." * len(piece[0]) for piece in row]
                text = (
                    "  ".join(" ".join(part) for part in signs).replace("x", "■" if unicode else "#").replace(".", " ")
                )
                lines.append(f"  {text}".rstrip())
            lines += [""] if max(map(len, row)) > 1 else []
    return lines


class Page:
    """A grid of characters with styles, and the arms of its lines."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.chars = [" "] * (width * height)
        self.styles = [PLAIN] * (width * height)
        self.arms: dict[int, list[int]] = {}
        self.light = False
        """Whether some line is light, even under a heavy one."""

    def stroke(self, x1: int, y1: int, x2: int, y2: int, weight: int, style: int) -> None:
        """Draw a horizontal or vertical line from the middle of a character to one to its right or below it."""
        step, ahead, back = (1, RIGHT, LEFT) if y1 == y2 else (self.width, DOWN, UP)
        start, end = y1 * self.width + x1, y2 * self.width + x2
        self.light = self.light or weight == LIGHT
        arms, styles = self.arms, self.styles
        for i in range(start, end + 1, step):
            at = arms.get(i)
            if at is None:
                arms[i] = at = [0, 0, 0, 0]
            if i > start and at[back] < weight:
                at[back] = weight
            if i < end and at[ahead] < weight:
                at[ahead] = weight
            if style:
                styles[i] = style

    def put(self, x: int, y: int, text: str, style: int) -> None:
        i = y * self.width + x
        for ch in text:
            self.chars[i] = ch
            self.styles[i] = style
            i += 1

    def join_arms(self, unicode: bool) -> None:
        """Turn the strokes made so far into characters."""
        chars = self.chars
        if unicode:
            for i, (u, r, d, left) in self.arms.items():
                if u == DOUBLE or d == DOUBLE:
                    chars[i] = "║"
                elif r == DOUBLE or left == DOUBLE:
                    chars[i] = "═"
                else:
                    chars[i] = BOXES[27 * u + 9 * r + 3 * d + left]
            return
        for i, at in self.arms.items():
            u, r, d, left = at
            weight = max(at)
            if weight == HEAVY and self.light:
                chars[i] = "=" if (r == HEAVY or left == HEAVY) and u != HEAVY and d != HEAVY else "#"
            elif weight == DOUBLE:
                chars[i] = '"' if u == DOUBLE or d == DOUBLE else "="
            else:
                chars[i] = "-" if not (u or d) else "|" if not (r or left) else "+"

    def lines(self, color: bool) -> list[str]:
        out = []
        for y in range(self.height):
            row = slice(y * self.width, (y + 1) * self.width)
            line = "".join(self.chars[row])
            if color:
                parts, last, styles = [], PLAIN, self.styles[row]
                for ch, style in zip(line, styles, strict=True):
                    if style != last and (ch != " " or last or style in (IN_BLACK, IN_SHADE)):
                        if last:
                            parts.append("\x1b[0m")
                        if style:
                            parts.append(f"\x1b[{COLORS[style]}m")
                        last = style
                    parts.append(ch)
                if last:
                    parts.append("\x1b[0m")
                line = "".join(parts)
            out.append(line.rstrip())
        return out


class SquarePlaces:
    """The places of cells, edges and corners of a square lattice on the page.

    ``left`` and ``top`` are the numbers of characters for clues outside.
    """

    def __init__(self, lattice: Lattice, room: int, left: int, top: int) -> None:
        self.lattice, self.room, self.pitch, self.left, self.top = lattice, room, room + 1, left, top
        self.width = left + lattice.cols * self.pitch + 1
        self.height = top + 2 * lattice.rows + 1

    def cell(self, row: int, col: int) -> tuple[int, int]:
        """Return the upper left character inside the cell at a position, even if there is no cell."""
        return self.left + col * self.pitch + 1, self.top + 2 * row + 1

    def inside(self, row: int, col: int) -> list[tuple[int, int, int]]:
        """Return all characters inside the cell, as (x, y, number of characters)."""
        return [(*self.cell(row, col), self.room)]

    def corner(self, key: tuple[int, int]) -> tuple[int, int]:
        return self.left + key[1] * self.pitch, self.top + 2 * key[0]

    def joint(self, ways: set[int]) -> str:
        """Return the joint of lines that leave a cell in these directions; "" if strokes form it."""
        return ""

    def along(self, page: Page, p: tuple[int, int], q: tuple[int, int], weight: int, style: int, unicode: bool) -> None:
        """Draw the edge between the corners with the keys p and q."""
        page.stroke(*self.corner(p), *self.corner(q), weight, style)

    def across(
        self, page: Page, a: tuple[int, int], b: tuple[int, int], weight: int, style: int, unicode: bool
    ) -> None:
        """Draw the line from the middle of the cell at a to the middle of the cell at b."""
        half = (self.room - 1) // 2
        (x1, y1), (x2, y2) = self.cell(*a), self.cell(*b)
        page.stroke(x1 + half, y1, x2 + half, y2, weight, style)


class _HexagonalPlaces(SquarePlaces):
    """The same for hexagonal lattices: each row is half a cell to the left of the one above it."""

    def __init__(self, lattice: Lattice, room: int, left: int, top: int) -> None:
        super().__init__(lattice, room, left, top)
        half = self.pitch // 2
        starts = [2 * col - row for row, col in lattice.positions]
        self.left = left - min(starts) * half
        self.width = self.left + (max(starts) + 2) * half + 1

    def cell(self, row: int, col: int) -> tuple[int, int]:
        return self.left + (2 * col - row) * self.pitch // 2 + 1, self.top + 2 * row + 1

    def corner(self, key: tuple[int, int]) -> tuple[int, int]:
        row, col = key
        return self.left + (2 * col - row + 3) * self.pitch // 6, self.top + 2 * ((row + 2) // 3)

    def joint(self, ways: set[int]) -> str:
        # a horizontal line ends in the middle, where the slanting lines begin
        return "•" if len(ways) > 2 else SLANTING.get("".join(map(str, sorted(ways))), "")

    def along(self, page: Page, p: tuple[int, int], q: tuple[int, int], weight: int, style: int, unicode: bool) -> None:
        (x1, y1), (x2, y2) = self.corner(p), self.corner(q)
        if y1 != y2:
            glyph = "┃" if weight == HEAVY and unicode else "│" if unicode else "|"
            page.put(x1, y1 + 1, glyph, style)
        elif x1 < x2:  # p is the earlier corner and so the higher
            page.put(x1 + 1, y1, "\\", style)
        else:
            page.put(x1 - 1, y1, "/", style)

    def across(
        self, page: Page, a: tuple[int, int], b: tuple[int, int], weight: int, style: int, unicode: bool
    ) -> None:
        (x1, y1), (x2, y2) = self.cell(*a), self.cell(*b)
        half = self.room // 2
        if y1 == y2:
            page.stroke(x1 + half, y1, x2 + half, y2, weight, style)
        else:
            glyph = ("╲" if unicode else "\\") if x1 < x2 else ("╱" if unicode else "/")
            # there is no character for a slanting double line
            page.put((x1 + x2) // 2 + half, y1 + 1, glyph * (1 + (weight == DOUBLE)), style)


class _FlatPlaces(_HexagonalPlaces):
    """The same for hexagonal lattices with flat sides up.

    Each cell is five lines high, and shares two with each neighbour to its left or right. ``further`` are the positions
    of clues outside.
    """

    def __init__(self, lattice: Lattice, room: int, further: Iterable[tuple[int, int]]) -> None:
        self.lattice, self.room, self.pitch, self.left, self.top = lattice, room, room + 3, 0, 0
        self.half = (room + 1) // 2
        """Characters from the middle of a cell to its upper right corner."""
        places = [*lattice.positions, *further]
        across, down = [col - row for row, col in places], [col + row for row, col in places]
        self.left = self.half + 2 - min(across) * self.pitch
        self.top = 2 - 2 * min(down)
        self.width = self.left + max(across) * self.pitch + self.half + 3
        self.height = self.top + 2 * max(down) + 3

    def middle(self, row: int, col: int) -> tuple[int, int]:
        """Return the character in the middle of the cell at a position."""
        return self.left + (col - row) * self.pitch, self.top + 2 * (row + col)

    def cell(self, row: int, col: int) -> tuple[int, int]:
        x, y = self.middle(row, col)
        return x - self.room // 2, y

    def inside(self, row: int, col: int) -> list[tuple[int, int, int]]:
        x, y = self.middle(row, col)
        reach = ((y - 1, self.half), (y, self.half + 1), (y + 1, self.half))
        return [(x - far, at, 2 * far + 1) for at, far in reach]

    def corner(self, key: tuple[int, int]) -> tuple[int, int]:
        row, col = key
        across, adjacent = divmod(col - row, 3)
        x = self.left + across * self.pitch + (0, self.half, self.pitch - self.half)[adjacent]
        return x, self.top + 2 * ((row + col) // 3)

    def joint(self, ways: set[int]) -> str:
        return "•" if len(ways) > 2 else ""

    def along(self, page: Page, p: tuple[int, int], q: tuple[int, int], weight: int, style: int, unicode: bool) -> None:
        (x1, y1), (x2, y2) = sorted((self.corner(p), self.corner(q)))
        if y1 == y2:
            glyph = ("━" if unicode else "=") if weight == HEAVY else ("─" if unicode else "_")
            page.put(x1, y1, glyph * (x2 - x1 + 1), style)
        else:
            page.put((x1 + x2) // 2, (y1 + y2) // 2, "\\" if y1 < y2 else "/", style)

    def across(
        self, page: Page, a: tuple[int, int], b: tuple[int, int], weight: int, style: int, unicode: bool
    ) -> None:
        (x1, y1), (x2, y2) = sorted((self.middle(*a), self.middle(*b)))
        if x1 == x2:
            page.stroke(x1, y1, x2, y2, weight, style)
            return
        reach = self.pitch // 2 - 1
        page.stroke(x1, y1, x1 + reach, y1, weight, style)
        page.stroke(x2 - reach, y2, x2, y2, weight, style)
        glyph = ("╲" if unicode else "\\") if y1 < y2 else ("╱" if unicode else "/")
        page.put((x1 + x2) // 2, (y1 + y2) // 2, glyph * (1 + (weight == DOUBLE)), style)


class Drawing:
    """A drawing of ``layers``.

    The texts of cells are gathered first, because they determine the width of cells, if ``room`` does not give it in
    characters. ``lattice`` is the puzzle's in the orientation of the drawing.
    """

    def __init__(
        self, puzzle: Puzzle, lattice: Lattice, layers: list[Drawn], *, unicode: bool, color: bool, marks: Marks, room: int = 0
    ) -> None:  # fmt: skip
        self.marked, self.room = marks, room
        self.tight: set[int] = set()
        """The cells that should be wider than ``room``."""
        self.lattice, self.unicode, self.color = lattice, unicode, color
        genre = puzzle.genre
        self.layers = layers
        declared: list[Layer[Any]] = [*genre.inputs.values(), *genre.answers.values()]
        ways = {layer.value.way for layer in declared}
        self.on_edges = follows_edges(puzzle, "edges")
        self.bridges = BRIDGES in ways
        self.cages = CAGES in ways
        self.narrow = all(layer.value.narrow for layer in declared if layer.on not in ("lines", "board"))
        self.clues: dict[int, str] = {}
        self.small: dict[int, str] = {}
        self.written: dict[int, str] = {}
        self.fills: dict[int, str] = {}
        self.different: set[int] = set()
        self.open: set[int] = set()
        self.shade = "shade"
        self.below = sum(d.on == "columns" and d.answered for d in self.layers)
        for d in self.layers:
            if d.on == "cells":
                self.gather(d)

    # -- what stands in the cells ------------------------------------------------------------------------------------

    def gather(self, d: Drawn) -> None:
        """Note what a layer writes into cells."""
        for cell, _, glyph in d.glyphs:
            fill, text = FILLED.get(glyph.fill, ""), self.shown(glyph)
            if fill:
                self.fills[cell] = fill
                if fill == "wall":
                    self.shade = "shade next to walls"
            if text and glyph.at is None:
                into = self.written if d.answered else self.small if glyph.corner else self.clues
                into[cell] = into[cell] + text if cell in into else text
        self.open.update(d.undecided)
        if d.other is not None:
            fills = {cell for cell, _, glyph in d.glyphs if glyph.fill == "shade"}
            others = d.layer.value.glyphs(d.layer.place.items(d.other), self.lattice)
            filled = {cell for cell, _, glyph in others if glyph.fill == "shade"}
            for cell, (value, its) in enumerate(zip(d.values, d.other, strict=True)):
                if value != its:
                    self.different.add(cell)
                    if cell in fills | filled:
                        self.fills[cell] = "only here" if cell in fills else "only there"

    def shown(self, glyph: Glyph) -> str:
        """Return the text of a glyph."""
        return legible(glyph.text if self.unicode else glyph.ascii, unicode=self.unicode)

    def inside(self, cell: int) -> tuple[str, int]:
        """Return the text of a cell with its style."""
        clue, written, small = self.clues.get(cell, ""), self.written.get(cell, ""), self.small.get(cell, "")
        if cell in self.different:
            text = written if written or not clue else clue
            mark = "" if self.color or not written else "!"
            return (f"{small} {text}" if small and text else small or text) + mark, DIFFERENT
        if clue and written == clue:
            text, style = (clue if self.color else f"[{clue}]"), CLUE
        elif clue and written:
            text, style = f"{clue}:{written}", CLUE
        else:
            text, style = (written, ANSWER) if written else (clue, CLUE)
        if small:
            text, style = (f"{small} {text}", style) if text else (small, CLUE)
        if not text and cell in self.open and cell not in self.fills:
            text, style = "·" if self.unicode else ".", DIM
        return text, style

    # -- the page ----------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the drawing with captions above it; lines end in newlines."""
        page, _ = self.page()
        return "\n".join([*caption_lines(self.layers, unicode=self.unicode), *page.lines(self.color)]) + "\n"

    def page(self) -> tuple[Page, SquarePlaces]:
        """Return the page with the board, and the places of its cells, edges and corners."""
        lattice = self.lattice
        inside = [self.inside(cell) for cell in lattice.cells]
        outside, widest = self.outside_texts()
        if self.room:
            shaded = [self.fills.get(cell) == "shade" for cell in lattice.cells]
            self.tight = {cell for cell, (text, _) in enumerate(inside) if len(text) + shaded[cell] > self.room}
            inside = [(text[: self.room], style) for text, style in inside]
        where, right, bottom = self.places(self.room or self.room_for(inside, widest), outside)
        page = Page(where.width + right, where.height + bottom)
        self.lines(page, where)
        for cell, (row, col) in enumerate(lattice.positions):
            text, style = inside[cell]
            x, y = where.cell(row, col)
            self.cell(page, where, cell, x, y, text, style)
        self.marks(page, where)
        self.write_outside(page, where, outside)
        self.point(page, where)
        return page, where

    def room_for(self, inside: list[tuple[str, int]], widest: int) -> int:
        """Return the width of cells in characters for their texts, and for the ``widest`` text above or below them."""
        lattice = self.lattice
        room = max(widest, 2, max(len(text) for text, _ in inside))
        # a number in a shaded cell must leave room for the shade
        room = max([room, *(len(inside[cell][0]) + 1 for cell, fill in self.fills.items() if fill == "shade")])
        # the mark of a cell is at the right of its text
        room = max([room, *(len(inside[cell][0]) + 2 for cell in self.marked.cells)])
        hexagonal = lattice.shape == "hexagonal"
        if room > 2 or hexagonal or not self.narrow:
            room = max(room, 3) | 1
        return room

    def places(self, room: int, outside: dict[str, list[list[str]]]) -> tuple[SquarePlaces, int, int]:
        """Return the places on the page, and the numbers of characters right of and below the board."""
        lattice = self.lattice
        if isinstance(lattice, FlatLattice):
            further = [
                self.beyond(side, i, k) for side, i, texts in self.clued_lines(outside) for k in range(len(texts))
            ]
            return _FlatPlaces(lattice, room, further), 0, 0
        hexagonal = lattice.shape == "hexagonal"
        depth = {side: max((len(texts) for texts in outside.get(side, ())), default=0) for side in SIDES}
        sizes = {side: max((len(" ".join(t)) for t in outside.get(side, ())), default=0) for side in ("left", "right")}
        left, right = (sizes[s] + 1 if sizes[s] else 0 for s in ("left", "right"))
        rise = 2 if hexagonal else 1
        top, bottom = rise * depth["top"], rise * depth["bottom"]
        if hexagonal:  # clues above go up and to the right, clues below down and to the left
            left += depth["bottom"] * (room + 1)
            right += depth["top"] * (room + 1)
        return (_HexagonalPlaces if hexagonal else SquarePlaces)(lattice, room, left, top), right, bottom

    def clued_lines(self, outside: dict[str, list[list[str]]]) -> Iterator[tuple[str, int, list[str]]]:
        """Yield (side, number of the line, texts) for lines with cells and texts, the text next to the board first."""
        for side, lines in outside.items():
            for i, texts in enumerate(lines):
                cells = (self.lattice.col_cells if side in ("top", "bottom") else self.lattice.row_cells)[i]
                if texts and cells:
                    yield side, i, texts[::-1] if side in ("top", "left") else texts

    def beyond(self, side: str, i: int, k: int) -> tuple[int, int]:
        """Return the position k steps beyond the first position outside a line."""
        lattice = self.lattice
        cells = (lattice.col_cells if side in ("top", "bottom") else lattice.row_cells)[i]
        row, col = lattice.positions[cells[0] if side in ("top", "left") else cells[-1]]
        down, right = OUTWARD[side]
        return row + (k + 1) * down, col + (k + 1) * right

    def lines(self, page: Page, where: SquarePlaces) -> None:
        """Draw outline, rooms, walls, borders and loops."""
        lattice, unicode = self.lattice, self.unicode
        keys, edge_corners = lattice.corner_keys, lattice.edge_corners
        walls = HEAVY if self.cages else LIGHT

        def along(edges: Any, weight: int, style: int) -> None:
            for e in edges:
                p, q = edge_corners[e]
                where.along(page, keys[p], keys[q], weight, style, unicode)

        dashed: list[tuple[Callable[..., None], Any, Any]] = []
        if not self.on_edges and not self.bridges:
            along(range(len(lattice.links), len(edge_corners)), walls, PLAIN)
        crossings: list[tuple[int, int, int]] = []
        for d in self.layers:
            style, other = ANSWER if d.answered else PLAIN, d.other
            if d.way in GROUPS:
                along(d.values.borders(lattice), LIGHT if d.way == CAGES else walls, PLAIN)
            elif d.way == ALONG:
                weight = HEAVY if d.answered else LIGHT
                found = [e for e, _ in d.strokes]
                if other is None:
                    along(found, weight, style)
                else:
                    along([e for e in found if other[e]], weight, style)
                    along([e for e in found if not other[e]], weight, DIFFERENT)
                    for e, value in enumerate(other):
                        if value and not d.values[e]:
                            p, q = edge_corners[e]
                            dashed.append((where.along, keys[p], keys[q]))
            elif d.way in (ACROSS, BRIDGES):
                for e, value in d.strokes:
                    single = HEAVY if d.answered and d.way != BRIDGES else LIGHT
                    weight = single if value == 1 else DOUBLE
                    changed = other is not None and other[e] != value
                    crossings.append((e, weight, DIFFERENT if changed else style))
                for e, value in enumerate(other or ()):
                    if value and not d.values[e]:
                        a, b = lattice.links[e]
                        dashed.append((where.across, lattice.positions[a], lattice.positions[b]))
            elif d.way == AREAS:
                along(area_borders(lattice, d.values), HEAVY, style)
            elif d.way == TUBES:
                crossings += self.thermometers(d.values)
        for e, weight, style in crossings:
            a, b = lattice.links[e]
            where.across(page, lattice.positions[a], lattice.positions[b], weight, style, unicode)
        page.join_arms(unicode)
        if lattice.shape == "hexagonal":
            self.turns(page, where, crossings)
        for draw, a, b in dashed:
            self.dash(page, draw, a, b)
        for d in self.layers:
            for e in d.undecided if d.on in ("edges", "links") else ():
                if d.way in (ACROSS, BRIDGES):
                    ends = [lattice.positions[cell] for cell in lattice.links[e]]
                    self.dash(page, where.across, *ends, open=True)
                else:
                    self.dash(page, where.along, *[keys[p] for p in edge_corners[e]], open=True)
        if not self.bridges and (lattice.shape == "square" or self.on_edges):
            dot = "·" if unicode else "+"
            for key in keys:
                x, y = where.corner(key)
                i = y * page.width + x
                if i not in page.arms:
                    page.put(x, y, dot, DIM)

    def dash(self, page: Page, draw: Callable[..., None], a: Any, b: Any, *, open: bool = False) -> None:
        """Draw a line that only the other answer has as dashes, if nothing else is drawn there.

        An undecided line (``open``) is a single dash in its middle.
        """
        ghost = Page(page.width, page.height)
        draw(ghost, a, b, LIGHT, DIFFERENT, self.unicode)
        ghost.join_arms(self.unicode)
        glyphs = {"─": "┄", "│": "┆", "-": "~", **dict.fromkeys("|/\\╱╲", ":")}
        found = [i for i, ch in enumerate(ghost.chars) if ch != " "]
        for i in found[len(found) // 2 :][:1] if open else found:
            if ghost.chars[i] in glyphs and page.chars[i] == " ":
                page.chars[i], page.styles[i] = glyphs[ghost.chars[i]], DIM if open else DIFFERENT

    def turns(self, page: Page, where: SquarePlaces, crossings: list[tuple[int, int, int]]) -> None:
        """Draw the joints of lines in the middle of hexagons, because no character has slanting arms."""
        lattice = self.lattice
        ways: dict[int, set[int]] = {}
        styles: dict[int, int] = {}
        double = set()
        for e, weight, style in crossings:
            for cell in lattice.links[e]:
                ways.setdefault(cell, set()).add(lattice.link_to[cell].index(e))
                styles[cell] = style
                if weight == DOUBLE:
                    double.add(cell)
        for cell, found in ways.items():
            x, y = where.cell(*lattice.positions[cell])
            glyph = where.joint(found)
            if glyph:
                glyph = glyph if self.unicode else ASCII_JOINTS.get(glyph, glyph)
                page.put(x + where.room // 2, y, glyph * (1 + (cell in double and glyph in "╱╲/\\")), styles[cell])

    def thermometers(self, values: Any) -> list[tuple[int, int, int]]:
        """Return the links between the cells of each thermometer, bulb first."""
        places = {value: cell for cell, value in enumerate(values) if value is not None}
        between = self.lattice.link_between
        return [
            (between[cell, places[number, place + 1]], LIGHT, PLAIN)
            for (number, place), cell in places.items()
            if (number, place + 1) in places and (cell, places[number, place + 1]) in between
        ]

    def across_corners(self, values: Any) -> dict[int, str]:
        r"""Return the corners that thermometers cross diagonally, each with its slopes (\ falls, / rises)."""
        places = {value: cell for cell, value in enumerate(values) if value is not None}
        result: dict[int, str] = {}
        for (number, place), cell in places.items():
            there = places.get((number, place + 1))
            if there is not None and (cell, there) not in self.lattice.link_between:
                (corner,) = set(self.lattice.cell_corners[cell]) & set(self.lattice.cell_corners[there])
                (row, col), (down, right) = self.lattice.positions[cell], self.lattice.positions[there]
                result[corner] = result.get(corner, "") + ("\\" if (down - row) * (right - col) > 0 else "/")
        return result

    def cell(self, page: Page, where: SquarePlaces, cell: int, x: int, y: int, text: str, style: int) -> None:
        fill = self.fills.get(cell)
        room = where.room
        if fill:
            if fill == "shade":
                fill = self.shade
            black = fill == "wall"
            filled = DIFFERENT if cell in self.different else PLAIN if black else ANSWER
            for left, at, count in where.inside(*self.lattice.positions[cell]):
                page.put(left, at, FILLS[fill][not self.unicode] * count, filled)
            if fill in ("shade", "wall", "shade next to walls"):
                style = IN_BLACK if black else IN_SHADE
        if text:
            page.put(x + (room - len(text) + 1) // 2, y, text, style)

    def marks(self, page: Page, where: SquarePlaces) -> None:
        """Draw pipes and bulbs in cells, and the values on links, edges and corners."""
        lattice = self.lattice
        keys = lattice.corner_keys
        for d in self.layers:
            style = ANSWER if d.answered else CLUE
            if d.way == TUBES:
                for cell, (_, place) in d.values.items():
                    if place == 1:
                        x, y = where.cell(*lattice.positions[cell])
                        # a number in the bulb is in the middle
                        aside = 0 if self.written.get(cell) or self.clues.get(cell) else (where.room - 1) // 2
                        page.put(x + aside, y, "●" if self.unicode else "O", style)
                for p, ways in self.across_corners(d.values).items():
                    sign = "X" if len(ways) > 1 else ways[0]
                    page.put(
                        *where.corner(keys[p]),
                        dict(zip("X\\/", "╳╲╱", strict=True))[sign] if self.unicode else sign,
                        style,
                    )
            elif d.on == "cells":
                for cell, _, glyph in d.glyphs:
                    if glyph.at is not None:
                        # it may be on the cell's right or lower edge, or on the corner between them
                        x, y = where.cell(*lattice.positions[cell])
                        dx, dy = glyph.at
                        x += (where.room - 1) // 2 + (where.room + 1) // 2 * (dx > 0)
                        page.put(x, y + (dy > 0), self.shown(glyph), style)
                    for shape in glyph.shapes:
                        if isinstance(shape, Spokes):
                            self.pipe(page, where, cell, shape.directions, style)
            elif d.on == "corners":
                for p, _, glyph in d.glyphs:
                    self.centred(page, *where.corner(keys[p]), self.sign(glyph), style)
            elif d.on in ("links", "edges"):
                for e, _, glyph in d.glyphs:
                    (x1, y1), (x2, y2) = (where.corner(keys[p]) for p in lattice.edge_corners[e])
                    self.centred(page, (x1 + x2) // 2, (y1 + y2) // 2, self.sign(glyph), style)

    def point(self, page: Page, where: SquarePlaces) -> None:
        """Draw a mark at each marked place of the board."""
        lattice, keys = self.lattice, self.lattice.corner_keys
        for cell in self.marked.cells:
            x, y = where.cell(*lattice.positions[cell])
            page.put(x + where.room - 1, y, MARK, DIFFERENT)
        for e in self.marked.edges:
            (x1, y1), (x2, y2) = (where.corner(keys[p]) for p in lattice.edge_corners[e])
            self.mark_between(page, (x1 + x2) // 2, (y1 + y2) // 2)
        for p in self.marked.corners:
            self.mark_between(page, *where.corner(keys[p]))

    @staticmethod
    def mark_between(page: Page, x: int, y: int) -> None:
        """Draw a mark at a place between cells, next to its clue if it has one."""
        row = y * page.width
        while x + 1 < page.width and page.styles[row + x] == CLUE:
            x += 1
        page.put(x, y, MARK, DIFFERENT)

    def sign(self, glyph: Glyph) -> str:
        """Return the text of a glyph outside cells, or its fill as a character."""
        return self.shown(glyph) or FILLS[FILLED.get(glyph.fill, "shade")][not self.unicode]

    def centred(self, page: Page, x: int, y: int, text: str, style: int) -> None:
        text = text[: page.width]
        page.put(max(0, min(x - (len(text) - 1) // 2, page.width - len(text))), y, text, style)

    def pipe(self, page: Page, where: SquarePlaces, cell: int, directions: list[int], style: int) -> None:
        x, y = where.cell(*self.lattice.positions[cell])
        middle = x + (where.room - 1) // 2
        if self.lattice.shape == "hexagonal":
            # no character has slanting arms
            page.put(middle, y, "•" if self.unicode else "o", style)
            return
        north, east, south, west = (d in directions for d in range(4))
        if self.unicode:
            glyph = BOXES[27 * north + 9 * east + 3 * south + west]
        else:
            glyph = "-" if not (north or south) else "|" if not (east or west) else "+"
        page.put(middle, y, glyph, style)
        bar = "─" if self.unicode else "-"
        for side, there in ((middle - 1, west), (middle + 1, east)):
            if there and page.chars[y * page.width + side] == " ":
                page.put(side, y, bar, style)

    # -- clues outside the board -------------------------------------------------------------------------------------

    def outside_texts(self) -> tuple[dict[str, list[list[str]]], int]:
        """Return the texts of each line's clues by side, and the width of the widest above or below a column."""
        result: dict[str, list[list[str]]] = {}
        widest = 0
        for d in self.layers:
            if d.on == "lines":
                found: dict[str, list[list[str]]] = {side: [[] for _ in lines] for side, lines in d.values.items()}
                for (side, i, _), _, glyph in d.glyphs:
                    found[side][i].append(self.sign(glyph))
                for side, texts in found.items():
                    old = result.get(side)
                    result[side] = [a + b for a, b in zip(old, texts, strict=True)] if old else texts
                    if side in ("top", "bottom"):
                        widest = max([widest, *(len(clue) for line in texts for clue in line)])
        for d in self.layers:
            if d.on == "columns":
                below = result.setdefault("bottom", [[] for _ in d.values])
                for i, _, glyph in d.glyphs:
                    below[i] = [*below[i], self.sign(glyph) + MARK * (i in self.marked.columns)]
                    widest = max(widest, len(below[i][-1]))
        for side, i in self.marked.lines:
            result[side][i] = [MARK, *result[side][i]] if side in ("top", "left") else [*result[side][i], MARK]
        return result, widest

    def write_outside(self, page: Page, where: SquarePlaces, outside: dict[str, list[list[str]]]) -> None:
        lattice, room = self.lattice, where.room
        hexagonal, flat = lattice.shape == "hexagonal", isinstance(lattice, FlatLattice)
        for side, i, texts in self.clued_lines(outside):
            if side in ("left", "right") and not flat:
                text = " ".join(texts[::-1] if side == "left" else texts)
                if side == "left":
                    x, y = where.cell(i, self.beyond(side, i, -1)[1] if hexagonal else 0)
                    page.put(x - 2 - len(text), y, text, CLUE)
                else:
                    x, y = where.cell(i, self.beyond(side, i, -1)[1] if hexagonal else lattice.cols - 1)
                    page.put(x + room + 2, y, text, CLUE)
                continue
            for k, text in enumerate(texts):
                if hexagonal:
                    x, y = where.cell(*self.beyond(side, i, k))
                else:
                    x, _ = where.cell(0, i)
                    y = where.top - 1 - k if side == "top" else where.height + k
                style = ANSWER if side == "bottom" and k >= len(texts) - self.below else CLUE
                page.put(x + (room - len(text) + 1) // 2, y, text, style)
