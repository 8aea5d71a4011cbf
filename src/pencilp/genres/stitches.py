from pencilp.board.layers import Lines, Loop, Param, Rooms
from pencilp.encodings import Cells, Fixed, OutsideLines, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, at_most, exactly
from pencilp.rules.counting import counts_outside


class Stitches(Genre):
    """Sew the rooms together: join every two rooms that share an edge by a given number of stitches, mostly one. A stitch
    joins two cells of different rooms that share an edge, and no cell has two. A number outside says how many cells of its
    row or column have a stitch.
    """

    name = "stitches"
    title = "Stitches"
    title_ja = "ステッチ"
    aliases = ("Nähte",)

    rooms = Rooms("the rooms")
    counts = Lines("how many cells of a column or row have a stitch", single=True, high="line")
    joins = Param("how many stitches join two rooms", low=1, high="cells", initial=1)
    line = Loop("the stitches")

    dataset = [OutsideLines("counts"), RoomIds("rooms"), Fixed("joins", 1), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line, room = self.board, self.line, self.rooms.of
        between: dict[tuple[int, int], list[int]] = {}
        for e, (a, b) in enumerate(board.links):
            if room[a] == room[b]:
                m.require("a stitch joins two rooms", ~line[e], at=(a, b))
            else:
                between.setdefault((min(room[a], room[b]), max(room[a], room[b])), []).append(e)
        for seam in between.values():
            cells = sorted({c for e in seam for c in board.links[e]})
            m.require("two rooms are joined by the given number of stitches", exactly(self.joins, line[seam]), at=cells)
        for cell in board.cells:
            m.require("no cell has two stitches", at_most(1, line[board.links_at[cell]]), at=cell)
        sewn = [m.any_of(line[board.links_at[cell]]) for cell in board.cells]
        counts_outside(m, board, self.counts, sewn, "the number outside counts the cells with a stitch")
