from pencilp.board.layers import AnswerNumbers, InnerWalls, Numbers, Rooms
from pencilp.encodings import Border, Cells, Number16, RoomIds
from pencilp.genres.base import Genre
from pencilp.genres.nanro import codec
from pencilp.model import Model, any_of, at_most, exactly
from pencilp.rules.numbers import givens, unlike
from pencilp.rules.shading import connected, no_two_by_two


class Nanro(Genre):
    """Write numbers into some of the cells. Every room holds at least one number, and each of its numbers says how many
    there are in the room. Two cells of different rooms that share an edge do not hold equal numbers. All cells with
    numbers form one group, and no two by two of them is filled with numbers.
    """

    name = "nanro"
    title = "Nanro"
    title_ja = "ナンロー"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms")
    walls = InnerWalls("further borders, inside rooms, across which no equal numbers touch")
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = AnswerNumbers(
        0, lambda self: [len(self.rooms.groups[room]) for room in self.rooms.of], "the numbers", blank=0
    )

    link = [Border("rooms"), Number16("given")]
    pzpr = [RoomIds("rooms", walled=1), Cells("given"), codec.Filled("number", "given", "rooms")]
    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        filled = [x != 0 for x in number]
        givens(m, number, self.given, blank=0)
        for room in self.rooms:
            m.require("a room holds a number", any_of([filled[c] for c in room]), at=room)
            here = [filled[c] for c in room]
            counts = "a number counts the numbers of its room"
            written = [m.any_of([number[c] == n for c in room]) for n in range(1, len(room) + 1)]
            for n, there in enumerate(written, 1):
                m.require(counts, there >> exactly(n, here), at=room)
            # if two differed, one would be wrong
            m.require(counts, at_most(1, written), at=room)
        for a, b in (board.links[e] for e in self.rooms.borders(board, self.walls)):
            differ = unlike(number[a], number[b], least=1)
            m.require("equal numbers do not touch across a border", differ, at=(a, b))
        no_two_by_two(m, board, filled, "no two by two is filled with numbers")
        connected(m, board, filled, "all numbers form one group")
