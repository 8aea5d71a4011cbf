from pencilp.board.layers import Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import all_different


class JigsawSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a
    column or in an outlined region.
    """

    name = "jigsaw_sudoku"
    title = "Jigsaw Sudoku"
    title_ja = "ジグソー数独"
    aliases = ("jigsaw", "irregular sudoku", "geometry number place", "幾何学ナンプレ")

    boxes = None  # type: ignore[assignment]
    regions = Rooms("the regions", connected=False)

    dataset = [Cells("given"), RoomIds("regions"), Cells("number")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        all_different(m, self.number, self.regions, "no number occurs twice in a region")
