from pencilp.board.layers import InnerWalls, Loop, Rooms
from pencilp.encodings import Border, Cells, Holes, Ignored, Matrix, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import enters, loop_through_cells


class DoubleBack(Genre):
    """Draw one closed loop from cell to cell through all cells that visits every room exactly twice."""

    name = "doubleback"
    title = "Double Back"
    title_ja = "ダブルバック"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("borders within a room: a visit ends where the loop crosses one")
    line = Loop("the loop")

    link = [Border("rooms"), Holes()]
    pzpr = [RoomIds("rooms", walled=2), Holes(), Matrix("line"), Ignored("0")]
    dataset = [RoomIds("rooms", holes=True), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        loop_through_cells(m, board, line, [True] * len(board), passes="the loop passes every cell")
        enters(m, board, self.rooms, line, "the loop visits every room exactly twice", times=2, walls=self.walls)
