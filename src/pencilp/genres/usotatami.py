from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number10
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds_one, each_is_one_of, no_crossing, shapes_of
from pencilp.structures.groups import GroupSizeIsNot


class Usotatami(Genre):
    """Divide the board into mats, which are one cell wide. Every mat holds exactly one number, which is not the number of its
    cells. No four mats meet at a corner.
    """

    name = "usotatami"
    title = "Uso-tatami"
    title_ja = "ウソタタミ"
    aliases = ("uso tatami", "lying tatami")

    numbers = Numbers("a number that is not the size of its mat", high="cells")
    borders = Borders("the borders of the mats")

    link = [Number10("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        regions = divided(m, board, self.borders)
        longest = max(board.rows, board.cols)
        strips = [(length, tuple([(0, i) for i in range(length)])) for length in range(1, longest + 1)]
        each_is_one_of(m, regions, shapes_of(board, tuple(strips)), "a mat is one cell wide")
        each_holds_one(m, regions, numbers.given, "a mat holds a number", "a mat holds no two numbers")
        no_crossing(m, board, self.borders, "no four mats meet at a corner")
        for clue in numbers.known():
            m.require("a number is not the size of its mat", GroupSizeIsNot(regions, clue.cell, clue.value), clue=clue)
