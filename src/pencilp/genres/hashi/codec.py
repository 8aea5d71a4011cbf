"""Parts of links or texts that only hashi has."""

from __future__ import annotations

from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart


class Bridges(TextPart):
    """Bridges in the cells that they cross: ``1`` and ``2`` along rows, ``a`` and ``b`` along columns.

    ``layer`` is a Loop with up to two lines, ``islands`` the layer of the cells that bridges join. Bridges between
    neighbouring islands cross no cell: they follow from the islands' numbers.
    """

    def __init__(self, layer: str, islands: str) -> None:
        self.layer, self.islands = layer, islands

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        frame = draft.frame
        islands = draft.get(self.islands)
        values = [0] * len(frame.links)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token == lines.dialect.empty:
                    continue
                if token not in ("1", "2", "a", "b"):
                    raise lines.error(f"{token!r} is no bridge", c)
                cell = r * draft.cols + c
                amount, ends = (int(token), (1, 3)) if token in ("1", "2") else (" ab".index(token), (0, 2))
                for d in ends:
                    if frame.link_to[cell][d] < 0:
                        raise lines.error("a bridge leaves the board", c)
                    values[frame.link_to[cell][d]] = amount
        pairs = [(e, a, b) for e, (a, b) in enumerate(frame.links) if islands[a] is not None and islands[b] is not None]
        # an island with one neighbour that is not settled settles it
        open_links = {e: (a, b) for e, a, b in pairs}
        progress = True
        while open_links and progress:
            progress = False
            for cell in {c for ends in open_links.values() for c in ends}:
                if type(islands[cell]) is not int:
                    continue
                mine = [e for e in frame.links_at[cell] if e in open_links]
                missing = islands[cell] - sum(values[e] for e in frame.links_at[cell])
                if mine and (len(mine) == 1 or missing == 2 * len(mine) or missing == 0):
                    for e in mine:
                        values[e] = max(0, min(2, missing if len(mine) == 1 else missing // len(mine)))
                        del open_links[e]
                    progress = True
        draft.set(self.layer, values)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        frame, islands, values = draft.frame, draft.get(self.islands), draft.get(self.layer)
        out = []
        for r in range(draft.height):
            row = []
            for cell in range(r * draft.cols, (r + 1) * draft.cols):
                # what ends where there is no cell is no bridge, and more than two side by side have no sign
                amounts = [
                    values[e]
                    if min(e := frame.link_to[cell][d], frame.link_to[cell][back]) >= 0 and values[e] in (1, 2)
                    else 0
                    for d, back in ((1, 3), (0, 2))
                ]
                clear = islands[cell] is None
                row.append(
                    "12"[amounts[0] - 1] if clear and amounts[0]
                    else "ab"[amounts[1] - 1] if clear and amounts[1]
                    else dialect.empty
                )  # fmt: skip
            out.append(" ".join(row))
        return out
