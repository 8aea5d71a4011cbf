from pencilp.board.layers import AnswerNumbers, Sums
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.genres.kakuro import codec
from pencilp.model import Model
from pencilp.rules.counting import segments
from pencilp.rules.numbers import adds_up, all_different


class Kakuro(Genre):
    """Fill every white cell with a number from 1 to 9. A number in a black cell is the sum of the white cells that
    follow below it or to its right; in such a run no number occurs twice.
    """

    name = "kakuro"
    title = "Kakuro"
    title_ja = "カックロ"
    aliases = ("cross sums", "加算クロス")

    sums = Sums("the black cells, with the sums of the runs below them and to their right", low=1, high=45)
    number = AnswerNumbers(
        lambda self: [1 if sums is None else 0 for sums in self.sums],
        lambda self: [9 if sums is None else 0 for sums in self.sums],
        "the number in each white cell",
        blank=0,
    )

    link = [codec.KakuroCells("sums")]
    pzpr = [codec.KakuroCells("sums"), Cells("number")]
    dataset = [Cells(("sums", {"-": (None, None), "0": None})), Cells("number")]

    def rules(self, m: Model) -> None:
        black = {*self.sums.given}
        white = [cell not in black for cell in self.board.cells]
        all_different(m, self.number, segments(self.board, white), "no number occurs twice in a run")
        for sums in self.sums.items():
            for clue in sums.known():
                run = self.board.until(clue.cell, "se"[clue.part], black)
                words = "the numbers of a run add up to its sum"
                adds_up(m, self.number[run], clue.value, words, at=(clue.cell, *run), clue=clue)
