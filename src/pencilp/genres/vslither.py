from collections.abc import Sequence

from pencilp.board.layers import Numbers
from pencilp.encodings import Cells, Flag, FourCell, Ignored, Matrix
from pencilp.genres.slitherlink import Slitherlink
from pencilp.model import Lit, Model, exactly


class VertexSlitherlink(Slitherlink):
    """Draw one closed loop along the edges of the grid. A number says how many corners of its cell the loop passes."""

    name = "vslither"
    title = "Vertex Slitherlink"
    title_ja = "Vertex Slitherlink"

    numbers = Numbers("how many corners of the cell the loop passes", high="sides")
    full = None  # type: ignore[assignment]

    link = [Flag("f"), FourCell("numbers")]
    pzpr = [Flag("f"), Cells("numbers"), Ignored("0"), Matrix("line"), Ignored("0", corners=True)]

    def counts(self, m: Model, passed: Sequence[Lit]) -> None:
        for clue in self.numbers.known():
            corners = [passed[p] for p in self.board.cell_corners[clue.cell]]
            words = "the loop passes as many corners of the cell as its number says"
            m.require(words, exactly(clue.value, corners), clue=clue)
