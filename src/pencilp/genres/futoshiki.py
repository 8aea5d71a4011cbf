from typing import ClassVar

from pencilp.board.layers import Symbols
from pencilp.genres.minarism import SIGNS, Minarism


class Futoshiki(Minarism):
    """Fill every cell with a number from 1 to the length of the board's longer side, so that no number occurs twice in a
    row or in a column. A sign between two cells points to the smaller of their numbers.
    """

    name = "futoshiki"
    title = "Futoshiki"
    title_ja = "不等式"
    aliases: ClassVar[tuple[str, ...]] = ("unequal", "hutosiki", "inequality sudoku")
    usual_size = (6, 6)

    marks = Symbols(SIGNS, "the signs between cells", on="links", look="inequality")

    link: ClassVar[list[object]] = []
    pzpr: ClassVar[list[object]] = []
