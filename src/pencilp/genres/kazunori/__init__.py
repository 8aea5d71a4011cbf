from pencilp.board.layers import AnswerNumbers, Numbers, Rooms
from pencilp.encodings import Border, Cells, Number16
from pencilp.genres.base import Genre
from pencilp.genres.kazunori.codec import BordersAndSums
from pencilp.model import Clause, Model, all_hold, exactly
from pencilp.rules.numbers import adds_up, unlike


class KazunoriRoom(Genre):
    """Fill every cell with a number, so that every room holds each number from 1 to half its size exactly twice. Equal numbers
    of a room share an edge. No two by two holds the same number four times. A number between two cells is their sum.
    """

    name = "kazunori"
    title = "Kazunori Room"
    title_ja = "かずのりのへや"
    aliases = ("kazunori room",)

    rooms = Rooms("the division into rooms")
    sums = Numbers("the sum of the numbers in the two cells", low=1, high="cells", on="links", look="circle")
    number = AnswerNumbers(
        1, lambda self: [max(1, len(self.rooms.groups[room]) // 2) for room in self.rooms.of], "the number in each cell"
    )

    link = [Border("rooms"), Number16("sums")]
    pzpr = [BordersAndSums("rooms", "sums"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        for room in self.rooms:
            for n in range(1, (len(room) + 1) // 2 + 1):
                words = "a room holds each number from 1 to half its size exactly twice"
                m.require(words, exactly(2, [number[c] == n for c in room]), at=room)
            for a in room:
                for b in room:
                    if a < b and b not in board.near[a]:
                        m.require("equal numbers of a room share an edge", unlike(number[a], number[b]), at=(a, b))
        for block in board.blocks:
            words = "no two by two holds the same number four times"
            values = number[block[0]].values
            m.require(words, all_hold([Clause([number[c] != n for c in block]) for n in values]), at=block)
        for clue in self.sums.known():
            words = "a number between two cells is their sum"
            adds_up(m, number[clue.at], clue.value, words, clue=clue)
