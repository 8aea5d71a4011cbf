"""Dots in cells, on links and on corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.codes import NUMBER16, Blanks, Run, WithBlanks
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart
from pencilp.errors import InputError

PLACES = ("in", "below", "at the right of", "at the lower right of")
"""Words for the four places of a cell on the grid, in reading order."""


class DotGrid(LinkPart, TextPart):
    """Dots on a grid of twice the board's rows and columns less one: layers on the cells, the links and the corners in turn.

    In links a digit of base 16 is a dot (white even, black odd) followed by 0 to 7 empty places; ``g`` to ``z`` skip 1
    to 20 places. In texts ``1`` is a white dot, ``2`` a black one, and ``X`` a cell that does not exist. ``marks`` are
    the layers' values for a white and a black dot, or None if there is no such dot.
    """

    holes = True
    signs = ".12"
    """The signs of no dot, the first dot and so on in texts."""

    def __init__(self, cells: str, links: str, corners: str = "", marks: Sequence[Any] = ("w", "b")) -> None:
        self.names = (cells, links, corners)
        self.marks = dict.fromkeys(self.names, (None, *marks))

    def layers(self) -> tuple[str, ...]:
        return tuple(filter(None, self.names))

    def places(self, draft: PartialPuzzle) -> Iterator[tuple[str, int]]:
        """Yield the layer and the index of each place of the grid."""
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

    def put(self, dots: Sequence[int | None], draft: PartialPuzzle) -> None:
        """Enter the number of the dot at each place of the grid. Raises InputError."""
        self.missing(draft)
        for at, ((layer, place), dot) in enumerate(zip(self.places(draft), dots, strict=True)):
            if dot:
                marks = self.marks[layer] if layer else ()
                if dot >= len(marks) or marks[dot] is None:
                    raise InputError(f"there is no mark {self.signs[dot]} {place_in_words(at, draft)}")
                draft.get(layer)[place] = marks[dot]

    def dots(self, draft: PartialPuzzle) -> list[int]:
        """Return the number of the dot at each place of the grid."""
        values = {name: draft.get(name) for name in self.layers()}
        return [
            self.marks[layer].index(values[layer][place]) if layer and values[layer][place] is not None else 0
            for layer, place in self.places(draft)
        ]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        self.put(DOTS.read(body, size(draft)), draft)

    def encode(self, draft: PartialPuzzle) -> str:
        return DOTS.write([dot or None for dot in self.dots(draft)])

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        wide = 2 * draft.cols - 1
        dots = []
        for row in range(2 * draft.rows - 1):
            line = lines.take().strip()
            if len(line) != wide:
                raise lines.error(f"{len(line)} characters where {wide} are needed")
            for col, ch in enumerate(line):
                if ch == "X" and self.holes and row % 2 == col % 2 == 0:
                    draft.holes.add(row // 2 * draft.cols + col // 2)
                elif ch not in self.signs:
                    raise lines.error(f"{ch!r} is no dot")
                dots.append(max(0, self.signs.find(ch)))
        self.put(dots, draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        wide = 2 * draft.cols - 1
        signs = [self.signs[dot] for dot in self.dots(draft)]
        for cell in draft.holes:
            row, col = divmod(cell, draft.cols)
            signs[2 * row * wide + 2 * col] = "X"
        return ["".join(signs[i : i + wide]) for i in range(0, len(signs), wide)]

    def words(self) -> str:
        return DOTS.words()


DOTS = Run(WithBlanks((1, 2), 7), Blanks("g"))
"""The dots of the grid in links."""


def size(draft: PartialPuzzle) -> int:
    """Return the number of places of the grid."""
    return (2 * draft.rows - 1) * (2 * draft.cols - 1)


def place_in_words(at: int, draft: PartialPuzzle) -> str:
    """Return a place of the grid in words."""
    row, col = divmod(at, 2 * draft.cols - 1)
    cell = row // 2 * draft.cols + col // 2
    return f"{PLACES[row % 2 + 2 * (col % 2)]} {draft.frame.names[cell]}"


COLORS = ("b", "g", "w")
"""The dots of the digits 1, 2 and 3."""


class Dots(DotGrid):
    """Black, grey and white dots on a grid as in DotGrid. In links, two places of the grid are a number of Number16. In
    texts each place is a digit.

    ``cells`` may hold other marks than dots: ``marks`` are their values for the digits from 1 on.
    """

    holes = False
    signs = ".123"

    def __init__(self, cells: str, links: str, corners: str, marks: Sequence[str] = COLORS) -> None:
        super().__init__(cells, links, corners, COLORS)
        self.marks[cells] = (None, *marks)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        count = size(draft)
        place = body.place()
        codes = NUMBER16.read(body, (count + 1) // 2)
        dots = [dot for code in codes for dot in divmod(0 if code in (None, UNKNOWN) else code, 4)]
        if UNKNOWN in codes or max(dots) > 3 or any(dots[count:]):
            raise InputError("these are no dots", place)
        self.put(dots[:count], draft)

    def encode(self, draft: PartialPuzzle) -> str:
        dots = [*self.dots(draft), 0]
        return NUMBER16.write([4 * a + b or None for a, b in zip(dots[::2], dots[1::2], strict=False)])

    def words(self) -> str:
        return f"four times one dot and the next: {NUMBER16.words()}"
