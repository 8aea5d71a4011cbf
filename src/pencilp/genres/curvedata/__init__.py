from pencilp.board.layers import Drawings, GivenMarks, Loop, Symbols
from pencilp.board.layers.drawings import bends
from pencilp.genres.base import Genre
from pencilp.genres.curvedata import codec
from pencilp.genres.curvedata.structure import DrawnLike, Figures
from pencilp.model import Model, any_of, none_of
from pencilp.structures.groups import EachHolds


class CurveData(Genre):
    """Draw lines from cell to cell, which may branch: every cell that is not shaded is passed, and no shaded one.
    Connected lines are a figure. Every figure goes through one clue and is drawn like it, not turned and not
    mirrored, but each of its straight lines may be longer or shorter. No line crosses a wall.
    """

    name = "curvedata"
    title = "Curve Data"
    title_ja = "カーブデータ"

    clues = Drawings("the drawing of a figure")
    shaded = Symbols({"x": "a shaded cell"}, "the shaded cells", look="shade", optional=True)
    walls = GivenMarks("the walls", optional=True)
    line = Loop("the lines")

    link = [codec.Clues("clues", "shaded", "walls")]
    pzpr = [codec.Clues("clues", "shaded", "walls"), codec.Lines("line", "walls")]

    def validate(self) -> None:
        for cell in self.shaded.given:
            if self.clues[cell] is not None:
                raise self.bad("clues", cell, "a clue is in no shaded cell")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        for cell in board.cells:
            here = line[board.links_at[cell]]
            if self.shaded[cell]:
                m.require("no line passes a shaded cell", none_of(here), at=cell)
            else:
                m.require("a line passes every cell that is not shaded", any_of(here), at=cell)
        for link, wall in enumerate(self.walls):
            if wall:
                m.require("no line crosses a wall", ~line[link], at=board.links[link])
        figures = Figures(m, line, board.links, board.link_to, board.step, board.positions)
        white = [c for c in board.cells if not self.shaded[c]]
        m.require("every figure goes through a clue", EachHolds(figures, white, self.clues.given, 1, len(board)))
        m.require("no figure goes through two clues", EachHolds(figures, self.clues.given, self.clues.given, 0, 1))
        for clue in self.clues.known():
            m.require("a figure is drawn like its clue", DrawnLike(figures, clue.cell, bends(clue.value)), clue=clue)
