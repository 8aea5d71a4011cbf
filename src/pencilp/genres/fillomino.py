from pencilp.board.layers import Digits, Numbers, Param
from pencilp.encodings import Areas, Cells, Flag, Number16
from pencilp.genres.base import Genre
from pencilp.model import Implied, Model
from pencilp.rules.areas import sized_regions


class Fillomino(Genre):
    """Divide the board into regions and fill every cell with the number of cells of its region. Regions of the same size do
    not share an edge. A region may hold any number of the given numbers, or none.
    """

    name = "fillomino"
    title = "Fillomino"
    title_ja = "フィルオミノ"
    aliases = ("fillomino01", "Allied Occupation")
    shapes = ("square", "hexagonal")

    given = Numbers("the numbers printed in cells", low=1, optional=True)
    three = Param("1 if no region may have more than three cells", low=0, high=1, initial=0)
    number = Digits(
        1, lambda self: 3 if self.three else len(self.board), "the size of its region in every cell", look="areas"
    )

    link = [Flag("t", "three"), Number16("given")]
    pzpr = [Flag("t", "three"), Cells("given"), Cells("number", given="given"), Areas("number")]
    dataset = [Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        given, number = dict(self.given.known()), self.number
        m.require(
            "a given number stays",
            Implied(number, lambda value: [c for c, n in given.items() if value(number[c]) != n]),
        )
        sized_regions(m, self.board, number, given, 3 if self.three else None)
