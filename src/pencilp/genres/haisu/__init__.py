from pencilp.board.layers import InnerWalls, Loop, Numbers, Rooms, Symbols
from pencilp.encodings import Border, Cells, Matrix, Number16, Spots, Walls
from pencilp.genres.base import Genre
from pencilp.genres.haisu.structure import Meeting, Tour, Visited, Whole
from pencilp.model import Model, impossible


class Haisu(Genre):
    """Draw one path from S to G, from cell to cell, through all cells. It may visit a room several times. If it
    crosses a border inside a room, a new visit begins. A number says on which of its visits to the room the path
    passes that cell.
    """

    name = "haisu"
    title = "Haisu"
    title_ja = "ハイス"

    ends = Symbols({"S": "the start", "G": "the goal"}, "the ends of the path")
    rooms = Rooms("the division into rooms")
    walls = InnerWalls("borders inside a room")
    visits = Numbers("the visit to the room on which the path passes the cell", low=1, high="cells")
    line = Loop("the path")

    link = [Spots("ends", "SG"), Border("rooms"), Number16("visits")]
    pzpr = [Spots("ends", "SG"), Walls("rooms"), Cells("visits"), Matrix("line")]

    def validate(self) -> None:
        for sign in "SG":
            if (count := len(self.ends.where(sign))) != 1:
                raise self.bad("ends", None, f"the puzzle needs one {sign}, not {count}")

    def rules(self, m: Model) -> None:
        board, visits = self.board, self.visits
        start, goal = self.ends.where("S")[0], self.ends.where("G")[0]
        parted = [link for link, wall in zip(board.links, self.walls, strict=True) if wall]
        tour = Tour(m, board, self.line, start, goal, parted)
        m.require("the path ends at S and at G", Meeting(tour, (start, goal), 1))
        others = set(board.cells).difference((start, goal))
        m.require("the path passes every other cell, and neither branches nor ends there", Meeting(tour, others, 2))
        m.require("the path is one", Whole(tour))
        for room in map(frozenset, self.rooms):
            for clue in visits.known():
                if clue.cell in room:
                    # there are no more visits than cells
                    right = Visited(tour, clue.cell, room, clue.value) if clue.value <= len(room) else impossible
                    m.require("a number says on which visit to the room the path passes the cell", right, clue=clue)
