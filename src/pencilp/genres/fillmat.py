from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number10
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import (
    divided,
    each_is_one_of,
    equal_regions_apart,
    holds_at_most_one,
    no_crossing,
    region_has_size,
    shapes_of,
)

MATS = tuple([(length, tuple([(0, i) for i in range(length)])) for length in (1, 2, 3, 4)])


class Fillmat(Genre):
    """Divide the board into mats, which are one cell wide and one to four cells long. Mats of the same length do not share an
    edge, and no four mats meet at a corner. A number says how many cells its mat has. No mat has two numbers.
    """

    name = "fillmat"
    title = "Fillmat"
    title_ja = "フィルマット"

    numbers = Numbers("how many cells the mat has", low=1, high=4)
    borders = Borders("the borders of the mats")

    link = [Number10("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        regions = divided(m, board, self.borders)
        mats = shapes_of(board, MATS)
        each_is_one_of(m, regions, mats, "a mat is one cell wide and one to four cells long")
        equal_regions_apart(m, regions, mats, "mats of the same length do not share an edge")
        no_crossing(m, board, self.borders, "no four mats meet at a corner")
        holds_at_most_one(m, regions, numbers.given, "a mat has no two numbers")
        for clue in numbers.known():
            region_has_size(m, regions, clue.cell, clue.value, clue.value, "a number is the size of its mat", clue=clue)
