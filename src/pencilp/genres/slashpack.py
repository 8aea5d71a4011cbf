from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerMarks, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, all_hold, any_of
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.regions import each_holds, holds_at_most_one
from pencilp.structures.groups import Groups


class Slashpack(Genre):
    """Draw diagonals into some of the cells without a number. They divide the board into regions, each with every number of the
    board exactly once; ``?`` is any of these numbers. A diagonal ends at another one or at the edge of the board.
    """

    name = "slashpack"
    title = "Slash Pack"
    title_ja = "スラッシュパック"

    numbers = Numbers("the numbers, each once in every region")
    diagonals = AnswerMarks({"\\": "the diagonal \\", "/": "the diagonal /"}, "the diagonals", look="slash")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Cells(("diagonals", {"1": 1, "2": 2}))]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        falling, rising = (self.diagonals.is_(token) for token in ("\\", "/"))
        ends_meet(m, board, falling, rising)
        for clue in numbers.items():
            m.require("no diagonal crosses a number", self.diagonals[clue.cell] == 0, clue=clue)
        kinds = {number for _, number in numbers.known()}
        regions = divided_by_diagonals(m, board, falling, rising)
        each_holds(m, regions, numbers.given, len(kinds), "a region holds as many numbers as there are different ones")
        for number in sorted(kinds):
            holds_at_most_one(m, regions, numbers.where(number), "a region holds no number twice")


@cached_per_shape
def ends_meet(m: Model, board: Lattice, falling: Sequence[Lit], rising: Sequence[Lit]) -> None:
    """A diagonal ends at another one or at the edge of the board."""
    ends: list[list[Lit]] = [[] for _ in board.corners]
    for (ne, se, sw, nw), falls, rises in zip(board.cell_corners, falling, rising, strict=True):
        for corner, x in ((nw, falls), (se, falls), (ne, rises), (sw, rises)):
            ends[corner].append(x)
    for lits, at in zip(ends, board.corner_cells, strict=True):
        if len(at) == board.cells_at_corner:
            parts = [x >> any_of([y for y in lits if y is not x]) for x in lits]
            m.require("a diagonal ends at another one or at the edge of the board", all_hold(parts), at=at)


def divided_by_diagonals(m: Model, board: Lattice, falling: Sequence[Lit], rising: Sequence[Lit]) -> Groups:
    """Return the regions of a square board with diagonals, for other rules. ``falling`` and ``rising`` have a literal
    per cell: a diagonal from its upper left corner, or from its lower left one. The nodes are edges, because a
    diagonal divides its cell. A cell without a diagonal joins all four, so that its upper edge stands for the cell.
    """
    upper = {edges[0]: cell for cell, edges in enumerate(board.cell_edges)}
    others = [edge for edge in range(len(board.edges)) if edge not in upper]
    node = {edge: i for i, edge in enumerate([*upper, *others])}
    joined = []
    for edges, falls, rises in zip(board.cell_edges, falling, rising, strict=True):
        up, right, down, left = (node[edge] for edge in edges)
        joined += [(up, right, ~rises), (down, left, ~rises), (up, left, ~falls), (right, down, ~falls)]
    return Groups(m, len(node), joined, cells_at=[board.edge_cells[edge] for edge in node])
