from itertools import combinations

from pencilp.board.layers import Numbers, Rooms, RoomSizes
from pencilp.encodings import Border, Cells, Number16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.numbers import sizes_given


class Hanare(Genre):
    """Write one number into every room: how many cells the room has. If two numbers stand in the same row or column
    with no other number between them, the number of cells between them is the difference of the two.
    """

    name = "hanare"
    title = "Hanare-gumi"
    title_ja = "はなれ組"
    aliases = ("hanare gumi", "hanaregumi")
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms")
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = RoomSizes("rooms", "the cells with a number, which is the size of its room")

    link = [Border("rooms"), Number16("given")]
    pzpr = [Walls("rooms"), Cells("given"), Cells("number", given="given")]
    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        sizes_given(m, self.number, self.rooms, self.given)
        for room in self.rooms:
            m.require("a room holds one number", exactly(1, self.number[room]), at=room)
        size = [len(self.rooms.groups[room]) for room in self.rooms.of]
        words = "two numbers are as many cells apart as they differ"
        for lines in self.board.lines:
            for line in lines:
                for i, j in combinations(range(len(line)), 2):
                    a, b = line[i], line[j]
                    if abs(size[a] - size[b]) != j - i - 1:
                        between = self.number[line[i + 1 : j]]
                        m.require(words, any_of([~self.number[a], ~self.number[b], *between]), at=(a, b))
