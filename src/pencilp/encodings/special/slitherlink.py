"""What only slitherlink has in its links or texts."""

from __future__ import annotations

from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart


class Inside(TextPart):
    """A loop along the edges (a layer on the edges), told by the cells inside it."""

    def __init__(self, layer: str, token: str = "x") -> None:
        self.layer, self.token = layer, token

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        inside = [False] * len(draft.frame)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token not in (self.token, lines.dialect.empty):
                    raise lines.error(f"{token!r} is neither {self.token} nor {lines.dialect.empty}", c)
                inside[r * draft.cols + c] = token == self.token
        cells = draft.frame.edge_cells
        draft.set(self.layer, [int(sum(inside[c] for c in pair) == 1) for pair in cells])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values = draft.get(self.layer)
        edges = draft.frame.cell_edges
        out = []
        for r in range(draft.height):
            row = []
            within = 0
            for c in range(draft.width):
                within ^= values[edges[r * draft.cols + c][3]] or 0
                row.append(self.token if within else dialect.empty)
            out.append(" ".join(row))
        return out
