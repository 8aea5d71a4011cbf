from pencilp.board.layers import UNKNOWN, Arrows, Loop, Param, Shading
from pencilp.encodings import ArrowNumber16, Cells, Flag, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible
from pencilp.rules.shaded_loops import loop_next_to_shaded


class Yajilin(Genre):
    """Shade some cells and draw one closed loop through all the others. Shaded cells do not touch by an edge. Cells
    with a clue are neither shaded nor on the loop; the number says how many cells are shaded in the arrow's
    direction. If the number or the arrow is ``?``, the clue says no more than that. A number without an arrow fits no
    answer.
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
        loop_next_to_shaded(m, board, shaded, line, clues.given, outside=bool(self.outside))
        for clue in clues.known():
            if clue.way is None:
                m.require("a number needs an arrow", impossible, clue=clue)
            else:
                seen = shaded[board.rays[clue.cell][clue.way]]
                words = "as many cells are shaded in the arrow's direction as the number says"
                m.require(words, exactly(clue.number, seen), clue=clue)
