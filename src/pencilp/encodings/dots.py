"""Dots in cells, on the edges between two and on corners, as several genres have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilp.encodings.link import blanks, read_number16, read_places, write_number16, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written
from pencilp.errors import InputError


class DotGrid(LinkPart, TextPart):
    """White and black dots on a grid of twice the board's rows and columns less one: cells, edges and corners in turn.

    In links a digit of base 16 is a dot (white even, black odd) with 0 to 7 places without one after it, ``g`` to ``z`` skip
    1 to 20 places; in texts ``1`` is a white dot, ``2`` a black one, ``X`` a cell that does not exist. A class that is derived
    says which layer a dot belongs to.
    """

    holes = True

    def dots(self, draft: PartialPuzzle) -> list[int]:
        """Per place of the grid 0 for none, 1 for a white dot, 2 for a black one."""
        raise NotImplementedError

    def put(self, row: int, col: int, dot: int, draft: PartialPuzzle, where: str) -> None:
        """Enter a dot at a row and column of the grid; raises InputError where it cannot be."""
        raise NotImplementedError

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        wide = 2 * draft.cols - 1
        size = (2 * draft.rows - 1) * wide

        def one(at: int) -> int:
            place = body.place()
            blank, black = divmod(body.number(1, 16), 2)
            self.put(*divmod(at, wide), 1 + black, draft, place)
            return min(1 + blank, size - at)

        read_places(body, size, "g", one)

    def encode(self, draft: PartialPuzzle) -> str:
        dots = [dot or None for dot in self.dots(draft)]
        # behind the last dot seven blanks are written, also where there are not so many
        beyond = [*dots, *[None] * 7]

        def one(at: int) -> tuple[str, int]:
            blank = blanks(beyond, at + 1, 7)
            return written(2 * blank + (dots[at] or 0) - 1, 16), 1 + blank

        return write_places(dots, "g", 20, one)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        wide = 2 * draft.cols - 1
        for row in range(2 * draft.rows - 1):
            line = lines.take().strip()
            if len(line) != wide:
                raise lines.error(f"{len(line)} characters where {wide} are needed")
            for col, ch in enumerate(line):
                if ch in "12":
                    self.put(row, col, int(ch), draft, lines.place())
                elif ch == "X" and row % 2 == col % 2 == 0:
                    draft.holes.add(row // 2 * draft.cols + col // 2)
                elif ch not in ".":
                    raise lines.error(f"{ch!r} is no dot")

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        wide = 2 * draft.cols - 1
        signs = [".12"[dot] for dot in self.dots(draft)]
        for cell in draft.holes:
            row, col = divmod(cell, draft.cols)
            signs[2 * row * wide + 2 * col] = "X"
        return ["".join(signs[i : i + wide]) for i in range(0, len(signs), wide)]


COLORS = ("b", "g", "w")
"""The dots for the digits from 1 on."""


class Dots(LinkPart, TextPart):
    """Black, grey and white dots on a grid of twice the board's rows and columns less one: layers on the cells, the links and
    the corners. In links two places of the grid are a number of Number16, in texts each is a digit.

    ``cells`` may hold other marks than dots: ``marks`` are their values for the digits from 1 on.
    """

    def __init__(self, cells: str, links: str, corners: str, marks: Sequence[str] = COLORS) -> None:
        self.names = (cells, links, corners)
        self.marks = dict.fromkeys(self.names[1:], (None, *COLORS)) | {cells: (None, *marks)}

    def layers(self) -> tuple[str, ...]:
        return self.names

    def places(self, draft: PartialPuzzle) -> Iterator[tuple[str, int]]:
        """Per place of the grid the layer and the index of its dot there."""
        cells, links, corners = self.names
        frame, cols = draft.frame, draft.cols
        for row in range(2 * draft.rows - 1):
            for col in range(2 * cols - 1):
                a = row // 2 * cols + col // 2
                if row % 2 and col % 2:
                    yield corners, frame.cell_corners[a][1]
                else:
                    b = a + row % 2 * cols + col % 2
                    yield (cells, a) if a == b else (links, frame.link_between[a, b])

    def put(self, digits: list[int], draft: PartialPuzzle) -> None:
        """Enter the dots of all places of the grid."""
        self.missing(draft)
        for (layer, place), digit in zip(self.places(draft), digits, strict=True):
            if digit >= len(self.marks[layer]):
                raise InputError(f"there is no mark {digit} in {draft.frame.names[place]}")
            draft.get(layer)[place] = self.marks[layer][digit]

    def digits(self, draft: PartialPuzzle) -> list[int]:
        """The opposite of ``put``."""
        return [self.marks[layer].index(draft.get(layer)[place]) for layer, place in self.places(draft)]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        size = (2 * draft.rows - 1) * (2 * draft.cols - 1)
        place = body.place()
        codes = [code or 0 for code in read_number16(body, (size + 1) // 2)]
        digits = [digit for code in codes for digit in divmod(code, 4)]
        if not all(0 <= digit < 4 for digit in digits) or any(digits[size:]):
            raise InputError("these are no dots", place)
        self.put(digits[:size], draft)

    def encode(self, draft: PartialPuzzle) -> str:
        digits = [*self.digits(draft), 0]
        return write_number16([4 * a + b or None for a, b in zip(digits[::2], digits[1::2], strict=False)])

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        digits = []
        for _ in range(2 * draft.rows - 1):
            line = lines.take().strip()
            if len(line) != 2 * draft.cols - 1:
                raise lines.error(f"{len(line)} characters where {2 * draft.cols - 1} are needed")
            if wrong := set(line) - set(".123"):
                raise lines.error(f"{min(wrong)!r} is no dot")
            digits += [".123".index(ch) for ch in line]
        self.put(digits, draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        wide = 2 * draft.cols - 1
        signs = "".join(".123"[digit] for digit in self.digits(draft))
        return [signs[i : i + wide] for i in range(0, len(signs), wide)]
