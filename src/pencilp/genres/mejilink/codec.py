"""Parts of links and texts that only mejilink has."""

from __future__ import annotations

from pencilp.encodings.link import read_bits, write_bits
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart

LOOP = 2
TOKENS = {"0": 0, "1": 1, "-1": 1, str(LOOP): LOOP}
"""The codes of an edge in a text: nothing, a dotted line (-1 with a solver's cross), a line with the loop on it."""


class Dotted(LinkPart):
    """Edges without a dotted line (of a layer on the edges), five a digit of base 32: those within the board as in Border but
    in one stretch, then those of the outline, above, below, at the left, at the right. Without the latter all of the outline is
    dotted.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    @staticmethod
    def _order(draft: PartialPuzzle) -> list[int]:
        frame = draft.frame
        rows, cols = range(frame.rows), range(frame.cols)
        last = (frame.rows - 1) * frame.cols
        sides = (
            [(c, 0) for c in cols], [(last + c, 2) for c in cols],
            [(r * frame.cols, 3) for r in rows], [((r + 1) * frame.cols - 1, 1) for r in rows],
        )  # fmt: skip
        return [*range(len(frame.links)), *(frame.cell_edges[cell][way] for side in sides for cell, way in side)]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        order = self._order(draft)
        inner = len(draft.frame.links)
        count = inner if len(body.text) - body.at <= -(-inner // 5) else len(order)
        values = [1] * len(order)
        for edge, bit in zip(order, read_bits(body, count), strict=False):
            values[edge] = 1 - bit
        draft.set(self.layer, values)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        bits = [1 - (values[edge] or 0) for edge in self._order(draft)]
        inner = len(draft.frame.links)
        return write_bits(bits if any(bits[inner:]) else bits[:inner])


class DottedAndLine(TextPart):
    """A number for each edge, in the order of Matrix, that says at once whether there is a dotted line and the loop on it."""

    def __init__(self, dotted: str, line: str) -> None:
        self.dotted, self.line = dotted, line

    def layers(self) -> tuple[str, ...]:
        return (self.dotted, self.line)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        upright = self._rows(lines, draft.rows, draft.cols + 1)
        level = self._rows(lines, draft.rows + 1, draft.cols)
        frame = draft.frame
        tokens = [0] * len(frame.edges)
        for cell, edges in enumerate(frame.cell_edges):
            row, col = divmod(cell, draft.cols)
            adjacent = (level[row][col], upright[row][col + 1], level[row + 1][col], upright[row][col])
            for edge, token in zip(edges, adjacent, strict=True):
                tokens[edge] = token
        draft.set(self.dotted, [int(token > 0) for token in tokens])
        draft.set(self.line, [int(token == LOOP) for token in tokens])

    @staticmethod
    def _rows(lines: LineReader, height: int, width: int) -> list[list[int]]:
        result = []
        for _ in range(height):
            row = lines.row(width)
            for c, token in enumerate(row):
                if token not in TOKENS:
                    raise lines.error(f"{token!r} cannot stand here", c)
            result.append([TOKENS[token] for token in row])
        return result

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        both = zip(draft.get(self.dotted), draft.get(self.line), strict=True)
        tokens = [str(LOOP if line else dotted or 0) for dotted, line in both]
        rows = [draft.area[i : i + draft.cols] for i in range(0, len(draft.area), draft.cols)]
        edges = draft.frame.cell_edges
        upright = [[edges[row[0]][3], *(edges[c][1] for c in row)] for row in rows]
        level = [[edges[c][0] for c in rows[0]], *([edges[c][2] for c in row] for row in rows)]
        return [" ".join(tokens[e] for e in line) for line in (*upright, *level)]
