from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible
from pencilp.rules.lines import no_run_of


class Unruly(Genre):
    """Fill every cell with 0 or 1, so that every row and every column holds as many zeros as ones. Nowhere do three
    equal numbers stand side by side in a row or in a column.
    """

    name = "unruly"
    title = "Unruly"
    title_ja = "アンルーリー"

    given = Numbers("the numbers printed in cells", high=1)
    number = AnswerNumbers(0, 1, "the number in each cell")

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
