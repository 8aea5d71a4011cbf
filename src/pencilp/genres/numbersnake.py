from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.paths import path_ends, path_joins, paths_from_cell_to_cell, paths_go_on, paths_lead_to


class NumberSnake(Genre):
    """Draw a path from the first cell of the board to its last, from cell to cell, that neither crosses nor branches.
    It passes every number from 1 to the greatest on the board exactly once.
    """

    name = "numbersnake"
    title = "Number Snake"
    title_ja = "ナンバースネーク"
    aliases = ("number chain", "Zahlenschlange")
    symmetries = ("transpose",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers", low=1, high="cells", unknown=False)
    line = Loop("the path")

    dataset = [Cells("numbers"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        ends = board.cells[0], board.cells[-1]
        path = paths_from_cell_to_cell(m, board, line)
        for cell in dict.fromkeys(ends):
            path_ends(m, path, cell, "the path ends in the first and in the last cell")
        paths_go_on(m, path, ends, "the path neither branches nor stops on its way")
        path_joins(m, path, *ends, "the path leads from the first cell to the last")
        paths_lead_to(m, path, ends, "there is no line but the path")
        passed = [m.any_of(path.lines_at(cell)) for cell in board.cells]
        for n in range(1, 1 + max((n for _, n in self.numbers.items()), default=0)):
            cells = self.numbers.where(n)
            m.require("the path passes every number once", exactly(1, [passed[c] for c in cells]), at=cells or ends)
