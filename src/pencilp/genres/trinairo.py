from pencilp.board.layers import AnswerNumbers, Numbers, Symbols
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, exactly
from pencilp.rules.numbers import givens, unlike


class Trinairo(Genre):
    """Fill every cell with a number from 1 to 3, so that every row and every column holds each of them equally often.
    A printed number shares an edge with an equal one. A number in a grey cell does not.
    """

    name = "trinairo"
    title = "Trinairo"
    title_ja = "トリナイロ"
    aliases = ("trinario",)

    given = Numbers("the numbers printed in cells", low=1, high=3, unknown=False)
    grey = Symbols({"x": "a grey cell"}, "the cells whose number stands alone", look="grey", optional=True)
    number = AnswerNumbers(1, 3, "the number in each cell")

    dataset = [Cells("given", "grey", joined=True), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        for kind, lines in (("row", board.row_cells), ("column", board.col_cells)):
            for line in lines:
                third = len(line) // 3
                same = all_hold([exactly(third, [x == v for x in number[line]]) for v in (1, 2, 3)])
                m.require(
                    f"every number stands equally often in a {kind}", same if 3 * third == len(line) else m.false, line
                )
        for cell in board.cells:
            if self.grey[cell]:
                differ = [unlike(number[cell], x) for x in number[board.near[cell]]]
                m.require("a number in a grey cell touches no equal one", all_hold(differ), at=cell)
            elif clue := self.given.at(cell):
                touched = any_of([x == clue.value for x in number[board.near[cell]]])
                m.require("a printed number touches an equal one", touched, clue=clue)
