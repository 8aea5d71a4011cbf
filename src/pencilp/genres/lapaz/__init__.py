from pencilp.board.layers import Borders, Numbers, Shading
from pencilp.encodings import Cells, Holes, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.genres.lapaz import codec
from pencilp.model import Model, exactly, implies, none_of
from pencilp.rules.shading import not_adjacent


class LaPaz(Genre):
    """Shade some cells, which do not touch by an edge, and divide the others into dominoes. Numbers lie on dominoes.
    A number on a level domino says how many cells of its row are shaded, on an upright one how many of its column. A
    row or column ends at a hole of the board.
    """

    name = "lapaz"
    title = "La Paz"
    title_ja = "ラパス"

    clues = Numbers("how many cells of its row or column are shaded", high="line")
    shaded = Shading("the shaded cells")
    borders = Borders("the borders of the dominoes")

    link = [Number16("clues"), Holes()]
    pzpr = [Cells("clues", hole="#"), Matrix("borders"), codec.Shaded("shaded", "borders")]

    def rules(self, m: Model) -> None:
        board, shaded, borders = self.board, self.shaded, self.borders
        not_adjacent(m, board, shaded, "shaded cells do not touch")
        for cell in board.cells:
            joined = [~borders[e] for e in board.links_at[cell]]
            m.require(
                "a cell that is not shaded is half of a domino", implies((~shaded[cell],), exactly(1, joined)), at=cell
            )
            m.require("a shaded cell is in no domino", implies((shaded[cell],), none_of(joined)), at=cell)
        for cell in self.clues.given:
            m.require("a number is not shaded", ~shaded[cell], at=cell)
        for clue in self.clues.known():
            for way, _ in board.ways(clue.cell):
                border = borders[board.link_to[clue.cell][way]]
                # the cell itself is not shaded
                line = [*board.rays[clue.cell][way], *board.rays[clue.cell][board.opposite(way)]]
                words = "a number counts the shaded cells in the line of its domino"
                m.require(words, implies((~border,), exactly(clue.value, shaded[line])), clue=clue)
