from pencilp.board.layers import Arrows, Shading
from pencilp.encodings import Cells, CircleNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.islands import each_island_holds_one, island_has_size, parted_by_sea


class LightAndShadow(Genre):
    """Shade some cells. Every group of shaded cells and every group of unshaded cells, connected by edges, holds
    exactly one sign: a black one if it is shaded, otherwise a white one. A number in a sign says how many cells its
    group has.
    """

    name = "lightshadow"
    title = "Light and Shadow"
    title_ja = "Light and Shadow"
    aliases = ("lightandshadow", "light shadow")
    shapes = ("square", "hexagonal")

    signs = Arrows(
        "white (w) and black (b) signs with the number of cells of the group",
        names=(),
        colors="wb",
        high="cells",
        look="circle",
    )
    shaded = Shading("the shaded cells")

    link = [CircleNumber16("signs")]
    pzpr = [
        Cells("signs", colors={"0": "w", "1": "b"}),
        Cells(("shaded", {"1": 1, "2": 0}), given=("signs", {"w": 0, "b": 1}), empty="0"),
    ]

    def rules(self, m: Model) -> None:
        unshaded = [~x for x in self.shaded]
        for kind, color, sea, own in (("shaded", "b", unshaded, self.shaded), ("unshaded", "w", self.shaded, unshaded)):
            groups = parted_by_sea(m, self.board, sea)
            signs = [clue for clue in self.signs.items() if clue.color == color]
            for clue in signs:
                m.require("a sign has the colour of its cell", own[clue.cell], clue=clue)
            none, several = f"a group of {kind} cells holds a sign", f"a group of {kind} cells holds no two signs"
            each_island_holds_one(m, groups, [clue.cell for clue in signs], none, several)
            for clue in signs:
                if clue.is_known:
                    words = "a number counts the cells of its group"
                    island_has_size(m, groups, clue.cell, clue.number, words, clue=clue)
