from pencilp.board.layers import InnerWalls, Loop, Rooms
from pencilp.encodings import Border, Ignored, Matrix, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import enters, loop_through_cells
from pencilp.rules.shading import all_alike


class AllOrNothing(Genre):
    """Draw one closed loop from cell to cell that visits no room twice. It passes all cells of a room or none, and at
    least one of two rooms that share an edge.
    """

    name = "nothing"
    title = "All or Nothing"
    title_ja = "オールｏｒナッシング"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("borders within a room: a visit ends where the loop crosses one")
    line = Loop("the loop")

    link = [Border("rooms")]
    pzpr = [RoomIds("rooms", walled=2), Ignored("."), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        board, line, rooms = self.board, self.line, self.rooms
        passed = loop_through_cells(m, board, line)
        enters(m, board, rooms, line, "the loop visits no room twice", at_least=0, walls=self.walls)
        for room in rooms:
            all_alike(m, passed, room, "the loop passes all cells of a room or none")
        for link in rooms.borders(board):
            a, b = board.links[link]
            m.require("the loop passes one of two rooms that touch", passed[a] | passed[b], at=(a, b))
