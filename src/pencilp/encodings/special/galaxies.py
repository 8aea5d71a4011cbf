"""What only galaxies has in its links or texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.encodings.link import blanks, read_places, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written
from pencilp.errors import InputError


class Dots(LinkPart, TextPart):
    """Dots on cells, links and corners, as in Spiral Galaxies, each white or black.

    The layer lies on cells: a dot is written in the upper left of the cells it touches, by the place it has there.
    ``white`` and ``black`` are the layer's four values each for the middle of the cell, its right edge, its lower edge
    and its lower right corner. In links a digit of base 16 is a dot (white even, black odd) with 0 to 7 places without one
    after it, ``g`` to ``z`` skip 1 to 20 places.
    """

    holes = True

    def __init__(self, layer: str, white: Sequence[Any], black: Sequence[Any]) -> None:
        self.layer = layer
        self.colors = (white, black)

    def _at(self, index: int, draft: PartialPuzzle) -> tuple[int, int]:
        row, col = divmod(index, 2 * draft.cols - 1)
        return row // 2 * draft.cols + col // 2, row % 2 * 2 + col % 2

    def _all(self, draft: PartialPuzzle) -> list[int]:
        """Per place 0 for none, 1 for white, 2 for black."""
        values = draft.get(self.layer)
        meaning = {value: (place, color) for color in (0, 1) for place, value in enumerate(self.colors[color])}
        result = []
        for index in range((2 * draft.rows - 1) * (2 * draft.cols - 1)):
            cell, place = self._at(index, draft)
            found = meaning.get(values[cell])
            result.append(found[1] + 1 if found and found[0] == place else 0)
        return result

    def _put(self, index: int, color: int, draft: PartialPuzzle, where: str) -> None:
        cell, place = self._at(index, draft)
        values = draft.get(self.layer)
        if values[cell] is not None:
            raise InputError("two dots touch the same cell at its right and below", where)
        values[cell] = self.colors[color][place]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        draft.get(self.layer)
        size = (2 * draft.rows - 1) * (2 * draft.cols - 1)

        def one(at: int) -> int:
            place = body.place()
            blank, color = divmod(body.number(1, 16), 2)
            self._put(at, color, draft, place)
            return min(1 + blank, size - at)

        read_places(body, size, "g", one)

    def encode(self, draft: PartialPuzzle) -> str:
        dots = [dot or None for dot in self._all(draft)]
        # behind the last dot seven blanks are written, also where there are not so many
        beyond = [*dots, *[None] * 7]

        def one(at: int) -> tuple[str, int]:
            blank = blanks(beyond, at + 1, 7)
            return written(2 * blank + (dots[at] or 0) - 1, 16), 1 + blank

        return write_places(dots, "g", 20, one)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        draft.get(self.layer)
        wide = 2 * draft.cols - 1
        for row in range(2 * draft.rows - 1):
            line = lines.take().strip()
            if len(line) != wide:
                raise lines.error(f"{len(line)} characters where {wide} are needed")
            for col, ch in enumerate(line):
                if ch in "12":
                    self._put(row * wide + col, int(ch) - 1, draft, lines.place())
                elif ch == "X" and row % 2 == col % 2 == 0:
                    draft.holes.add(row // 2 * draft.cols + col // 2)
                elif ch not in ".":
                    raise lines.error(f"{ch!r} is no dot")

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        wide = 2 * draft.cols - 1
        signs = [".12"[dot] for dot in self._all(draft)]
        for cell in draft.holes:
            row, col = divmod(cell, draft.cols)
            signs[2 * row * wide + 2 * col] = "X"
        return ["".join(signs[i : i + wide]) for i in range(0, len(signs), wide)]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)
