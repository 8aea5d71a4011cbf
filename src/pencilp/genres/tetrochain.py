from pencilp.board.layers import UNKNOWN, Arrows, Shading
from pencilp.encodings import ArrowNumber16, Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.polyominoes import chained_tetrominoes


class TetroChainY(Genre):
    """Shade some cells, so that every group of shaded cells is a tetromino: four cells joined by their edges. Tetrominoes
    that touch at a corner have different shapes, even if they are turned or mirrored, and all hang together by their corners.
    A number says how many cells are shaded in its arrow's direction; it is not shaded itself. With ``?`` for the number or
    for the arrow it says no more; a number without an arrow fits no answer.
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
        for cell, (direction, number) in self.clues.items():
            m.require("a number is not shaded", ~self.shaded[cell], at=cell)
            if number not in (None, UNKNOWN) and direction != UNKNOWN:
                seen = (
                    any_of(()) if direction is None else exactly(number, self.shaded[self.board.rays[cell][direction]])
                )
                words = "a number counts the shaded cells in its arrow's direction"
                m.require(words, seen, at=cell, clue=(self.clues, cell))
