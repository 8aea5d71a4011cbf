"""Names of places in sentences about steps: cells, lines between cells, edges, and corners; several as few words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pencilp.analysis.phrases import Phrase, joined, listed
from pencilp.board.lattice import Lattice

MIN_RUN = 3
"""Cells in a row or column are named by the first and the last one if there are at least 3."""
SIDES = {"n": "above {}", "e": "right of {}", "s": "below {}", "w": "left of {}"}
"""The edges of a cell at the rim of a board."""
CORNERS = {
    "nw": "the upper left corner of {}", "ne": "the upper right corner of {}",
    "sw": "the lower left corner of {}", "se": "the lower right corner of {}",
}  # fmt: skip
"""The corners of a cell at the corners of a board."""


def _lines(kind: str, numbers: Sequence[int]) -> str:
    """Return the name of all cells of rows, or columns, from the first to the last of ``numbers`` (from 0)."""
    if len(numbers) == 1:
        return Phrase("the cells of {}", Phrase(f"{kind} {{}}", numbers[0] + 1))
    last = "to" if len(numbers) > 2 else "and"
    return Phrase("the cells of {}", Phrase(f"{kind}s {{}} {last} {{}}", numbers[0] + 1, numbers[-1] + 1))


class Places:
    """The names of places on one board."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.square = lattice.shape == "square"
        self._rows: dict[int, list[int]] = {}
        self._cols: dict[int, list[int]] = {}
        if self.square:
            for c in sorted(lattice.cells, key=lambda c: lattice.positions[c]):
                row, col = lattice.positions[c]
                self._rows.setdefault(row, []).append(c)
                self._cols.setdefault(col, []).append(c)
        self._links = {pair: k for k, pair in enumerate(lattice.links)}
        self._cell_links: dict[int, list[int]] = {}
        for k, pair in enumerate(lattice.links):
            for c in pair:
                self._cell_links.setdefault(c, []).append(k)

    def cells(self, some: Iterable[int]) -> list[str]:
        """Return names of cells: whole rows and columns, runs such as "r3c1 to r3c4", and single ones."""
        left = dict.fromkeys(sorted(some))
        names = self.lattice.names
        if not self.square:
            return [names[c] for c in left]
        found: list[tuple[int, str]] = self._whole_lines(left)
        while run := self._longest(left):
            found.append((run[0], Phrase("{} to {}", names[run[0]], names[run[-1]])))
            for c in run:
                del left[c]
        return [name for _, name in sorted([*found, *((c, names[c]) for c in left)])]

    def _whole_lines(self, left: dict[int, None]) -> list[tuple[int, str]]:
        """Take whole rows, then columns, out of ``left``; return their names, neighbours together, with their first cells."""
        found: list[tuple[int, str]] = []
        for kind, lines in (("row", self._rows), ("column", self._cols)):
            block: list[int] = []
            for number in [*sorted(lines), -1]:
                whole = number >= 0 and len(lines[number]) >= MIN_RUN and all(c in left for c in lines[number])
                if whole and (not block or number == block[-1] + 1):
                    block.append(number)
                    continue
                if block:
                    found.append((lines[block[0]][0], _lines(kind, block)))
                    for c in (c for line in block for c in lines[line]):
                        del left[c]
                block = [number] if whole else []
        return found

    def _longest(self, left: Collection[int]) -> list[int]:
        """Return the longest run of cells in a row or column, [] if none is long enough."""
        best: list[int] = []
        for axis, lines in enumerate((self._rows, self._cols)):
            for line in lines.values():
                run: list[int] = []
                for c in line:
                    if c not in left:
                        run = []
                        continue
                    adjacent = (
                        run and self.lattice.positions[c][1 - axis] == self.lattice.positions[run[-1]][1 - axis] + 1
                    )
                    run = [*run, c] if adjacent else [c]
                    if len(run) > len(best):
                        best = run
        return best if len(best) >= MIN_RUN else []

    def _line(self, cells: Sequence[int]) -> str:
        """Return the name of the row or column that has exactly these cells; "" if none has."""
        if not self.square or len(cells) < 2:
            return ""
        row, col = self.lattice.positions[cells[0]]
        if set(cells) == set(self._rows[row]):
            return Phrase("row {}", row + 1)
        return Phrase("column {}", col + 1) if set(cells) == set(self._cols[col]) else ""

    def row(self, cells: Collection[int], kind: str) -> str:
        """Return the name of the row or column (``kind``) in which all cells lie; "" if they lie in several."""
        axis = ("row", "column").index(kind)
        lines = {self.lattice.positions[c][axis] for c in cells} if self.square else set()
        return Phrase(f"{kind} {{}}", lines.pop() + 1) if len(lines) == 1 else ""

    def area(self, cells: Collection[int]) -> str:
        """Return the name of a line or of a rectangle; "" if the cells are neither."""
        some = sorted(cells)
        if line := self._line(some):
            return line
        if not self.square or len(some) < 4:
            return ""
        rows = {self.lattice.positions[c][0] for c in some}
        cols = {self.lattice.positions[c][1] for c in some}
        across, down = max(cols) - min(cols) + 1, max(rows) - min(rows) + 1
        if across < 2 or down < 2 or across * down != len(some):
            return ""
        return Phrase("the block {} to {}", self.lattice.names[some[0]], self.lattice.names[some[-1]])

    def links(self, some: Iterable[int], *, along: bool, absent: bool = False) -> list[str]:
        """Return names of places between adjacent cells: "between r1c1 and r1c2" if something lies ``along`` them.

        Lines across them go "from r1c1 to r1c4", or if they are ``absent`` not "from r1c1 to r1c2 or r2c1". If all
        places of a cell are among them, "around r1c1", or not "through r1c1".
        """
        left = dict.fromkeys(sorted(some))
        names = self.lattice.names
        found: list[tuple[int, str]] = []
        whole: list[int] = []
        for c, links in self._cell_links.items():
            if (along or absent) and len(links) > 1 and all(k in left for k in links):
                whole.append(c)
                for k in links:
                    del left[k]
        if whole:
            cells = joined(self.cells(whole), "or" if absent else "and")
            found.append((-1, Phrase("around {}" if along else "through {}", cells)))
        while left:
            first = next(iter(left))
            a, b = self.lattice.links[first]
            run = [first]
            if along:
                at = max((a, b), key=lambda c: sum(k in left for k in self._cell_links[c]))
                run = [k for k in self._cell_links[at] if k in left]
                others = sorted(sum(self.lattice.links[k]) - at for k in run)
                if len(run) == 1:
                    found.append((first, Phrase("between {} and {}", names[a], names[b])))
                else:
                    found.append(
                        (first, Phrase("between {} and each of {}", names[at], joined([names[c] for c in others])))
                    )
            elif absent:
                at = max((a, b), key=lambda c: sum(k in left for k in self._cell_links[c]))
                run = [k for k in self._cell_links[at] if k in left]
                ends = sorted(sum(self.lattice.links[k]) - at for k in run)
                found.append((first, Phrase("from {} to {}", names[at], joined([names[c] for c in ends], "or"))))
            else:
                run = self._straight(first, left)
                found.append((first, Phrase("from {} to {}", names[a], names[self.lattice.links[run[-1]][1]])))
            for k in run:
                del left[k]
        return [name for _, name in sorted(found)]

    def _straight(self, link: int, left: Collection[int]) -> list[int]:
        """Return links of ``left`` that go on straight from ``link``."""
        a, b = self.lattice.links[link]
        run = [link]
        (ax, ay), (bx, by) = self.lattice.positions[a], self.lattice.positions[b]
        step = bx - ax, by - ay
        while self.square:
            ahead = next((c for k in self._cell_links[b] for c in self.lattice.links[k]
                          if self.lattice.positions[c] == (bx + step[0], by + step[1])), None)  # fmt: skip
            more = None if ahead is None else self._links.get((b, ahead))
            if ahead is None or more is None or more not in left:
                break
            run.append(more)
            b, (bx, by) = ahead, self.lattice.positions[ahead]
        return run

    def edges(self, some: Iterable[int], last: str = "and") -> str:
        """Return the name of edges: "the edge between r1c1 and r1c2", "the edges around r1c1 and above r1c3"."""
        left = dict.fromkeys(sorted(some))
        found: list[tuple[int, str]] = []
        count = len(left)
        for c, edges in enumerate(self.lattice.cell_edges):
            if all(e in left for e in edges):
                found.append((edges[0], Phrase("around {}", self.lattice.names[c])))
                for e in edges:
                    del left[e]
        found += [(e, self._edge(e)) for e in left]
        where = joined([name for _, name in sorted(found)], last)
        return Phrase("the edges {}" if count > 1 else "the edge {}", where)

    def _edge(self, e: int) -> str:
        names = self.lattice.names
        cells = self.lattice.edge_cells[e]
        if len(cells) == 2:
            return Phrase("between {} and {}", names[cells[0]], names[cells[1]])
        title = self.lattice.edge_names[e]
        side = title.removeprefix(names[cells[0]])
        return Phrase(SIDES[side], names[cells[0]]) if self.square else title

    def corners(self, some: Iterable[int], last: str = "and") -> str:
        """Return the name of corners: "the corners of r1c1", "the corners between r1c1 and r2c2 and of r3c3"."""
        left = dict.fromkeys(sorted(some))
        if len(left) == 1:
            return self.corner(next(iter(left)))
        found: list[tuple[int, str]] = []
        for c, corners in enumerate(self.lattice.cell_corners):
            if all(p in left for p in corners):
                found.append((min(corners), Phrase("the corners of {}", self.lattice.names[c])))
                for p in corners:
                    del left[p]
        between = [self._between(p) for p in left]
        if not found and all(between):
            return Phrase("the corners {}", joined(between, last))
        found += [(p, self.corner(p)) for p in left]
        return joined([name for _, name in sorted(found)], last)

    def corner(self, p: int) -> str:
        """Return the name of a corner: "the corner between r1c1 and r2c2"."""
        if between := self._between(p):
            return Phrase("the corner {}", between)
        cell = self.lattice.names[self.lattice.corner_cells[p][0]]
        if not self.square:
            return Phrase("the corner {}", self.lattice.corner_names[p])
        side = self.lattice.corner_names[p].removeprefix(cell)
        return Phrase(CORNERS[side], cell)

    def _between(self, p: int) -> str:
        """Return between which cells a corner lies; "" if it is at one cell only."""
        cells = self.lattice.corner_cells[p]
        if len(cells) == 1:
            return ""
        names = [self.lattice.names[c] for c in cells]
        some = [names[0], names[-1]] if self.square and len(cells) == 4 else names
        return Phrase("between {} and {}", listed(some[:-1]), some[-1])

    def corner_of(self, cells: Collection[int]) -> str:
        """Return the name of the corner around which exactly these cells lie; "" if there is none."""
        some = tuple(sorted(cells))
        corners = {p for c in some[:1] for p in self.lattice.cell_corners[c]}
        found = [p for p in corners if self.lattice.corner_cells[p] == some]
        return self.corner(found[0]) if len(found) == 1 else ""
