from pencilp.board.layers import Digits, Numbers, Param, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules import all_different, givens, latin_square, long_diagonals


class JigsawSudoku(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a
    column or in an outlined region.
    """

    name = "jigsaw_sudoku"
    title = "Jigsaw Sudoku"
    title_ja = "ジグソー数独"
    aliases = ("irregular sudoku", "geometry number place", "幾何学ナンプレ")

    given = Numbers("the numbers printed in cells", low=1)
    regions = Rooms("the regions", connected=False)
    diagonals = Param("1: no number occurs twice on the two long diagonals either", high=1, initial=0)
    number = Digits(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("given"), RoomIds("regions"), Cells("number")]

    def validate(self) -> None:
        if self.board.rows != self.board.cols:
            raise InputError(f"a {self.name} has as many rows as columns, not {self.board.rows} of {self.board.cols}")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        all_different(m, self.number, self.regions, "no number occurs twice in a region")
        if self.diagonals:
            words = "no number occurs twice on a long diagonal"
            all_different(m, self.number, long_diagonals(self.board), words)
