from pencilp.board.layers import Lines, Run, Shading
from pencilp.encodings import Cells, Framed, OutsideNumber16, OutsideRuns
from pencilp.genres.base import Genre
from pencilp.genres.nonogram.rules import runs_are
from pencilp.model import Model
from pencilp.rules.counting import lines_outside
from pencilp.rules.lines import with_gaps


class Nonogram(Genre):
    """Shade some cells. The numbers at a row or column are the lengths of its runs of shaded cells, in their order; a
    question mark is a run of any length. A row or column without numbers stays empty.
    """

    name = "nonogram"
    title = "Nonogram"
    title_ja = "ののぐらむ"
    aliases = ("nonograms", "picross", "griddler", "hanjie", "イラストロジック", "お絵かきロジック")

    clues = Lines("the lengths of the runs of shaded cells", value=Run(always=True))
    shaded = Shading("the shaded cells")

    link = [OutsideNumber16("clues")]
    pzpr = [Framed("clues", "shaded")]
    dataset = [OutsideRuns("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for clue in lines_outside(self.board, self.clues):
            cells = with_gaps(m, self.board, clue.cells, self.shaded)
            runs_are(m, cells, clue.value, "the runs of shaded cells are as the clue says", clue=clue)
