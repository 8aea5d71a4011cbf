from collections.abc import Collection, Iterator
from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import dynasty


class Heyawake(Genre):
    """Shade some cells, at least one. A number says how many cells of its room are shaded. Shaded cells do not touch by an
    edge, the unshaded cells form one group, and no straight line of unshaded cells crosses more than one border.
    """

    name = "heyawake"
    title = "Heyawake"
    title_ja = "へやわけ"
    aliases = ("heyawacky",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms")
    clues = Numbers("how many cells of the room are shaded", high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        counts_in_rooms(m, self.rooms, self.clues, self.shaded, "a number counts the shaded cells of its room")
        borders = {*self.rooms.borders(self.board, self.walls)}
        for cells in stretches_across(self.board, borders, 2):
            m.require("an unshaded line crosses one border at most", any_of(self.shaded[cells]), at=cells)
        m.require("some cell is shaded", any_of(self.shaded))
        dynasty(m, self.board, self.shaded)


def stretches_across(board: Lattice, borders: Collection[int], count: int) -> Iterator[tuple[int, ...]]:
    """Return the shortest stretches of cells in a row that cross ``count`` of some ``borders``, which are links."""
    across = {board.links[e] for e in borders}
    for lines in board.lines:
        for line in lines:
            last = [i for i, pair in enumerate(pairwise(line)) if pair in across]
            for i, j in zip(last, last[count - 1 :]):  # noqa: B905 (the second is the shorter one)
                yield line[i : j + 2]
