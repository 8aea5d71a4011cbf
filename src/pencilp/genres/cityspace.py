from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, not_all
from pencilp.rules.shading import connected, no_loop
from pencilp.rules.sight import sees


class CitySpace(Genre):
    """Shade some cells, but no cell with a number, so that every group of shaded cells is a straight line of at least
    two cells. The unshaded cells form one group without a loop. A number says how many unshaded cells are seen from
    it along rows and columns up to the first shaded cell, its own cell included.
    """

    name = "cityspace"
    title = "City Space"
    title_ja = "シティスペース"

    numbers = Numbers("how many unshaded cells are seen from here", low=1, high="row_and_column")
    shaded = Shading("the shaded cells")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        half = len(board.directions) // 2
        for cell in board.cells:
            m.require(
                "no shaded cell stands alone", any_of([~shaded[cell], *(shaded[n] for n in board.near[cell])]), at=cell
            )
            ways = board.ways(cell)
            for a, b in [(a, b) for i, a in ways for j, b in ways if i < j != i + half]:
                m.require(
                    "a group of shaded cells is a straight line",
                    not_all([shaded[a], shaded[cell], shaded[b]]),
                    at=(a, cell, b),
                )
        unshaded = [~x for x in shaded]
        connected(m, board, unshaded, "the unshaded cells form one group")
        no_loop(m, board, unshaded, "the unshaded cells form no loop")
        for cell in self.numbers.given:
            m.require("a number is not shaded", ~shaded[cell], at=cell)
        for clue in self.numbers.known():
            sees(m, board, unshaded, clue.cell, clue.value, "a number counts the unshaded cells it sees", clue=clue)
