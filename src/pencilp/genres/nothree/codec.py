"""What only nothree has in its links or texts: circles in cells, on edges and on corners, each in a layer of its own."""

from __future__ import annotations

from pencilp.encodings.dots import DotGrid
from pencilp.encodings.partial_puzzle import Body, LineReader, PartialPuzzle
from pencilp.errors import InputError


class Circles(DotGrid):
    """White dots of layers on the cells, the links and the corners; there are none on the outline."""

    def __init__(self, cells: str, links: str, corners: str) -> None:
        self.names = (cells, links, corners)

    def _layers(self, draft: PartialPuzzle) -> list[dict[tuple[int, int], int]]:
        """Per layer the index of each place of the grid."""
        rows, cols, frame = draft.rows, draft.cols, draft.frame
        return [
            {(2 * r, 2 * c): r * cols + c for r in range(rows) for c in range(cols)},
            {(a // cols + b // cols, a % cols + b % cols): k for k, (a, b) in enumerate(frame.links)},
            {(2 * r - 1, 2 * c - 1): r * (cols + 1) + c for r in range(1, rows) for c in range(1, cols)},
        ]

    def dots(self, draft: PartialPuzzle) -> list[int]:
        wide = 2 * draft.cols - 1
        result = [0] * (wide * (2 * draft.rows - 1))
        for name, places in zip(self.names, self._layers(draft), strict=True):
            values = draft.get(name)
            for (row, col), index in places.items():
                result[row * wide + col] = int(values[index] is not None)
        return result

    def put(self, row: int, col: int, dot: int, draft: PartialPuzzle, where: str) -> None:
        if dot != 1:
            raise InputError("all circles are white", where)
        kind = (row % 2) + (col % 2)
        cols = draft.cols
        a, b = row // 2 * cols + col // 2, (row + 1) // 2 * cols + (col + 1) // 2
        index = (a, draft.frame.link_between.get((a, b), -1), (row + 1) // 2 * (cols + 1) + (col + 1) // 2)[kind]
        draft.get(self.names[kind])[index] = "o"

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        self.missing(draft)
        super().decode(body, draft)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        self.missing(draft)
        super().read(lines, draft)

    def layers(self) -> tuple[str, ...]:
        return self.names
