from pencilp.board.layers import Param, Shading, Symbols
from pencilp.encodings import Cells, Circle, Count, Holes, Ignored
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.groups import every_group_has_size, shaded_groups
from pencilp.rules.shading import connected, no_two_by_two


class Isowatari(Genre):
    """Shade some cells, so that every group of shaded cells has the given number of cells. The unshaded cells form one group,
    and no two by two is unshaded. Cells with a black circle are shaded, and cells with a white circle are not.
    """

    name = "isowatari"
    title = "Isowatari"
    title_ja = "イソワタリ"
    shapes = ("square", "hexagonal")

    size = Param("how many cells a group of shaded cells has", low=1, high="cells", initial=3)
    circles = Symbols({"w": "a white circle", "b": "a black circle"}, "cells whose shading is given", look="circle")
    shaded = Shading("the shaded cells")

    link = [Count("size"), Circle("circles", "wb"), Holes()]
    pzpr = [
        Count("size"), Cells(("circles", {"1": "w", "2": "b"}), hole="*"), Cells(("circles", {"1": "w", "2": "b"})),
        Ignored("."), Cells("shaded"),
    ]  # fmt: skip

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        unshaded = [~x for x in shaded]
        for clue in self.circles.known("w"):
            m.require("a cell with a white circle is not shaded", unshaded[clue.cell], clue=clue)
        for clue in self.circles.known("b"):
            m.require("a cell with a black circle is shaded", shaded[clue.cell], clue=clue)
        groups = shaded_groups(m, board, shaded)
        every_group_has_size(m, groups, self.size, self.size, f"a group of shaded cells has {self.size} cells")
        no_two_by_two(m, board, unshaded, "no two by two is unshaded")
        connected(m, board, unshaded, "the unshaded cells form one group")
