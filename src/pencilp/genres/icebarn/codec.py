"""Parts of links and texts that only icebarn has, with the two older forms of links."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.encodings.borders import Matrix
from pencilp.encodings.link import read_bits, write_bits
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written
from pencilp.errors import InputError

SIGNS = ("IN", "OUT")
BACK, ON = ("w", "n"), ("e", "s")
"""The arrows over edges between columns, and between rows."""
NO_ROOM = "the link has more values than the board has places"


def outline(draft: PartialPuzzle) -> list[int]:
    """The edges of the outline in the order of these formats: top, bottom, left, right."""
    edges, rows, cols = draft.frame.cell_edges, draft.rows, draft.cols
    level = [edges[row * cols + c][d] for row, d in ((0, 0), (rows - 1, 2)) for c in range(cols)]
    return level + [edges[r * cols + col][d] for col, d in ((0, 3), (cols - 1, 1)) for r in range(rows)]


def places(layer: str, draft: PartialPuzzle) -> list[int]:
    """Return the places of IN and OUT on the outline."""
    doors, edges = draft.get(layer), outline(draft)
    found = [next((k for k, e in enumerate(edges) if doors[e] == sign), -1) for sign in SIGNS]
    if -1 in found:
        raise InputError("this format has IN and OUT on the outline of a full rectangle alone", layer)
    return found


def put_doors(layer: str, ends: list[int | None], draft: PartialPuzzle, where: str) -> None:
    """The opposite of ``places``."""
    edges = outline(draft)
    for sign, k in zip(SIGNS, ends, strict=True):
        if k is None or not 0 <= k < len(edges):
            raise InputError(f"the place of {sign} is not on the outline", where)
        draft.get(layer)[edges[k]] = sign


def is_level(draft: PartialPuzzle, link: int) -> int:
    """1 for an edge between two rows, 0 for one between two columns."""
    return int(link >= (draft.cols - 1) * draft.rows)


class Board(LinkPart):
    """Five cells of ice in a digit of base 32; then the arrows up and left, and those down and right: a digit of base 36 for the
    edges before each, ``z`` for 35 edges; then a slash and IN, a slash and OUT.

    After the letter ``c`` IN and OUT stand first, and a digit has the arrow and the edges after it. With four lists of arrows
    between slashes, up, down, left, right, a digit has four cells of ice.
    """

    def __init__(self, ice: str, arrows: str, doors: str) -> None:
        self.ice, self.arrows, self.doors = ice, arrows, doors

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        stretches = body.text.removesuffix("/").split("/")
        form = draft.notes.pop("flag", "")
        where = body.place()
        if form:
            doors, cells = stretches[:2], stretches[2:]
        else:
            doors, cells = stretches[-2:], stretches[:-2]
        if len(stretches) < 3 or len(cells) not in ((1,) if form else (1, 5)):
            raise InputError("the arrows, IN and OUT are needed, parted by slashes", where)
        put_doors(self.doors, [digits(door) for door in doors], draft, where)
        coded = Body(cells[0])
        if len(cells) == 5:
            codes = [coded.number(1, 16) for _ in range(-(-len(draft.area) // 4))]
            ice = [code >> shift & 1 for code in codes for shift in (3, 2, 1, 0)]
        else:
            ice = read_bits(coded, len(draft.area))
        for cell, x in zip(draft.area, ice, strict=False):
            if x:
                draft.get(self.ice)[cell] = "i"
        arrows = draft.get(self.arrows)
        if len(cells) == 5:
            self._lists(cells[1:], arrows, draft, where)
        elif form:
            self._signs(coded, arrows, draft)
        else:
            for signs in (BACK, ON):
                self._gaps(coded, signs, arrows, draft)
        if coded:
            raise InputError(NO_ROOM, coded.place())
        body.at = len(body.text)

    @staticmethod
    def _gaps(body: Body, signs: tuple[str, str], arrows: list[Any], draft: PartialPuzzle) -> None:
        at = 0
        while at < len(arrows):
            gap = body.number(1, 36)
            at += gap
            if gap < 35:
                if at < len(arrows):
                    arrows[at] = signs[is_level(draft, at)]
                at += 1

    @staticmethod
    def _signs(body: Body, arrows: list[Any], draft: PartialPuzzle) -> None:
        at = 0
        for end in ((draft.cols - 1) * draft.rows, len(arrows)):
            while at < end:
                code = body.number(1, 36)
                if code < 10:
                    arrows[at] = (BACK, ON)[code % 2][is_level(draft, at)]
                at += code // 2 + 1 if code < 10 else code - 9
            at = end

    @staticmethod
    def _lists(lists: list[str], arrows: list[Any], draft: PartialPuzzle, where: str) -> None:
        for sign, way, listed in zip("nswe", (2, 2, 1, 1), lists, strict=True):
            for number in listed.split("+") if listed else ():
                cell = digits(number)
                link = -1 if cell is None or cell >= len(draft.frame) else draft.frame.link_to[cell][way]
                if link < 0:
                    raise InputError(f"there is no edge for an arrow next to cell {number!r}", where)
                arrows[link] = sign

    def encode(self, draft: PartialPuzzle) -> str:
        ice, arrows = draft.get(self.ice), draft.get(self.arrows)
        out = [write_bits([int(ice[cell] == "i") for cell in draft.area])]
        for signs in (BACK, ON):
            gap = 0
            for arrow in arrows:
                if arrow in signs:
                    out.append(written(gap, 36))
                    gap = 0
                elif (gap := gap + 1) == 35:
                    out.append("z")
                    gap = 0
            out += [written(gap, 36)] * (gap > 0)
        return "".join([*out, *(f"/{k}" for k in places(self.doors, draft))])


class Doors(TextPart):
    """Two lines: the edges of IN and OUT, counted after those between cells."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        place = lines.place()
        ends: list[int | None] = [lines.number() - len(draft.frame.links) for _ in SIGNS]
        put_doors(self.layer, ends, draft, place)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [str(k + len(draft.frame.links)) for k in places(self.layer, draft)]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class Arrows(TextPart):
    """As Matrix with the outline: 1 for an arrow up or left, 2 down or right; IN and OUT have theirs."""

    def __init__(self, layer: str, doors: str) -> None:
        self.layer, self.doors = layer, doors

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        rows, cols, arrows = draft.rows, draft.cols, draft.get(self.layer)
        outer = self._outer(draft)
        at = 0
        for height, width, skipped in ((rows, cols + 1, (0, cols)), (rows + 1, cols, ())):
            for row in range(height):
                first = lines.at
                for k, token in enumerate(lines.row(width)):
                    known: tuple[str, ...] = ("0", "1", "2")
                    outside = k in skipped or (not skipped and row in (0, rows))
                    if outside:
                        # left and right, or top and bottom; only IN and OUT have an arrow there
                        edge = 2 * cols + row + (rows if k else 0) if skipped else k + (cols if row else 0)
                        known = ("0", str(outer[edge]))
                    if token not in known:
                        raise InputError(f"{token!r} cannot stand here", f"line {lines.first + first} value {k + 1}")
                    if outside:
                        continue
                    if token != "0":
                        arrows[at] = (BACK, ON)[token == "2"][is_level(draft, at)]
                    at += 1

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        codes = [0 if arrow is None else 1 + (arrow in ON) for arrow in draft.get(self.layer)]
        return framed(codes, self._outer(draft), draft)

    def _outer(self, draft: PartialPuzzle) -> list[int]:
        """Return the codes of the arrows over the outline: at IN and OUT."""
        outer = [0] * len(outline(draft))
        for k, door in enumerate(places(self.doors, draft)):
            # at the top and on the left IN leads on
            begins = door < draft.cols or 2 * draft.cols <= door < 2 * draft.cols + draft.rows
            outer[door] = 2 if begins == (k == 0) else 1
        return outer

    def layers(self) -> tuple[str, ...]:
        return (self.layer, self.doors)


class Line(Matrix):
    """The line, as Matrix with the outline, which it crosses at IN and OUT. A line across the outline is written if
    the cell there has a line. It is not read, because the line always crosses the outline there.
    """

    def __init__(self, layer: str, doors: str) -> None:
        super().__init__(layer, outline=True)
        self.doors = doors

    def exits(self, draft: PartialPuzzle) -> Set[tuple[str, int]]:
        sides = (("top", draft.cols), ("bottom", draft.cols), ("left", draft.rows), ("right", draft.rows))
        edges = [(side, i) for side, count in sides for i in range(count)]
        return {edges[k] for k in places(self.doors, draft)}

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values = [int(bool(x)) for x in draft.get(self.layer)]
        frame, edges = draft.frame, outline(draft)
        outer = [0] * len(edges)
        for door in places(self.doors, draft):
            cell = next(c for c, around in enumerate(frame.cell_edges) if edges[door] in around)
            outer[door] = int(any(values[link] for link in frame.links_at[cell]))
        return framed(values, outer, draft)


def framed(inner: list[int], outer: list[int], draft: PartialPuzzle) -> list[str]:
    """Lines of numbers for all edges, those between columns first, from those for the links and for the outline."""
    rows, cols = draft.rows, draft.cols
    upright = (cols - 1) * rows
    left = 2 * cols
    result = [
        [outer[left + r], *inner[r * (cols - 1) : (r + 1) * (cols - 1)], outer[left + rows + r]] for r in range(rows)
    ]
    result += [outer[:cols], *(inner[upright + r * cols : upright + (r + 1) * cols] for r in range(rows - 1))]
    return [" ".join(map(str, row)) for row in [*result, outer[cols:left]]]
