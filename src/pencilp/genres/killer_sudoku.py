from pencilp.board.layers import Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import adds_up, all_different


class KillerSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a
    column, in an outlined box or in a cage. The numbers in a cage add up to its sum.
    """

    name = "killer_sudoku"
    title = "Killer Sudoku"
    title_ja = "サムナンプレ"
    aliases = ("killer", "sum number place", "sumdoku", "samunamupure", "キラー数独")

    cages = Rooms("the cages", connected=False, partial=True, cages=True)
    sums = Numbers("the sum of a cage, in one of its cells", low=1, high="sum_of_line", look="small")
    given = Numbers("numbers printed in cells", low=1, high="columns", optional=True)

    dataset = [Cells("sums"), RoomIds("cages"), Cells("number")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        all_different(m, self.number, self.cages, "no number occurs twice in a cage")
        for clue in self.cages.numbers(self.sums):
            adds_up(m, self.number[clue.cells], clue.value, "the numbers in a cage add up to its sum", clue=clue)
