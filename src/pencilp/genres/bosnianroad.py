from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number10
from pencilp.genres.base import Genre
from pencilp.model import Clause, Model, any_of, exactly
from pencilp.rules.counting import across_corners
from pencilp.rules.shading import connected


class BosnianRoad(Genre):
    """Shade a road: a closed loop of cells that share edges. It does not touch itself, not even at a corner, and passes no
    number. A number says how many of the cells around it, those at its corners included, the road passes.
    """

    name = "bosnianroad"
    title = "Bosnian Road"
    title_ja = "Bosnian Road"

    clues = Numbers("how many cells around it the road passes", high="around", look="grey")
    shaded = Shading("the road")

    link = [Number10("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        m.require("there is a road", any_of(shaded))
        for cell in board.cells:
            words = "a cell of the road touches exactly two others"
            m.require(words, shaded[cell] >> exactly(2, shaded[board.near[cell]]), at=cell)
        for a, b, others in across_corners(board):
            turn = Clause((~shaded[a], ~shaded[b], *shaded[others]))
            m.require("the road does not touch itself at a corner", turn, at=(a, b))
        connected(m, board, shaded, "the road is one loop")
        for cell in self.clues.given:
            m.require("the road passes no number", ~shaded[cell], at=cell)
        for clue in self.clues.known():
            around = shaded[board.around[clue.cell]]
            m.require("a number counts the cells of the road around it", exactly(clue.value, around), clue=clue)
