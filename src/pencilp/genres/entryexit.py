from pencilp.board.layers import Loop, Rooms
from pencilp.encodings import Cells, Ignored, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import enters, loop_through_cells


class EntryExit(Genre):
    """Draw one closed loop from cell to cell through all cells that enters and leaves every room exactly once."""

    name = "entryexit"
    title = "Entry Exit"
    title_ja = "エントリー・エグジット"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    line = Loop("the loop")

    dataset = [Ignored("-"), RoomIds("rooms"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        loop_through_cells(m, board, line, [True] * len(board), passes="the loop passes every cell")
        enters(m, board, self.rooms, line, "the loop enters every room exactly once")
