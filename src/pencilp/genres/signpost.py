from pencilp.board.layers import AnswerNumbers, Numbers, Symbols
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import AllDifferent, Model, all_hold, any_of
from pencilp.rules.numbers import givens
from pencilp.rules.sight import WAYS, ahead


class Signpost(Genre):
    """Write the numbers from 1 to the number of cells, each once. The arrow in a cell points to the cell with the next
    number, near or far, in its row, column or diagonal.
    """

    name = "signpost"
    title = "Signpost"
    title_ja = "サインポスト"
    aliases = ("arrow path",)

    arrows = Symbols(dict.fromkeys(WAYS, "the next number is in this direction"), "the arrows", look="small_pointer")
    given = Numbers("the numbers printed in cells", low=1, high="cells", unknown=False, optional=True)
    number = AnswerNumbers(1, lambda self: len(self.board), "the number in each cell")

    def rules(self, m: Model) -> None:
        number, last = self.number, len(self.board)
        m.require("every number is there once", AllDifferent(number))
        givens(m, number, self.given)
        for clue in self.arrows.known():
            pointed_at = number[ahead(self.board, clue.cell, clue.value)]
            here = number[clue.cell]
            follows = [(here == n) >> any_of([x == n + 1 for x in pointed_at if n < last]) for n in range(1, last + 1)]
            m.require("an arrow points to the next number", all_hold(follows), clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        board, number, last = self.board, self.number, len(self.board)
        m.require("every number is there once", AllDifferent(number))
        arrows = [
            {
                way: m.any_of([
                    m.all_of((number[cell] == n, number[other] == n + 1))
                    for other in ahead(board, cell, way)
                    for n in range(1, last)
                ])
                for way in WAYS
            }
            for cell in board.cells
        ]  # fmt: skip
        for cell, ways in enumerate(arrows):
            m.require(
                "there is an arrow in every cell but the last", any_of([*ways.values(), number[cell] == last]), at=cell
            )
        return {"arrows": arrows}
