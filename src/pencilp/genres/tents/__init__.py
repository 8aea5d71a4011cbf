from pencilp.board.layers import Lines, Shading, Symbols
from pencilp.encodings import Cells, Framed, IgnoredLinks, OneCell, OutsideLines, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.genres.tents.rules import paired
from pencilp.model import Model
from pencilp.rules.counting import counts_outside, not_touching


class Tents(Genre):
    """Pitch a tent for every tree in a free cell that shares an edge with it: every tent belongs to one tree and every tree
    to one tent. Tents do not touch, not even at a corner. A number outside counts the tents in its row or column.
    """

    name = "tents"
    title = "Tents"
    title_ja = "テント"
    aliases = ("tent", "tents and trees", "zeltlager", "campsite")

    trees = Symbols({"T": "a tree"}, "the trees", look="tree")
    counts = Lines("how many tents there are in a column or row", single=True, high="line", optional=True)
    tents = Shading("the cells with a tent", look="tent", token="A")

    link = [OutsideNumber16("counts"), OneCell("trees", "T")]
    pzpr = [Framed("counts", ("trees", {"1": "T"}), ("tents", "A")), IgnoredLinks()]
    dataset = [OutsideLines("counts"), Cells(("trees", {"x": "T"})), Cells(("tents", "o"), ignore="x")]

    def rules(self, m: Model) -> None:
        for tree in self.trees.given:
            m.require("there is no tent on a tree", ~self.tents[tree], at=tree)
        of_tree, of_tent = "every tree has a tent of its own next to it", "every tent has a tree of its own next to it"
        paired(m, self.board, self.trees.given, self.tents, of_tree, of_tent)
        not_touching(m, self.board, self.tents, "tents do not touch, not even at a corner")
        counts_outside(m, self.board, self.counts, self.tents, "the number outside counts the tents in its line")
