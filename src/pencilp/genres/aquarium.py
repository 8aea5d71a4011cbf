from pencilp.board.layers import InnerWalls, Lines, Param, Rooms, Shading
from pencilp.encodings import Border, Flag, Framed, OutsideNumber16, Slash, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import counts_outside
from pencilp.rules.shading import all_alike


class Aquarium(Genre):
    """Pour water into the rooms, which are aquariums seen from the side. Below water in a room there is water, down
    to its bottom or to a wall within it. Water that can flow from cell to cell of its room stands equally high
    everywhere. A number outside counts the cells with water in its row or column.
    """

    name = "aquarium"
    title = "Aquarium"
    title_ja = "アクアプレース"
    symmetries = ("mirror",)

    rooms = Rooms("the aquariums")
    walls = InnerWalls("walls within an aquarium, through which no water flows")
    counts = Lines("how many cells with water there are in a column or row", single=True, high="line")
    level = Param("1: all water of a room stands equally high, even where it cannot flow", high=1, initial=0)
    shaded = Shading("the water")

    link = [Flag("r", "level"), Border("rooms"), Slash(), OutsideNumber16("counts")]
    pzpr = [Flag("r", "level"), Walls("rooms"), Framed("counts", "shaded")]

    def rules(self, m: Model) -> None:
        board, room_of = self.board, self.rooms.of
        for cell in board.cells:
            below = board.neighbour(cell, "s")
            # if all water of a room stands equally high, no wall carries water
            if below is not None and room_of[below] == room_of[cell] and (self.level or not self.walled(cell, 2)):
                m.require(
                    "below water in a room there is water", ~self.shaded[cell] | self.shaded[below], at=(cell, below)
                )
        for room in self.rooms:
            for cells in self.basins(room):
                all_alike(m, self.shaded, cells, "the water of a room stands equally high")
        counts_outside(m, board, self.counts, self.shaded, "the number outside counts the water in its line")

    def walled(self, cell: int, d: int) -> bool:
        """Return whether a wall within an aquarium stands between a cell and the next one in a direction."""
        return bool(self.walls[self.board.link_to[cell][d]])

    def basins(self, room: tuple[int, ...]) -> list[list[int]]:
        """Return the cells in the same row of a room between which water can flow, through these and lower ones."""
        board, result = self.board, []
        basin = {cell: cell for cell in room}
        rows = sorted({board.positions[cell][0] for cell in room}, reverse=True)
        for row in rows:
            level = [cell for cell in room if board.positions[cell][0] == row]
            for cell in level:
                for d in (1, 2):
                    adjacent = board.neighbour(cell, d)
                    if adjacent in basin and not self.walled(cell, d):
                        old, new = basin[adjacent], basin[cell]
                        basin = {c: new if b == old else b for c, b in basin.items()}
            flows = [level] if self.level else [[c for c in level if basin[c] == b] for b in {basin[c] for c in level}]
            result += [cells for cells in flows if len(cells) > 1]
        return result
