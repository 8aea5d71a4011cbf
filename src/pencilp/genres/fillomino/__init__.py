from pencilp.board.layers import AnswerNumbers, GivenMarks, Numbers, Param
from pencilp.encodings import Border, Cells, Flag, Number16
from pencilp.genres.base import Genre
from pencilp.genres.fillomino import codec
from pencilp.genres.fillomino.rules import each_is_at_most, each_tells_its_size, parted_by_walls
from pencilp.model import Model


class Fillomino(Genre):
    """Divide the board into regions and fill every cell with the number of cells of its region. Regions of the same
    size do not share an edge. A region may hold one or several given numbers, or none. Some borders may be given.
    """

    name = "fillomino"
    title = "Fillomino"
    title_ja = "フィルオミノ"
    aliases = ("fillomino01", "Allied Occupation")
    shapes = ("square", "hexagonal")

    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    walls = GivenMarks("the borders that are given", optional=True)
    three = Param("1: no region has more than three cells", low=0, high=1, initial=0)
    number = AnswerNumbers(1, lambda self: len(self.board), "the size of its region in every cell", areas=True)

    link = [Flag("t", "three"), Number16("given"), Border("walls", optional=True)]
    pzpr = [Flag("t", "three"), Cells("given"), Cells("number", given="given"), codec.Areas("number", "walls")]
    dataset = [Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        for clue in self.given.known():
            # a linear constraint, because literals for all values of all numbers would be too many
            m.require("a given number stays", self.number[clue.cell].equals(clue.value), clue=clue)
        areas = each_tells_its_size(m, self.board, self.number, "a number is the size of its region")
        parted_by_walls(m, areas, self.walls, "two regions meet at a given border")
        if self.three:
            each_is_at_most(m, areas, 3, "a region has no more than three cells")
