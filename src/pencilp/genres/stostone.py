from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly, total
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import apart_across_borders, connected_in_room


class Stostone(Genre):
    """Shade a stone in every room: one group of cells, at least one. A number says how many cells the stone of its
    room has. Stones do not touch by an edge. If all stones fall straight down without changing their shapes, they
    fill the lower half of the board.
    """

    name = "stostone"
    title = "Stostone"
    title_ja = "ストストーン"
    symmetries = ("mirror",)

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms, across which no shaded cells touch")
    clues = Numbers("how many cells the stone has", low=1, high="cells", on=InRooms("rooms"))
    shaded = Shading("the stones")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]

    def validate(self) -> None:
        if self.board.rows % 2 or len(self.board) < self.board.rows * self.board.cols:
            raise InputError(
                "stostone is played on full boards with an even number of rows: stones fill the lower half"
            )

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for room in self.rooms:
            m.require("a room has a stone", any_of(shaded[room]), at=room)
            connected_in_room(m, board, room, shaded, "the shaded cells of a room form one group")
        counts_in_rooms(m, self.rooms, self.clues, shaded, "a number counts the shaded cells of its room")
        apart_across_borders(m, board, self.rooms, shaded, "shaded cells do not touch across a border", self.walls)
        for column in board.col_cells:
            m.require("half of each column is shaded", exactly(board.rows // 2, shaded[column]), at=column)
        # a stone falls as far as there are unshaded cells below it, the same number for each of its cells
        below = [total(shaded[board.rays[cell][2]]) for cell in board.cells]
        for a, b in (board.links[e] for e in range(len(board.links))):
            if board.positions[a][0] == board.positions[b][0]:
                together = m.all_of((shaded[a], shaded[b]))
                m.require("all cells of a stone fall equally far", together >> (below[a] - below[b] == 0), at=(a, b))
