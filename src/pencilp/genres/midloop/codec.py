"""What only midloop has in its links or texts."""

from __future__ import annotations

from pencilp.encodings.dots import DotGrid
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, PartialPuzzle
from pencilp.errors import InputError

DATASET = {"1": (True, False, False), "2": (False, True, False), "3": (False, False, True), "5": (False, True, True)}
"""The dataset's token of a cell: whether a dot is in it, on its lower edge, on its right edge."""


class Middles(DotGrid):
    """Dots in cells and on the edges between two: black ones of a layer on the cells and of one on the links. The dataset has a
    token for each cell.
    """

    def __init__(self, cells: str, links: str) -> None:
        self.cells, self.links = cells, links

    def dots(self, draft: PartialPuzzle) -> list[int]:
        wide = 2 * draft.cols - 1
        result = [0] * (wide * (2 * draft.rows - 1))
        middles = [(cell, cell) for cell, dot in enumerate(draft.get(self.cells)) if dot]
        middles += [link for link, dot in zip(draft.frame.links, draft.get(self.links), strict=True) if dot]
        for a, b in middles:
            (row, col), (below, beside) = divmod(a, draft.cols), divmod(b, draft.cols)
            result[(row + below) * wide + col + beside] = 2
        return result

    def put(self, row: int, col: int, dot: int, draft: PartialPuzzle, where: str) -> None:
        if dot == 1 or row % 2 == col % 2 == 1:
            raise InputError("a dot is black, and in a cell or on the edge between two", where)
        a, b = row // 2 * draft.cols + col // 2, (row + 1) // 2 * draft.cols + (col + 1) // 2
        if a == b:
            draft.get(self.cells)[a] = "o"
        else:
            draft.get(self.links)[draft.frame.link_between[a, b]] = "o"

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        self.missing(draft)
        super().decode(body, draft)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        self.missing(draft)
        if lines.dialect.name == "pzpr":
            super().read(lines, draft)
            return
        for row in range(draft.rows):
            for col, token in enumerate(lines.row(draft.cols)):
                if token not in (*DATASET, lines.dialect.empty):
                    raise lines.error(f"{token!r} cannot stand here", col)
                places = zip(DATASET.get(token, ()), ((0, 0), (1, 0), (0, 1)), strict=False)
                for down, right in (place for there, place in places if there):
                    if row + down == draft.rows or col + right == draft.cols:
                        raise lines.error("a dot lies on the outline", col)
                    self.put(2 * row + down, 2 * col + right, 2, draft, lines.place())

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        if dialect.name == "pzpr":
            return super().write(draft, dialect)
        tokens = {there: token for token, there in DATASET.items()}
        in_cells, on_links, to = draft.get(self.cells), draft.get(self.links), draft.frame.link_to
        out = []
        for cell in draft.frame.cells:
            below, beside = (e >= 0 and on_links[e] is not None for e in (to[cell][2], to[cell][1]))
            # there is no token for a dot in a cell and one at its side
            out.append(tokens.get((in_cells[cell] is not None, below, beside), dialect.empty))
        return [" ".join(out[i : i + draft.cols]) for i in range(0, len(out), draft.cols)]

    def layers(self) -> tuple[str, ...]:
        return (self.cells, self.links)
