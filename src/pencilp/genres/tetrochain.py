from pencilp.board.layers import Arrows, Shading
from pencilp.encodings import ArrowNumber16, Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible
from pencilp.rules.polyominoes import chained_tetrominoes


class TetroChainY(Genre):
    """Shade some cells, so that every group of shaded cells is a tetromino: four cells connected by edges.
    Tetrominoes that touch at a corner have different shapes, even if they are turned or mirrored, and all are
    connected by corners. A number says how many cells are shaded in its arrow's direction, and is not shaded itself.
    If the number or the arrow is ``?``, it says no more than that. A number without an arrow fits no answer.
    """

    name = "tetrochain"
    title = "Tetro Chain-Y"
    title_ja = "テトロチェーンＹ"
    aliases = ("tetrochain_y",)

    clues = Arrows("numbers of shaded cells in the arrow's direction", high="line")
    shaded = Shading("the shaded cells")

    link = [ArrowNumber16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        chained_tetrominoes(m, self.board, self.shaded)
        for clue in self.clues.items():
            m.require("a number is not shaded", ~self.shaded[clue.cell], at=clue.cell)
            if clue.is_known:
                words = "a number counts the shaded cells in its arrow's direction"
                if clue.way is None:
                    m.require(words, impossible, clue=clue)
                else:
                    seen = self.shaded[self.board.rays[clue.cell][clue.way]]
                    m.require(words, exactly(clue.number, seen), clue=clue)
