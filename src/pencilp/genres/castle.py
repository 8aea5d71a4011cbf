from pencilp.board.layers import Arrows, Loop
from pencilp.encodings import Arrow, Blanks, Cells, Grid, Matrix, Record, Signs
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible
from pencilp.rules.loops import inside_loop, loop_through_cells


class CastleWall(Genre):
    """Draw one closed loop from cell to cell that keeps out of the cells with a clue. White clues lie inside the
    loop, black ones outside, grey ones anywhere. A number says how many pieces of the loop between neighbouring cells
    lie along the line of cells in the arrow's direction. If the number or the arrow is ``?``, the clue says nothing.
    A number without an arrow fits no answer.
    """

    name = "castle"
    title = "Castle Wall"
    title_ja = "キャッスルウォール"
    aliases = ("castle wall",)

    clues = Arrows("white (w), black (b) and grey (g) clues", colors="wbg", high="line")
    line = Loop("the loop")

    link = [Grid("clues", Record(Signs("012", "gwb"), Arrow(bare=True), least=3), Blanks("a"))]
    pzpr = [Cells("clues", colors={"0": "g", "1": "w", "2": "b"}, empty="0,-1,0"), Matrix("line")]
    dataset = [Cells("clues", colors={"o": "w", "x": "b", "": "g"}), Cells("line")]

    def rules(self, m: Model) -> None:
        board, clues, line = self.board, self.clues, self.line
        open_cells = [False if clue else None for clue in clues]
        loop_through_cells(m, board, line, open_cells, keeps_out="the loop keeps out of the cells with a clue")
        inside = inside_loop(m, board, line)
        for clue in clues.items():
            if clue.color == "w":
                m.require("a white clue lies inside the loop", inside[board.cell_corners[clue.cell][0]], at=clue.cell)
            elif clue.color == "b":
                m.require("a black clue lies outside the loop", ~inside[board.cell_corners[clue.cell][0]], at=clue.cell)
            if clue.is_known and clue.way is None:
                m.require("a number needs an arrow", impossible, clue=clue)
            elif clue.is_known:
                along = [board.link_to[c][clue.way] for c in board.rays[clue.cell][clue.way][:-1]]
                words = "as much of the loop lies along the arrow as the number says"
                m.require(words, exactly(clue.number, line[along]), clue=clue)
