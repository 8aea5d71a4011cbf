from itertools import takewhile

from pencilp.board.layers import UNKNOWN, Digits, Sums
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
    number = Digits(
        lambda self: [1 if sums is None else 0 for sums in self.sums],
        lambda self: [9 if sums is None else 0 for sums in self.sums],
        "the number in each white cell",
        blank=0,
    )

    link = [codec.KakuroCells("sums")]
    pzpr = [codec.KakuroCells("sums"), Cells("number")]
    dataset = [Cells(("sums", {"-": (None, None), "0": None})), Cells("number")]

    def rules(self, m: Model) -> None:
        white = [sums is None for sums in self.sums]
        all_different(m, self.number, segments(self.board, white), "no number occurs twice in a run")
        for cell, (below, right) in self.sums.items():
            for i, (clue, direction) in enumerate(((below, 2), (right, 1))):
                if clue is not None and clue != UNKNOWN:
                    run = tuple(takewhile(white.__getitem__, self.board.rays[cell][direction]))
                    words = "the numbers of a run add up to its sum"
                    adds_up(m, self.number[run], clue, words, at=(cell, *run), clue=(self.sums, cell, i))
