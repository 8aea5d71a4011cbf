from pencilp.board.layers import Loop, Symbols
from pencilp.encodings import Bits, Cells, Matrix
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model
from pencilp.rules.loops import loop_through_cells


class SimpleLoop(Genre):
    """Draw one closed loop from cell to cell through all cells that are not shaded."""

    name = "simpleloop"
    title = "Simple Loop"
    title_ja = "シンプルループ"
    shapes = ("square", "hexagonal")

    walls = Symbols({"x": "a shaded cell"}, "the cells that the loop keeps out of", look="wall")
    line = Loop("the loop")

    link = [Bits("walls", "x", optional=True)]
    pzpr = [Cells(("walls", {"*": "x"})), Matrix("line")]
    dataset = [Cells("walls"), Cells("line")]

    def rules(self, m: Model) -> None:
        open_cells = [wall is None for wall in self.walls]
        loop_through_cells(
            m,
            self.board,
            self.line,
            open_cells,
            passes="the loop passes every cell that is not shaded",
            keeps_out="the loop keeps out of shaded cells",
        )

    def open_rules(self, m: Model) -> OpenLayers:
        passed = loop_through_cells(m, self.board, self.line)
        return {"walls": [{"x": ~x} for x in passed]}
