from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Clause, Lit, Model, all_hold, any_of, at_most, exactly
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
        numbers, passed, ends = self.numbers, self.path(m), (self.board.cells[0], self.board.cells[-1])
        for n in range(1, 1 + max((n for _, n in numbers.items()), default=0)):
            cells = numbers.where(n)
            m.require("the path passes every number once", exactly(1, [passed[c] for c in cells]), at=cells or ends)

    def path(self, m: Model) -> list[Lit]:
        """State that there is one path. Return for each cell whether it is passed."""
        board, line = self.board, self.line
        ends = board.cells[0], board.cells[-1]
        path = paths_from_cell_to_cell(m, board, line)
        for cell in dict.fromkeys(ends):
            path_ends(m, path, cell, "the path ends in the first and in the last cell")
        paths_go_on(m, path, ends, "the path neither branches nor stops on its way")
        path_joins(m, path, *ends, "the path leads from the first cell to the last")
        paths_lead_to(m, path, ends, "there is no line but the path")
        return [m.any_of(path.lines_at(cell)) for cell in board.cells]

    def open_rules(self, m: Model) -> OpenLayers:
        board, passed = self.board, self.path(m)
        used = [m.binary() for _ in board.cells[: 2 * len(board) // 3]]
        number = [[m.binary() for _ in used] for _ in board.cells]
        m.require_all("a cell has one number", [exactly(1, each) for each in number], board.cells)
        for n, (x, here) in enumerate(zip(used, zip(*number, strict=True), strict=True)):
            fewer = Clause((used[max(0, n - 1)], ~x))
            m.require("the numbers go from 1 to the greatest", all_hold([fewer, *[Clause((x, ~y)) for y in here]]))
            once = [m.all_of(pair) for pair in zip(passed, here, strict=True)]
            m.require("the path passes every number once", all_hold([at_most(1, once), any_of([~x, *once])]))
        m.require("there are many numbers", used[len(used) // 2])
        return {"numbers": [dict(enumerate(each, 1)) for each in number]}
