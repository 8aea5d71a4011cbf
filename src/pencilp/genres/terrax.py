from pencilp.board.layers import AnswerNumbers, InRooms, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import adds_up, one_for_each_room, unlike

SUM = 10


class TerraX(Genre):
    """Give every room a number from 0 to 9, which stands in all of its cells. Rooms that share an edge have different numbers.
    If four rooms meet at a point, their numbers add up to 10.
    """

    name = "terrax"
    title = "Terra X"
    title_ja = "テラX"
    aliases = ("terra_x",)

    rooms = Rooms("the rooms")
    given = Numbers("the numbers of some rooms", high=9, on=InRooms("rooms"))
    number = AnswerNumbers(0, 9, "the number of its room in each cell")

    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number, room = self.board, self.number, self.rooms.of
        one_for_each_room(m, number, self.rooms, self.given)
        for a, b in board.links:
            if room[a] != room[b]:
                differ = unlike(number[a], number[b])
                m.require("rooms that share an edge have different numbers", differ, at=(a, b))
        for cells in board.corner_cells:
            if len({room[c] for c in cells}) == 4:
                adds_up(m, number[cells], SUM, "the numbers of four rooms that meet in a point add up to 10", at=cells)
