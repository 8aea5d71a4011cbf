from pencilp.board.layers import UNKNOWN, Marks, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, all_hold, any_of, at_most, exactly


class Slashpack(Genre):
    """Draw diagonals into some of the cells without a number. They divide the board into regions, each with every number of the
    board exactly once; ``?`` is any of these numbers. A diagonal ends at another one or at the edge of the board.
    """

    name = "slashpack"
    title = "Slash Pack"
    title_ja = "スラッシュパック"

    numbers = Numbers("the numbers, each once in every region")
    diagonals = Marks(("\\", "/"), "the diagonals", look="slash")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Cells(("diagonals", {"1": 1, "2": 2}))]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        ends: list[list[Lit]] = [[] for _ in board.corners]
        joined: list[tuple[int, int, Lit]] = []
        side = [edges[0] for edges in board.cell_edges]
        for cell, x in enumerate(self.diagonals):
            ne, se, sw, nw = board.cell_corners[cell]
            for p, mark in ((nw, x == 1), (se, x == 1), (ne, x == 2), (sw, x == 2)):
                ends[p].append(mark)
            # a region goes on between two sides of a cell where no diagonal parts them
            n, e, s, w = board.cell_edges[cell]
            joined += [(n, e, x != 2), (s, w, x != 2), (n, w, x != 1), (e, s, x != 1)]
        for lits, at in zip(ends, board.corner_cells, strict=True):
            if len(at) == board.cells_at_corner:
                parts = [x >> any_of([y for y in lits if y is not x]) for x in lits]
                m.require("a diagonal ends at another one or at the edge of the board", all_hold(parts), at=at)
        kinds: dict[int, list[int]] = {}
        for cell, number in numbers.known():
            kinds.setdefault(number, []).append(cell)
        for cell in numbers.given:
            m.require("no diagonal crosses a number", self.diagonals[cell] == 0, at=cell, clue=(numbers, cell))
        # Every region holds the number that is there most often, or a question mark in its place.
        most = max(kinds.values(), key=len, default=[])
        leaders = [*most, *numbers.where(UNKNOWN)]
        inside = [m.flood([m.true] * len(board.edges), joined, (side[cell],)) for cell in leaders]
        for cell, reached in zip(leaders, inside, strict=True):
            held = exactly(len(kinds), [reached[side[c]] for c in numbers.given])
            m.require("a region holds as many numbers as there are different ones", held, at=cell)
            once = [at_most(1, [reached[side[c]] for c in cells]) for cells in kinds.values() if cells is not most]
            m.require("a region holds no number twice", all_hold(once), at=cell)
        if most:
            first = inside[: len(most)]
            once = [at_most(1, [reached[side[c]] for reached in first]) for c in most]
            apart = [at_most(1, [reached[edge] for reached in first]) for edge in range(len(board.edges))]
            m.require("a region holds no number twice", all_hold(once, helpers=apart), at=most)
        for edge, cells in enumerate(board.edge_cells) if leaders else ():
            m.require("every region holds all numbers", any_of([reached[edge] for reached in inside]), at=cells)
