from pencilp.board.layers import AnswerNumbers, InRooms, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.genres.diffneighbors import codec
from pencilp.model import Model
from pencilp.rules.counting import touching
from pencilp.rules.numbers import one_for_each_room, unlike


class DiffNeighbors(Genre):
    """Give every room a number from 1 to 4, which stands in all of its cells. Rooms that touch, be it at a corner, have
    different numbers.
    """

    name = "diffneighbors"
    title = "Different Neighbors"
    title_ja = "ちがうお隣"
    aliases = ("Different Neighbours", "Verschiedene Nachbarn")

    rooms = Rooms("the rooms")
    given = Numbers("the numbers of some rooms", low=1, high=4, on=InRooms("rooms"))
    number = AnswerNumbers(1, 4, "the number of its room in each cell")

    dataset = [Cells("given"), RoomIds("rooms"), codec.OneEach("number", "rooms")]

    def rules(self, m: Model) -> None:
        number, room = self.number, self.rooms.of
        one_for_each_room(m, number, self.rooms, self.given)
        pairs = {(a, b) for group in touching(self.board) for a in group for b in group if a < b and room[a] != room[b]}
        for a, b in sorted(pairs):
            m.require("rooms that touch have different numbers", unlike(number[a], number[b]), at=(a, b))
