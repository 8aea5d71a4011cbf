from collections.abc import Sequence

from pencilp.board.layers import InnerWalls, InRooms, Loop, Numbers, Rooms
from pencilp.encodings import Border, Cells, Ignored, Matrix, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.groups import every_group_has_size, some_group_reaches
from pencilp.rules.loops import loop_through_cells
from pencilp.structures.groups import Groups


class MaxiLoop(Genre):
    """Draw one closed loop from cell to cell through all cells. A number says how many cells the loop passes on its longest
    visit to the room.
    """

    name = "maxi"
    title = "Maxi Loop"
    title_ja = "Maxi Loop"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms")
    walls = InnerWalls("borders within a room: a visit ends where the loop crosses one")
    numbers = Numbers("how many cells the longest visit passes", low=1, high="cells", on=InRooms("rooms"))
    line = Loop("the loop")

    link = [Border("rooms"), RoomNumber16("numbers")]
    pzpr = [RoomIds("rooms", walled=2), Cells("numbers"), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        loop_through_cells(m, self.board, self.line, [True] * len(self.board))
        for clue in self.rooms.numbers(self.numbers):
            visits = self.visits(m, clue.cells)
            words = "no visit to a room is longer than its number"
            every_group_has_size(m, visits, 1, clue.value, words, at=clue.cells, clue=clue)
            some_group_reaches(m, visits, clue.value, "a visit to a room is as long as its number", clue=clue)

    def visits(self, m: Model, cells: Sequence[int]) -> Groups:
        """Return the groups of cells that the loop joins within a room."""
        board, node = self.board, {cell: i for i, cell in enumerate(cells)}
        links = [board.link_between[a, b] for a in cells for b in board.near[a] if a < b and b in node]
        edges = [(*(node[c] for c in board.links[e]), self.line[e]) for e in links if not self.walls[e]]
        return Groups(m, len(cells), edges, cells_at=[(c,) for c in cells])
