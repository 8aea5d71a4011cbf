from pencilp.board.layers import InnerWalls, Loop, Rooms
from pencilp.encodings import Border, Holes, Ignored, Matrix, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, Reached, between, exactly
from pencilp.rules.counting import not_touching


class RassiSilai(Genre):
    """Draw one line in every room, from cell to cell, that passes each of its cells once and does not leave it. It is
    not closed. Cells in which a line ends do not touch, not even at a corner.
    """

    name = "rassi"
    title = "Rassi Silai"
    title_ja = "Rassi Silai"
    aliases = ("rassisilai",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms")
    walls = InnerWalls("borders within a room, which no line crosses")
    line = Loop("the lines")

    link = [Border("rooms"), Holes()]
    pzpr = [RoomIds("rooms", walled=2), Holes(), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        board, line, room = self.board, self.line, self.rooms.of
        arcs: list[tuple[int, int, Lit]] = []
        for (a, b), wall, x in zip(board.links, self.walls, line, strict=True):
            if room[a] != room[b] or wall:
                m.require("no line crosses a border", ~x, at=(a, b))
            arcs += [(a, b, x), (b, a, x)]
        ends, passed = [], []
        for cell in board.cells:
            here = line[board.links_at[cell]]
            m.require("a line passes every cell and does not branch", between(1, 2, here), at=cell)
            passed.append(m.any_of(here))
            ends.append(m.all_of((passed[cell], ~m.count_of(2, here))))
        for cells in self.rooms:
            m.require("a room has one line, which has two ends", exactly(2, [ends[c] for c in cells]), at=cells)
        # a node off the board is linked to the ends of lines: every line must be reached from there
        off = len(board)
        arcs += [(off, cell, end) for cell, end in zip(board.cells, ends, strict=True)]
        m.require("no line is closed", Reached([*passed, m.true], arcs, [off], places=[*board.cells, None]))
        # puzz.link's own example, and another link there, have one answer if a room may have one line or two
        not_touching(m, board, ends, "ends of lines do not touch, not even at a corner")
