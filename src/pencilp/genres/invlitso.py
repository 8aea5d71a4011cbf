from pencilp.encodings import Border, Cells, RoomIds
from pencilp.genres.lits import Lits
from pencilp.model import Model
from pencilp.rules.shading import connected, no_two_by_two


class InverseLitso(Lits):
    """Shade some cells, so that four cells of every room, which are connected, stay unshaded. If the unshaded cells of two rooms
    share an edge, their shapes differ, even if turned or mirrored. All shaded cells form one group, and no two by two is
    shaded.
    """

    name = "invlitso"
    title = "Inverse LITSO"
    title_ja = "Inverse LITSO"
    aliases = ("inverse lits", "invlits")

    link = [Border("rooms")]
    pzpr = [RoomIds("rooms", walled=1), Cells("shaded")]

    def rules(self, m: Model) -> None:
        self.pieces(m, [~x for x in self.shaded], "a room holds one group of four unshaded cells")
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the shaded cells form one group")
