from pencilp.board.layers import GivenMarks, Loop, Symbols
from pencilp.encodings import Bits, Border, Cells, Matrix, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import loop_across_itself


class Barns(Genre):
    """Draw one closed loop from cell to cell through all cells that crosses no wall. On ice the loop does not turn, and may
    cross itself.
    """

    name = "barns"
    title = "Barns"
    title_ja = "バーンズ"

    ice = Symbols({"i": "ice"}, "the cells with ice", look="grey", optional=True)
    walls = GivenMarks("walls, which the loop does not cross", optional=True)
    line = Loop("the loop")

    link = [Bits("ice", "i"), Border("walls")]
    pzpr = [Cells(("ice", {"1": "i"})), Walls("walls"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        words = "the loop neither branches nor ends; it crosses itself only on ice, and does not turn there"
        passed = loop_across_itself(m, board, line, set(self.ice.given), branch=words)
        m.require_all("the loop passes every cell", passed, board.cells)
        walls = [e for e, wall in enumerate(self.walls) if wall]
        m.require_all("the loop crosses no wall", [~line[e] for e in walls], [board.links[e] for e in walls])
