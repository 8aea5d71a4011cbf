"""Parts of the dataset's texts that only midloop has: a token for each cell says where dots lie in it and on its edges."""

from __future__ import annotations

from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart, in_rows

TOKENS = {"1": (True, False, False), "2": (False, True, False), "3": (False, False, True), "5": (False, True, True)}
"""The token of a cell: whether a dot is in it, on its lower edge, on its right edge."""


class Middles(TextPart):
    """Dots of a layer on the cells and of one on the links."""

    def __init__(self, cells: str, links: str) -> None:
        self.cells, self.links = cells, links

    def layers(self) -> tuple[str, ...]:
        return (self.cells, self.links)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        in_cells, on_links = draft.get(self.cells), draft.get(self.links)
        for row in range(draft.rows):
            for col, token in enumerate(lines.row(draft.cols)):
                if token not in (*TOKENS, lines.dialect.empty):
                    raise lines.error(f"{token!r} cannot stand here", col)
                cell = row * draft.cols + col
                here, *edges = TOKENS.get(token, (False, False, False))
                if here:
                    in_cells[cell] = "o"
                for there, way in zip(edges, (2, 1), strict=True):
                    link = draft.frame.link_to[cell][way]
                    if there and link < 0:
                        raise lines.error("a dot lies on the outline", col)
                    if there:
                        on_links[link] = "o"

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        tokens = {there: token for token, there in TOKENS.items()}
        in_cells, on_links, to = draft.get(self.cells), draft.get(self.links), draft.frame.link_to
        out = []
        for cell in draft.frame.cells:
            below, adjacent = (e >= 0 and on_links[e] is not None for e in (to[cell][2], to[cell][1]))
            # there is no token for a dot in a cell and one at its side
            out.append(tokens.get((in_cells[cell] is not None, below, adjacent), dialect.empty))
        return in_rows(out, draft.cols)
