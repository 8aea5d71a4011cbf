from collections.abc import Sequence

from pencilp.board.layers import EdgeLoop, Numbers, Param
from pencilp.encodings import Cells, Flag, FourCell, Ignored, Inside, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, exactly
from pencilp.rules.loops import loop_along_edges


class Slitherlink(Genre):
    """Draw one closed loop along the edges of the grid. A number says how many edges of its cell the loop follows."""

    name = "slitherlink"
    title = "Slitherlink"
    title_ja = "スリザーリンク"
    aliases = ("slither", "fences", "loop the loop", "takegaki")
    shapes = ("square", "hexagonal")

    numbers = Numbers("how many edges of the cell the loop follows", high="sides")
    full = Param("1: the loop passes every corner", high=1, initial=0)
    line = EdgeLoop("the loop")

    link_id = "slither"
    link = [Flag("f", "full"), FourCell("numbers")]
    pzpr = [Flag("f", "full"), Cells("numbers"), Ignored(".", version=1), Matrix("line")]
    dataset = [Cells("numbers", ignore="."), Inside("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        passed = loop_along_edges(m, board, line)
        if self.full:
            m.require_all("the loop passes every corner", passed, board.corner_cells)
        self.counts(m, passed)

    def counts(self, m: Model, passed: Sequence[Lit]) -> None:
        """Require what the numbers say. ``passed`` has a literal for each corner."""
        for clue in self.numbers.known():
            edges = self.line[self.board.cell_edges[clue.cell]]
            m.require(
                "the loop follows as many edges of the cell as its number says", exactly(clue.value, edges), clue=clue
            )
