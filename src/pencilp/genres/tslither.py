from collections.abc import Sequence

from pencilp.board.layers import Numbers
from pencilp.encodings import Cells, Flag, FourCell, Ignored, Matrix
from pencilp.genres.slitherlink import Slitherlink
from pencilp.model import Lit, Model, total


class TouchSlitherlink(Slitherlink):
    """Draw one closed loop along the edges of the grid. A number says how many times the loop touches its cell: every piece of
    the loop that follows its edges counts once, and so does every corner that the loop only passes.
    """

    name = "tslither"
    title = "Touch Slitherlink"
    title_ja = "Touch Slitherlink"

    numbers = Numbers("how many times the loop touches the cell", high="sides")

    link = [Flag("f", "full"), FourCell("numbers")]
    pzpr = [
        Flag("f", "full"), Cells("numbers"), Ignored("0"), Matrix("line"), Ignored("0", corners=True),
    ]  # fmt: skip

    def counts(self, m: Model, passed: Sequence[Lit]) -> None:
        board = self.board
        for clue in self.numbers.known():
            corners, edges = board.cell_corners[clue.cell], self.line[board.cell_edges[clue.cell]]
            # a piece passes one corner more than it has edges, unless it is the whole loop around the cell
            pieces = total([*(passed[p] for p in corners), *(-1 * x for x in edges), m.all_of(edges)])
            m.require("the loop touches the cell as many times as its number says", pieces == clue.value, clue=clue)
