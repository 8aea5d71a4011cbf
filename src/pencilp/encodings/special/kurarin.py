"""What only kurarin has in its links or texts."""

from __future__ import annotations

from collections.abc import Iterator

from pencilp.encodings.link import UNTOLD, read_number16, write_number16
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart
from pencilp.errors import InputError

COLORS = (None, "b", "g", "w")
"""The dot for each digit."""


class Dots(LinkPart, TextPart):
    """Black, grey and white dots on a grid of twice the board's rows and columns less one: layers on the cells, the links and
    the corners. In links two places of the grid are a number of Number16, in texts each is a digit.
    """

    def __init__(self, cells: str, links: str, corners: str) -> None:
        self.names = (cells, links, corners)

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
            draft.get(layer)[place] = COLORS[digit]

    def digits(self, draft: PartialPuzzle) -> list[int]:
        """The opposite of ``put``."""
        return [COLORS.index(draft.get(layer)[place]) for layer, place in self.places(draft)]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        size = (2 * draft.rows - 1) * (2 * draft.cols - 1)
        place = body.place()
        # the last places may be left out, which reads like an untold number
        codes = [0 if code == UNTOLD else code or 0 for code in read_number16(body, (size + 1) // 2)]
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
