from pencilp.board.layers import UNKNOWN, Arrows, Loop, Param, Shading
from pencilp.encodings import ArrowNumber16, Cells, Flag, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.loops import inside_loop, loop_through_cells
from pencilp.rules.shading import not_adjacent


class Yajilin(Genre):
    """Shade some cells and draw one closed loop through all the others. Shaded cells do not touch by an edge. Cells with
    a clue are neither shaded nor on the loop; the number says how many cells are shaded in the arrow's direction.
    """

    name = "yajilin"
    title = "Yajilin"
    title_ja = "ヤジリン"
    aliases = ("yajirin", "arrow ring", "straight and arrow")

    clues = Arrows("numbers of shaded cells in the arrow's direction", high="line")
    outside = Param("1: all shaded cells lie outside the loop", high=1, initial=0)
    shaded = Shading("the shaded cells")
    line = Loop("the loop")

    link = [Flag("o", "outside"), Flag("b"), ArrowNumber16("clues")]
    pzpr = [Flag("o", "outside"), Cells("clues"), Cells("shaded", ignore="+"), Matrix("line")]
    dataset = [Cells(("clues", {"x": (None, UNKNOWN)}), hole="@"), Cells("shaded", "line")]

    def rules(self, m: Model) -> None:
        board, clues, shaded, line = self.board, self.clues, self.shaded, self.line
        m.require_all("a clue's cell is not shaded", [~shaded[c] for c in clues.given], clues.given)
        not_adjacent(m, board, shaded, "shaded cells do not touch")
        passed = [~shaded[c] if clues[c] is None else False for c in board.cells]
        passes = "the loop passes every cell that is not shaded"
        loop_through_cells(
            m, board, line, passed, passes=passes, keeps_out="the loop keeps out of the cells with a clue"
        )
        for cell, (direction, number) in clues.items():
            if number in (None, UNKNOWN) or direction == UNKNOWN:
                continue
            if direction is None:
                m.require("a number needs an arrow", any_of([]), at=cell, clue=(clues, cell))
            else:
                seen = shaded[board.rays[cell][direction]]
                words = "as many cells are shaded in the arrow's direction as the number says"
                m.require(words, exactly(number, seen), at=cell, clue=(clues, cell))
        if self.outside:
            inside = inside_loop(m, board, line)
            for cell in board.cells:
                m.require(
                    "a shaded cell lies outside the loop", ~shaded[cell] | ~inside[board.cell_corners[cell][0]], at=cell
                )
