from pencilp.board.layers import UNKNOWN, Loop, Numbers, Param, Shading
from pencilp.encodings import Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, at_most
from pencilp.rules.loops import loop_through_cells
from pencilp.rules.shaded_loops import loop_next_to_shaded
from pencilp.rules.shading import not_adjacent


class Retsurin(Genre):
    """Shade some cells and draw one closed loop through all the others. Shaded cells do not touch by an edge. Cells with a clue
    are neither shaded nor on the loop. A number says how many cells of its row are shaded, or how many of its column, but
    not both.
    """

    name = "retsurin"
    title = "Retsurin"
    title_ja = "Retsurin"

    clues = Numbers("how many cells of the row or of the column are shaded", high="line")
    outside = Param("1: all shaded cells lie outside the loop", high=1, initial=0)
    shaded = Shading("the shaded cells")
    line = Loop("the loop")

    link = [Flag("o", "outside"), Flag("b"), Number16("clues")]
    pzpr = [Flag("o", "outside"), Flag("b"), Cells("clues"), Cells("shaded", ignore="+"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        loop_next_to_shaded(m, board, shaded, self.line, self.clues.given, outside=bool(self.outside))
        for clue in self.clues.known():
            row, col = board.positions[clue.cell]
            in_row, in_col = (
                m.all_of([m.count_of(clue.value, shaded[cells]), ~m.count_of(clue.value + 1, shaded[cells])])
                for cells in (board.row_cells[row], board.col_cells[col])
            )
            m.require(
                "a number counts the shaded cells of its row or column, but not of both",
                m.differ(in_row, in_col),
                clue=clue,
            )

    def open_rules(self, m: Model) -> OpenLayers:
        board, shaded = self.board, self.shaded
        not_adjacent(m, board, shaded, "shaded cells do not touch")
        passed = loop_through_cells(m, board, self.line)
        pairs = [*zip(passed, shaded, strict=True)]
        m.require_all("the loop passes no shaded cell", [at_most(1, pair) for pair in pairs], board.cells)
        return {"clues": [{UNKNOWN: ~m.any_of(pair)} for pair in pairs]}
