from pencilp.board.layers import UNKNOWN, Param, Pieces, Shading, Symbols
from pencilp.encodings import Cells, Flag, Fleet, Number16, PieceMarks
from pencilp.genres.base import Genre
from pencilp.genres.myopia import CODES
from pencilp.model import Model, at_most
from pencilp.rules.polyominoes import bank_on_board, corners_apart, nothing_but
from pencilp.rules.sight import arrows_to_nearest


class Pentopia(Genre):
    """Place some shapes of the bank on the board, each at most once, turned and mirrored as you like. Shapes do not
    touch, not even at a corner, and do not cover arrows. From a cell with arrows, the shapes are nearest in the
    directions of the arrows: equally far in all of these, and farther in all others.
    """

    name = "pentopia"
    title = "Pentopia"
    title_ja = "ペントピア"

    bank = Pieces("the shapes")
    arrows = Symbols(
        {**dict.fromkeys(CODES.values(), ""), "?": "arrows of unknown direction"},
        "the directions in which a shape is nearest",
        look="arrows",
    )
    covered = Param("1: shapes may cover arrows", high=1, initial=0)
    shaded = Shading("the cells of the shapes")

    link = [Flag("t", "covered"), Number16("arrows", CODES), Fleet("bank")]
    pzpr = [
        Fleet("bank"), Flag("t", "covered"),
        Cells(("arrows", {**{str(code): ways for code, ways in CODES.items()}, "-": UNKNOWN})), Cells("shaded"),
        PieceMarks("bank"),
    ]  # fmt: skip

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        found = bank_on_board(m, board, self.bank, shaded, corners=True)
        for shape, count, places in found:
            rule_text = f"the shape {shape} occurs no more often than in the bank"
            m.require(rule_text, at_most(count, [here for _, here in places]))
        nothing_but(m, board, found, shaded, "there are no shapes but those of the bank")
        corners_apart(m, board, self.bank, shaded, "shapes do not touch at a corner")
        for cell in self.arrows.given if not self.covered else ():
            m.require("arrows are not covered", ~shaded[cell], at=cell)
        for clue in self.arrows.known():
            views = [shaded[ray] for ray in board.rays[clue.cell]]
            words = (
                "there is a shape in the direction of an arrow",
                "shapes are equally far in the directions of the arrows",
                "shapes are farther in directions without an arrow",
            )
            arrows_to_nearest(m, views, [board.direction(way) for way in clue.value], words, clue=clue)
