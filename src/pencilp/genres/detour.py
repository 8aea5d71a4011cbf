from pencilp.board.layers import InRooms, Loop, Numbers, Rooms
from pencilp.encodings import Border, Cells, Ignored, Matrix, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.loops import loop_through_cells, runs_straight


class Detour(Genre):
    """Draw one closed loop from cell to cell through all cells. A number says how often the loop turns in its room."""

    name = "detour"
    title = "Detour"
    title_ja = "デトゥア"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    numbers = Numbers(
        "how often the loop turns in the room", high="cells", optional=True, on=InRooms("rooms"), look="small"
    )
    line = Loop("the loop")

    link = [Border("rooms"), RoomNumber16("numbers")]
    pzpr = [RoomIds("rooms", walled=2), Cells("numbers"), Matrix("line"), Ignored("0")]
    dataset = [Cells("numbers"), RoomIds("rooms"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line, rooms = self.board, self.line, self.rooms
        loop_through_cells(m, board, line, [True] * len(board), passes="the loop passes every cell")
        for clue in rooms.numbers(self.numbers):
            bends = [~runs_straight(m, board, line, c) for c in clue.cells]
            m.require("the loop turns as often in a room as its number says", exactly(clue.value, bends), clue=clue)
