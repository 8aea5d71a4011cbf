from pencilp.board.layers import Loop, Numbers, Param, Shading
from pencilp.encodings import Cells, Flag, FourCell, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shaded_loops import loop_next_to_shaded


class Koburin(Genre):
    """Shade some cells and draw one closed loop through all the others. Shaded cells do not touch by an edge. Cells with a
    number are neither shaded nor on the loop; the number says how many cells that touch it by an edge are shaded.
    """

    name = "koburin"
    title = "Koburin"
    title_ja = "コブリン"
    shapes = ("square", "hexagonal")

    numbers = Numbers("how many adjacent cells are shaded", high="around")
    outside = Param("1: all shaded cells lie outside the loop", high=1, initial=0)
    corners = Param("1: a number counts the cells that touch it by a corner, too", high=1, initial=0)
    shaded = Shading("the shaded cells")
    line = Loop("the loop")

    link = [Flag("o", "outside"), Flag("m", "corners"), Flag("b"), FourCell("numbers")]
    pzpr = [
        Flag("o", "outside"), Flag("m", "corners"), Flag("b"),
        Cells("numbers"), Cells("shaded", ignore="+"), Matrix("line"),
    ]  # fmt: skip
    dataset = [Cells("numbers"), Cells("shaded", "line")]

    def rules(self, m: Model) -> None:
        board, numbers, shaded = self.board, self.numbers, self.shaded
        loop_next_to_shaded(m, board, shaded, self.line, numbers.given, outside=bool(self.outside))
        for clue in numbers.known():
            adjacent = board.around[clue.cell] if self.corners else board.near[clue.cell]
            m.require(
                "as many cells next to a number are shaded as it says", exactly(clue.value, shaded[adjacent]), clue=clue
            )
