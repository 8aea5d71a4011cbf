"""Dots in cells, on the edges between two and on corners, as several genres have them."""

from __future__ import annotations

from pencilp.encodings.link import blanks, read_places, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written


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
