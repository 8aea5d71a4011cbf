"""Parts of links and texts that only curvedata has: drawings, to which numbers in the cells refer, shaded cells, and walls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.drawings import lines_of, written
from pencilp.encodings.borders import read_links, write_links
from pencilp.encodings.codes import Blanks, Hex16, Run, Sign
from pencilp.encodings.link import read_bits, write_bits
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, in_rows
from pencilp.errors import InputError

SHADED = -3
"""The code of a shaded cell."""
CODES = Run(Sign("=", SHADED), Hex16(), Sign(".", UNKNOWN), Blanks("g"))
NO_DRAWING = -2
"""In texts the number of a clue without a drawing."""
WALL = "-2"
"""In texts what stands for a wall among the lines."""
Drawing = tuple[str, ...]


class Clues(LinkPart, TextPart):
    """Clues as Number16 of the number of a drawing from 0 on, ``.`` unknown, ``=`` a shaded cell; behind a slash ``b`` and the
    walls as in Border, if there are any, and per drawing its columns, its rows, and for each point 1 for a line to the right, 2
    for one down, two points in a digit of base 16. In texts the number of drawings, the numbers (-2 unknown, -3 shaded),
    and of each drawing its columns, its rows and its lines as in Matrix.
    """

    def __init__(self, clues: str, shaded: str, walls: str) -> None:
        self.clues, self.shaded, self.walls = clues, shaded, walls

    def layers(self) -> tuple[str, ...]:
        return (self.clues, self.shaded, self.walls)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        codes = CODES.read(body, len(draft.area))
        place = body.place()
        if body and body.take() != "/":
            raise InputError("a slash and the drawings are missing", place)
        if body.peek() == "b":
            body.take()
            upright = draft.rows * (draft.cols - 1)
            walls = read_bits(body, upright)
            draft.set(self.walls, walls + read_bits(body, len(draft.frame.links) - upright))
            if body and body.take() != "/":
                raise InputError("a slash is missing behind the walls", place)
        rest = body.take(len(body.text) - body.at)
        parts = rest.rstrip("/").split("/") if rest else []
        drawings = []
        for width, height, points in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
            drawings.append(self._drawing(digits(width), digits(height), points, draft, place))
        self._put(codes, drawings, draft, place)

    @staticmethod
    def _drawing(
        width: int | None, height: int | None, points: str, draft: PartialPuzzle, place: str
    ) -> Drawing | None:
        """Return the drawing of a link; None for one that is larger than the board, which means nothing."""
        if not width or not height:
            raise InputError("a drawing has a number of columns and of rows", place)
        if width > draft.cols or height > draft.rows:
            return None
        bits = []
        for ch in points.ljust(-(-width * height // 2), "0"):
            if ch not in "0123456789abcdef":
                raise InputError(f"{ch!r} is no digit of a drawing", place)
            bits += [int(ch, 16) & 3, int(ch, 16) >> 2]
        lines = [
            (k // width, k % width, way)
            for k in range(width * height)
            for bit, way in ((1, "e"), (2, "s"))
            if bits[k] & bit
        ]
        return _drawn(lines, height, width, place)

    def _put(self, codes: Sequence[Any], drawings: Sequence[Drawing | None], draft: PartialPuzzle, place: str) -> None:
        clues, shaded = draft.get(self.clues), draft.get(self.shaded)
        for at, code in zip(draft.area, codes, strict=True):
            if code == SHADED:
                shaded[at] = "x"
            elif code == UNKNOWN:
                clues[at] = UNKNOWN
            elif code is not None:
                if not 0 <= code < len(drawings) or drawings[code] is None:
                    raise InputError(f"there is no drawing {code}, or it is larger than the board", place)
                clues[at] = drawings[code]

    def _codes(self, draft: PartialPuzzle) -> tuple[list[Any], list[Drawing]]:
        """The code of each cell, and the drawings in the order in which they first occur."""
        numbers: dict[Drawing, int] = {}
        codes: list[Any] = []
        for at in draft.area:
            clue = draft.get(self.clues)[at]
            if clue is None:
                codes.append(SHADED if draft.get(self.shaded)[at] else None)
            else:
                codes.append(UNKNOWN if clue == UNKNOWN else numbers.setdefault(clue, len(numbers)))
        return codes, list(numbers)

    def encode(self, draft: PartialPuzzle) -> str:
        codes, drawings = self._codes(draft)
        lengths = CODES.write(codes)
        walls, parts = [int(bool(x)) for x in draft.get(self.walls)], []
        if any(walls):
            upright = draft.rows * (draft.cols - 1)
            parts.append("b" + write_bits(walls[:upright]) + write_bits(walls[upright:]))
        for rows in drawings:
            lines, width = lines_of(rows), len(rows[0])
            bits = [
                sum(bit for bit, way in ((1, "e"), (2, "s")) if (k // width, k % width, way) in lines)
                for k in range(width * len(rows))
            ]
            pairs = [bits[i] + 4 * bits[i + 1] for i in range(0, len(bits) - 1, 2)]
            parts += [str(width), str(len(rows)), "".join(f"{n:x}" for n in pairs)]
        return lengths + "/" + "/".join(parts)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        place = lines.place()
        count = lines.number()
        codes: list[Any] = []
        for _ in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                number = digits(token.removeprefix("-"))
                if token != lines.dialect.empty and number is None:
                    raise lines.error(f"{token!r} cannot stand here", c)
                code = None if number is None else -number if token[0] == "-" else number
                codes.append(UNKNOWN if code == NO_DRAWING else code)
        drawings: list[Drawing | None] = []
        for _ in range(count):
            place = lines.place()
            width, height = lines.number(), lines.number()
            if not (0 < width <= draft.cols and 0 < height <= draft.rows):
                raise InputError("a drawing is no larger than the board", place)
            sides = []
            for way, tall, wide in (("e", height, width - 1), ("s", height - 1, width)):
                for row in range(tall if wide else 0):
                    sides += [(row, col, way) for col, token in enumerate(lines.row(wide)) if token == "1"]
            drawings.append(_drawn(sides, height, width, place))
        self._put(codes, drawings, draft, place)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        codes, drawings = self._codes(draft)
        tokens = [dialect.empty if code is None else str(NO_DRAWING if code == UNKNOWN else code) for code in codes]
        out = [str(len(drawings)), *in_rows(tokens, draft.width)]
        for rows in drawings:
            lines, height, width = lines_of(rows), len(rows), len(rows[0])
            out += [str(width), str(height)]
            for way, tall, wide in (("e", height, width - 1), ("s", height - 1, width)):
                for row in range(tall if wide else 0):
                    out.append(" ".join(str(int((row, col, way) in lines)) for col in range(wide)))
        return out


def _drawn(lines: Sequence[tuple[int, int, str]], height: int, width: int, place: str) -> Drawing:
    """The drawing with these lines to the right and down."""
    both = [*lines, *[(row + (way == "s"), col + (way == "e"), {"e": "w", "s": "n"}[way]) for row, col, way in lines]]
    if any(row >= height or col >= width for row, col, _ in both):
        raise InputError("a line of a drawing leaves it", place)
    return written(both, height, width)


class Lines(TextPart):
    """The lines as in ``Matrix``, with -2 for a wall of the layer ``walls``; a solver's cross (-1) counts as 0."""

    def __init__(self, layer: str, walls: str) -> None:
        self.layer, self.walls = layer, walls

    def layers(self) -> tuple[str, ...]:
        return (self.layer, self.walls)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        tokens = read_links(lines, draft, ("0", "1", "-1", WALL))
        draft.set(self.layer, [int(token == "1") for token in tokens])
        draft.set(self.walls, [int(token == WALL) for token in tokens])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        cells = zip(draft.get(self.layer), draft.get(self.walls), strict=True)
        return write_links([WALL if wall else str(line or 0) for line, wall in cells], draft)
