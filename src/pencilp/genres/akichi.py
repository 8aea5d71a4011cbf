from collections.abc import Sequence

from pencilp.board.layers import InnerWalls, InRooms, Numbers, Param
from pencilp.encodings import Border, Cells, Flag, RoomIds, RoomNumber16
from pencilp.genres.heyawake import Heyawake
from pencilp.model import Lit, Model
from pencilp.rules.groups import every_group_has_size, some_group_reaches
from pencilp.structures.groups import Groups


class Akichi(Heyawake):
    """Shade some cells, at least one. A number is the size of the largest group of unshaded cells within its room. Shaded cells
    do not touch by an edge, the unshaded cells form one group, and no straight line of unshaded cells crosses more than one
    border.
    """

    name = "akichi"
    title = "Akichiwake"
    title_ja = "Akichiwake"

    walls = InnerWalls("further borders, inside rooms, which part unshaded groups")
    clues = Numbers("the size of the largest unshaded group within the room", high="cells", on=InRooms("rooms"))
    upper = Param("1: a number is only an upper bound of the sizes", high=1, initial=0)

    link = [Flag("x", "upper"), Border("rooms"), RoomNumber16("clues")]
    pzpr = [Flag("x", "upper"), RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]

    def counts(self, m: Model) -> None:
        unshaded = [~x for x in self.shaded]
        for clue in self.rooms.numbers(self.clues):
            groups = self.groups_in(m, clue.cells, unshaded)
            words = "no unshaded group of a room is larger than its number"
            every_group_has_size(m, groups, 1, clue.value, words, at=clue.cells, clue=clue)
            if not self.upper:
                words = "an unshaded group of a room is as large as its number"
                some_group_reaches(m, groups, clue.value, words, clue=clue)

    def groups_in(self, m: Model, cells: Sequence[int], lits: Sequence[Lit]) -> Groups:
        """Return the groups of the true cells of a room."""
        node = {cell: i for i, cell in enumerate(cells)}
        pairs = [(a, b) for a in cells for b in self.board.near[a] if a < b and b in node]
        edges = [(node[a], node[b], None) for a, b in pairs if not self.walls[self.board.link_between[a, b]]]
        return Groups(m, len(cells), edges, [lits[c] for c in cells], [(c,) for c in cells])
