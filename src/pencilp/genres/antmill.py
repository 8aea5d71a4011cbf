from pencilp.board.layers import Shading, Symbols
from pencilp.encodings import Blanks, Cells, CellSides, Grid, Hex16, LinkMarks
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.shading import connected_by_corners, in_pairs, rectangles_touch_two


class AntMill(Genre):
    """Shade some dominoes. They do not touch by an edge, but form one ring by their corners: every domino touches exactly two
    others there. Of two cells with = between them both are shaded or none is, of two cells with x just one.
    """

    name = "antmill"
    title = "Ant Mill"
    title_ja = "Ant Mill"

    marks = Symbols(
        {"=": "both cells are shaded or none is", "x": "just one is shaded"}, "the signs between cells", on="links"
    )
    shaded = Shading("the shaded cells")

    link = [Grid(CellSides("marks", "=x", sparse=True), Hex16(), Blanks("g"))]
    pzpr = [LinkMarks("marks", {"0": None, "1": "=", "2": "x"}), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        m.require("some cell is shaded", any_of(shaded))
        in_pairs(m, board, shaded, "a shaded cell touches exactly one other")
        rectangles_touch_two(m, board, shaded, "a domino touches exactly two others at its corners")
        connected_by_corners(m, board, shaded, "the dominoes are connected by their corners")
        for clue in self.marks.known():
            one, other = shaded[clue.at]
            if clue.value == "=":
                words = "the cells at = are both shaded or both not"
                m.require(words, exactly(1, (one, ~other)), clue=clue)
            else:
                m.require("just one of the cells at x is shaded", exactly(1, (one, other)), clue=clue)
