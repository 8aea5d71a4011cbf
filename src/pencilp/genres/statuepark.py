from pencilp.board.layers import Pieces, Shading, Symbols
from pencilp.encodings import Cells, Circle, Fleet, PieceMarks
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.polyominoes import as_often_as_in_bank, bank_on_board, nothing_but
from pencilp.rules.shading import connected


class StatuePark(Genre):
    """Place all shapes of the bank on the board, turned and mirrored as you like. Shapes do not share an edge. They
    cover the black circles and not the white ones. The uncovered cells form one group.
    """

    name = "statuepark"
    title = "Statue Park"
    title_ja = "Statue Park"
    aliases = ("statue_park",)

    bank = Pieces("the shapes")
    circles = Symbols({"w": "a white circle", "b": "a black circle"}, "white and black circles", look="circle")
    shaded = Shading("the cells of the shapes")

    link = [Circle("circles", "wb"), Fleet("bank")]
    pzpr = [
        Fleet("bank"), Cells(("circles", {"1": "w", "2": "b"})), Cells("shaded"), PieceMarks("bank"),
    ]  # fmt: skip

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for clue in self.circles.items():
            if clue.value == "b":
                m.require("a black circle is covered", shaded[clue.cell], clue=clue)
            else:
                m.require("a white circle is not covered", ~shaded[clue.cell], clue=clue)
        found = bank_on_board(m, board, self.bank, shaded, corners=False)
        as_often_as_in_bank(m, board, found, "the shape {shape} occurs as often as in the bank")
        nothing_but(m, board, found, shaded, "there are no shapes but those of the bank")
        connected(m, board, [~x for x in shaded], "the unshaded cells form one group")
