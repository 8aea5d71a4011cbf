from itertools import pairwise

from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, Ignored, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, all_hold, any_of, not_all
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import apart_across_borders, connected_in_room


class Shimaguni(Genre):
    """Shade an island in every room: one group of cells, at least one. A number says how many cells the island of its
    room has. Islands do not share an edge. If two rooms share an edge, their islands have different sizes.
    """

    name = "shimaguni"
    title = "Shimaguni"
    title_ja = "島国"
    aliases = ("islands",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms, across which no shaded cells touch")
    clues = Numbers("how many cells of the room are shaded", low=1, high="cells", on=InRooms("rooms"))
    shaded = Shading("the islands")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded"), Ignored(".", optional=True)]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded, rooms = self.board, self.shaded, self.rooms
        for room in rooms:
            m.require("a room has an island", any_of(shaded[room]), at=room)
            connected_in_room(m, board, room, shaded, "the shaded cells of a room form one group")
        counts_in_rooms(m, rooms, self.clues, shaded, "a number counts the shaded cells of its room")
        apart_across_borders(m, board, rooms, shaded, "shaded cells do not touch across a border", self.walls)
        sizes = [self.sizes(m, room) for room in rooms]
        adjacent = {
            tuple(sorted((rooms.of[a], rooms.of[b]))) for a, b in (board.links[e] for e in rooms.borders(board))
        }
        for a, b in sorted(adjacent):
            equal = zip(sizes[a], sizes[b], strict=False)
            m.require(
                "islands of rooms that touch have different sizes",
                all_hold([not_all(pair) for pair in equal]),
                at=(*rooms.groups[a], *rooms.groups[b]),
            )

    def sizes(self, m: Model, room: tuple[int, ...]) -> list[Lit]:
        """Return the literals that the island of a room has 1, 2, ... cells."""
        least = [m.count_of(n, self.shaded[room]) for n in range(1, len(room) + 1)]
        return [m.all_of((x, ~more)) for x, more in pairwise(least)] + least[-1:]
