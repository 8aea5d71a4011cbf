from pencilp.board.layers import UNKNOWN, AnswerNumbers, Lines, Numbers, Param
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Linear, Model, all_hold, any_of, exactly
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.lines import windows


class Pills(Genre):
    """Place the pills 1, 2, 3 and so on. Each covers three cells in a row or column whose numbers add up to its own; no two
    cover the same cell. A number outside is the sum of all covered numbers in its row or column.
    """

    name = "pills"
    title = "Pills"
    title_ja = "ピル"
    aliases = ("Pillen",)

    numbers = Numbers("the numbers in the cells", unknown=False)
    sums = Lines("the sums of the covered numbers in a column or row", single=True, high="sum_of_numbers")
    greatest = Param(
        "the greatest pill; if it is not given, it follows from the sums of all rows, or is 10", low=1, high="cells"
    )
    pill = AnswerNumbers(
        0, lambda self: [self.count] * len(self.board), "the pill in each cell that one covers", blank=0, areas=True
    )

    dataset = [OutsideLines("sums"), Cells("numbers"), Cells(("pill", {"0": 0}))]

    def validate(self) -> None:
        self.count = self.greatest or 0
        if not self.count:
            known = [clue[0] for clue in self.sums["left"] if clue and clue[0] != UNKNOWN]
            # the pills 1 to n cover n (n + 1) / 2
            self.count = min(int((2 * sum(known)) ** 0.5), len(self.board)) if len(known) == self.board.rows else 10

    def rules(self, m: Model) -> None:
        board, numbers = self.board, [n or 0 for n in self.numbers]
        weight = [n * int(n <= self.count) for n in numbers]  # a number larger than all pills is in none
        lines = list(windows(board, 3))
        for pill in range(1, self.count + 1):
            here = [x == pill for x in self.pill]
            fitting = [line for line in lines if sum(numbers[c] for c in line) == pill]
            placed = any_of([m.all_of([here[c] for c in line]) for line in fitting])
            m.require(
                f"the pill {pill} covers three cells in a line that add up to it", all_hold([exactly(3, here), placed])
            )
        for clue in seen_from_outside(board, self.sums):
            covered = Linear([(weight[c], self.pill[c] != 0) for c in clue.cells], clue.value, clue.value)
            m.require("the number outside is the sum of the covered ones in its line", covered, clue=clue)
