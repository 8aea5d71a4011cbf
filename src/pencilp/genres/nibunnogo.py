from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, FourCell
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.groups import every_group_has_size, shaded_groups


class Nibunnogo(Genre):
    """Shade some cells. A number at a corner says how many of the cells around it are shaded. No group of shaded cells, and no
    group of unshaded cells, has more than five cells.
    """

    name = "nibunnogo"
    title = "Nibun-no-go"
    title_ja = "ニブンノゴ"
    aliases = ("nibun-nogo", "two fifths")
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells around a corner are shaded", high="at_corner", on="corners")
    shaded = Shading("the shaded cells")

    link = [FourCell("clues")]
    pzpr = [Cells("clues"), Cells(("shaded", {"2": 0, "1": 1}), empty="0")]

    def rules(self, m: Model) -> None:
        for clue in self.clues.known():
            m.require(
                "a number counts the shaded cells around it", exactly(clue.value, self.shaded[clue.at]), clue=clue
            )
        for kind, cells in (("shaded", self.shaded), ("unshaded", [~x for x in self.shaded])):
            groups = shaded_groups(m, self.board, cells)
            every_group_has_size(m, groups, 1, 5, f"a group of {kind} cells has at most five cells")
