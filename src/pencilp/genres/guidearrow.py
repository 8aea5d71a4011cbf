from pencilp.board.layers import UNKNOWN, Shading, Symbols
from pencilp.encodings import Cells, FourCell, Spots
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.shading import dynasty, no_loop

ARROWS = {"n": "an arrow up", "s": "an arrow down", "w": "an arrow left", "e": "an arrow right"}


class GuideArrow(Genre):
    """Shade some cells, but no cell with an arrow or the star. Shaded cells do not share an edge, and the unshaded
    cells form one group without a loop. So one way leads from every arrow to the star, and it begins as the arrow
    points.
    """

    name = "guidearrow"
    title = "Guide Arrow"
    title_ja = "ガイドアロー"

    star = Symbols({"o": "the star"}, "the star", look="star")
    arrows = Symbols({**ARROWS, "?": "an arrow of unknown direction"}, "the arrows", look="pointer")
    shaded = Shading("the shaded cells")

    link = [Spots("star", "o"), FourCell("arrows", dict(enumerate(ARROWS, 1)))]
    pzpr = [
        Spots("star", "o"), Cells(("arrows", {"1": "n", "2": "s", "3": "w", "4": "e", "-": UNKNOWN})), Cells("shaded"),
    ]  # fmt: skip

    def validate(self) -> None:
        if len(self.star.given) != 1:
            raise InputError(f"the puzzle needs one star, not {len(self.star.given)}")

    def rules(self, m: Model) -> None:
        board, arrows = self.board, self.arrows
        star = self.star.given[0]
        for cell in {star, *arrows.given}:
            m.require("arrows and the star are not shaded", ~self.shaded[cell], at=cell)
        dynasty(m, board, self.shaded)
        unshaded = [~x for x in self.shaded]
        no_loop(m, board, unshaded, "the unshaded cells form no loop")
        for clue in arrows.known():
            ways = [(a, b, None) for a, b in board.links if clue.cell not in (a, b)]
            begins = board.neighbour(clue.cell, clue.value)
            reached = m.false if begins is None else m.flood(unshaded, ways, [star])[begins]
            m.require("the way to the star begins as the arrow points", reached, clue=clue)
