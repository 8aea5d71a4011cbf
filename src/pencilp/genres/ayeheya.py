from pencilp.board.layers import Rooms
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.heyawake import Heyawake
from pencilp.model import Model
from pencilp.rules.shading import all_alike


class Ayeheya(Heyawake):
    """Shade some cells, at least one. A number says how many cells of its room are shaded. In every room the shaded cells
    look the same after half a turn about the middle of the room. Shaded cells do not touch by an edge, the unshaded cells
    form one group, and no straight line of unshaded cells crosses more than one border.
    """

    name = "ayeheya"
    title = "Ayeheya"
    title_ja = "∀人∃ＨＥＹＡ"

    rooms = Rooms("the division into rooms that look the same after half a turn")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]

    def validate(self) -> None:
        for room in self.rooms:
            if None in self.after_half_turn(room):
                raise self.bad("rooms", room[0], "a room has to look the same after half a turn about its middle")

    def rules(self, m: Model) -> None:
        super().rules(m)
        for room in self.rooms:
            for cell, other in zip(room, self.after_half_turn(room), strict=True):
                if other is not None and cell < other:
                    words = "the shaded cells of a room look the same after half a turn"
                    all_alike(m, self.shaded, (cell, other), words)

    def after_half_turn(self, room: tuple[int, ...]) -> list[int | None]:
        """Return the cell of the room to which half a turn about its middle moves each of its cells, or None."""
        places = {self.board.positions[cell]: cell for cell in room}
        rows, cols = zip(*places, strict=True)
        across, down = min(cols) + max(cols), min(rows) + max(rows)
        return [places.get((down - row, across - col)) for row, col in places]
