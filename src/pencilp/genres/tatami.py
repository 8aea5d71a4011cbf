from pencilp.board.layers import AnswerNumbers, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible
from pencilp.rules.numbers import all_different, givens, no_equal_adjacent


class Tatami(Genre):
    """Fill every cell with a number, so that every mat holds the numbers from 1 to its size once each. All mats have the
    same size. Every row and every column holds all of these numbers equally often. Equal numbers do not share an edge.
    """

    name = "tatami"
    title = "Tatami"
    title_ja = "畳"
    aliases = ("patchwork janko",)
    dataset_id = "Patchwork"

    mats = Rooms("the mats")
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = AnswerNumbers(1, lambda self: self.size, "the number in each cell")

    dataset = [Cells("given"), RoomIds("mats"), Cells("number")]

    def validate(self) -> None:
        self.size = len(next(iter(self.mats)))
        for mat in self.mats:
            if len(mat) != self.size:
                why = f"a mat of {len(mat)} cells and one of {self.size}: all mats have the same size"
                raise self.bad("mats", mat[0], why)

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        all_different(m, number, self.mats, "no number occurs twice in a mat")
        no_equal_adjacent(m, board, number, "equal numbers do not share an edge")
        for words, lines in (("row", board.row_cells), ("column", board.col_cells)):
            for line in lines:
                often, rest = divmod(len(line), self.size)
                for n in range(1, self.size + 1):
                    equally = impossible if rest else exactly(often, [number[c] == n for c in line])
                    m.require(f"all numbers occur equally often in a {words}", equally, at=line)
