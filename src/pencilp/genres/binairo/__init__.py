from collections.abc import Sequence

from pencilp.board.layers import AnswerNumbers, Numbers, Param
from pencilp.encodings import Cells, Fixed
from pencilp.genres.base import Genre
from pencilp.genres.binairo.structure import AllLinesDiffer, FilledLines
from pencilp.model import Lit, Model, exactly, impossible
from pencilp.rules.lines import no_run_of


class Binairo(Genre):
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
        ones = self.number
        zeros = [~x for x in ones]
        for clue in self.given.known():
            m.require("a given number stays", ones[clue.cell] if clue.value else zeros[clue.cell], clue=clue)
        for words, lines in (("row", self.board.row_cells), ("column", self.board.col_cells)):
            for line in lines:
                half = exactly(len(line) // 2, ones[line]) if len(line) % 2 == 0 else impossible
                m.require(f"a {words} holds as many zeros as ones", half, at=line)
        no_run_of(m, self.board, 3, ones, "three equal numbers may not stand in a row")
        no_run_of(m, self.board, 3, zeros, "three equal numbers may not stand in a row")
        if not self.alike:
            lines_differ(m, ones, self.board.row_cells, "no two rows are the same")
            lines_differ(m, ones, self.board.col_cells, "no two columns are the same")


def lines_differ(m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]], words: str) -> None:
    """Require that no two of ``lines`` (cells) of the same length are equal."""
    m.require(words, AllLinesDiffer(FilledLines(m, lits, lines)))
