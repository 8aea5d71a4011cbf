from pencilp.board.layers import Lines, Shading, Symbols
from pencilp.encodings import Cells, Framed, IgnoredLinks, OneCell, OutsideLines, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, exactly
from pencilp.rules import counts_outside, not_touching


class Tents(Genre):
    """Pitch a tent for every tree in a free cell that shares an edge with it: every tent belongs to one tree and every tree
    to one tent. Tents do not touch, not even at a corner. A number outside counts the tents in its row or column.
    """

    name = "tents"
    title = "Tents"
    title_ja = "テント"
    aliases = ("tent", "tents and trees", "zeltlager", "campsite")

    trees = Symbols({"T": "a tree"}, "the trees", look="tree")
    counts = Lines("how many tents there are in a column or row", single=True, optional=True)
    tents = Shading("the cells with a tent", look="tent", token="A")

    link = [OutsideNumber16("counts"), OneCell("trees", "T")]
    pzpr = [Framed("counts", ("trees", {"1": "T"}), ("tents", "A")), IgnoredLinks()]
    dataset = [OutsideLines("counts"), Cells(("trees", {"x": "T"})), Cells(("tents", "o"), ignore="x")]

    def rules(self, m: Model) -> None:
        near, trees = self.board.near, self.trees.given
        owned: list[list[Lit]] = [[] for _ in self.board.cells]
        for tree in trees:
            m.require("there is no tent on a tree", ~self.tents[tree], at=tree)
            pitched = m.binaries(f"of {self.board.names[tree]}", len(near[tree]))
            for cell, lit in zip(near[tree], pitched, strict=True):
                owned[cell].append(lit)
                m.require("", lit >> self.tents[cell])
            m.require("every tree has a tent of its own beside it", exactly(1, pitched), at=tree)
        for cell in self.board.cells:
            if self.trees[cell] is None:
                words = "every tent has a tree of its own beside it"
                m.require(words, self.tents[cell] >> exactly(1, owned[cell]), at=cell)
        not_touching(m, self.board, self.tents, "tents do not touch, not even at a corner")
        counts_outside(m, self.board, self.counts, self.tents, "the number outside counts the tents in its line")
