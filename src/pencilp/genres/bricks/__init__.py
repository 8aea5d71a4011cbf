from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.board.layers import Bricks as Wall
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.genres.bricks import codec
from pencilp.model import Model
from pencilp.rules.numbers import fitting, givens, latin_square


class Bricks(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row or in a
    column. A brick of two cells holds an odd number and an even one.
    """

    name = "bricks"
    title = "Bricks"
    title_ja = "レンガ"
    aliases = ("Ziegelmauer", "brick wall")
    equal_sides = True
    usual_size = (6, 6)

    given = Numbers("the numbers printed in cells", low=1, high="columns")
    wall = Wall("the bricks, if they are not laid as usual")
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("given"), Cells("number"), codec.Courses("wall", "number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        for brick in self.wall:
            if len(brick) == 2:
                x, y = self.number[brick]
                m.require("a brick of two cells holds an odd and an even number", fitting(x, y, differ), at=brick)


def differ(v: int, w: int) -> bool:
    """Return that one of the numbers is odd and one is even."""
    return (v + w) % 2 == 1
