from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.genres.kakkuru import codec
from pencilp.model import Model
from pencilp.rules.numbers import adds_up, all_different


class Kakkuru(Genre):
    """Fill every white cell with a number, so that every row and every column holds the numbers from 1 to the count
    of its white cells once each. The number in a grey cell is the sum of all numbers that touch it by an edge or a
    corner.
    """

    name = "kakkuru"
    title = "Latin Sums"
    title_ja = "ラテン・カックル"
    aliases = ("latin sum", "Kakkuru Janko")

    sums = Numbers("the grey cells, with the sum of the numbers around them", high="sum_around", look="grey")
    number = AnswerNumbers(
        lambda self: [int(most > 0) for most in self.most],
        lambda self: self.most,
        "the number in each white cell",
        blank=0,
    )

    dataset = [Cells("sums"), codec.White("number", "sums")]

    def validate(self) -> None:
        board = self.board
        white = [cell is None for cell in self.sums]
        count = {line: sum(white[c] for c in line) for line in (*board.row_cells, *board.col_cells)}
        self.most = [min(n for line, n in count.items() if cell in line) if white[cell] else 0 for cell in board.cells]

    def rules(self, m: Model) -> None:
        for words, lines in (("row", self.board.row_cells), ("column", self.board.col_cells)):
            white = ([c for c in line if self.most[c]] for line in lines)
            all_different(m, self.number, white, f"no number occurs twice in a {words}")
        for clue in self.sums.known():
            around = [c for c in self.board.around[clue.cell] if self.most[c]]
            words = "the number in a grey cell is the sum of those around it"
            adds_up(m, self.number[around], clue.value, words, at=(clue.cell, *around), clue=clue)
