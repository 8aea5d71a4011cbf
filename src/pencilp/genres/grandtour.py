from pencilp.board.layers import EdgeLoop, GivenMarks
from pencilp.encodings import EdgeSets, Inside
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import loop_along_edges


class GrandTour(Genre):
    """Draw one closed loop along the edges of the grid that comes to every corner. The pieces that are given are part of it."""

    name = "grandtour"
    title = "Grand Tour"
    title_ja = "グランドツアー"
    shapes = ("square", "hexagonal")

    pieces = GivenMarks("the pieces of the loop that are given", on="edges")
    line = EdgeLoop("the loop")

    dataset = [EdgeSets("pieces"), Inside("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        passed = loop_along_edges(m, board, line)
        m.require_all("the loop comes to every corner", passed, board.corner_cells)
        for clue in self.pieces.known(1):
            m.require("a given piece is part of the loop", line[clue.place], clue=clue)
