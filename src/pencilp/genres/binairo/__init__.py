from collections.abc import Sequence

from pencilp.board.layers import AnswerNumbers, Numbers, Param
from pencilp.encodings import Cells, Fixed
from pencilp.genres.binairo.structure import AllLinesDiffer, FilledLines
from pencilp.genres.unruly import Unruly
from pencilp.model import Lit, Model


class Binairo(Unruly):
    """Fill every cell with 0 or 1, so that every row and every column holds as many zeros as ones. Nowhere do three
    equal numbers stand side by side in a row or in a column. No two rows are the same, and no two columns.
    """

    name = "binairo"
    title = "Binairo"
    title_ja = "バイナリーパズル"
    aliases = ("takuzu", "binary puzzle", "tohu wa vohu", "binero")

    given = Numbers("the numbers printed in cells", high=1)
    alike = Param("1: rows may be the same, and so may columns", high=1, initial=0)
    number = AnswerNumbers(0, 1, "the number in each cell")

    dataset = [Fixed("alike", 1), Cells(("given", {"1": 0, "2": 1})), Cells(("number", {"1": 0, "2": 1}))]

    def rules(self, m: Model) -> None:
        super().rules(m)
        if not self.alike:
            lines_differ(m, self.number, self.board.row_cells, "no two rows are the same")
            lines_differ(m, self.number, self.board.col_cells, "no two columns are the same")


def lines_differ(m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]], words: str) -> None:
    """Require that no two of ``lines`` (cells) of the same length are equal."""
    m.require(words, AllLinesDiffer(FilledLines(m, lits, lines)))
