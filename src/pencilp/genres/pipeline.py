from itertools import permutations

from pencilp.board.layers import Lines, Loop, Symbols
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import counts_outside
from pencilp.rules.loops import leaves_by
from pencilp.rules.paths import paths_from_cell_to_cell, paths_go_on, paths_lead_to

ENDS = dict.fromkeys("nesw", "an end of the line")
PIECES = {
    **ENDS,
    "ns": "a straight piece",
    "ew": "a straight piece",
    **dict.fromkeys(("ne", "nw", "sw", "es"), "a bend"),
}
DATASET = {"".join(ways): piece for piece in PIECES for ways in permutations(piece)}


class Pipeline(Genre):
    """Draw one line from cell to cell that neither branches nor crosses itself. Both of its ends are given, and perhaps some
    more of its pieces. A number outside says how many cells of its row or column the line passes, the ends included.
    """

    name = "pipeline"
    title = "Pipeline"
    title_ja = "パイプライン"

    counts = Lines("how many cells of the column or row the line passes", single=True, high="line", optional=True)
    pieces = Symbols(PIECES, "the ends of the line and some of its pieces", look="pipe")
    line = Loop("the line")

    dataset = [OutsideLines("counts"), Cells(("pieces", DATASET)), Cells("line")]

    def validate(self) -> None:
        self.ends = self.pieces.where(*ENDS)
        if len(self.ends) != 2:
            raise self.bad("pieces", None, f"the line needs two given ends, here are {len(self.ends)}")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        for clue in self.pieces.items():
            m.require("a given piece stays as it is", leaves_by(board, line, clue.cell, clue.value), clue=clue)
        paths = paths_from_cell_to_cell(m, board, line)
        paths_go_on(m, paths, self.ends, "the line neither branches nor stops on its way")
        paths_lead_to(m, paths, self.ends, "there is only one line")
        passed = [m.any_of(paths.lines_at(cell)) for cell in board.cells]
        counts_outside(m, board, self.counts, passed, "the number outside counts the cells that the line passes")
