from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.regions import divided, no_crossing, squares


class SquareJam(Genre):
    """Divide the board into squares. No four squares meet at a corner. A number says how many cells wide its square
    is."""

    name = "squarejam"
    title = "Square Jam"
    title_ja = "スクエアジャム"

    numbers = Numbers("how many cells wide the square is", low=1, high="shorter_line")
    borders = Borders("the borders of the squares")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        divided(m, board, self.borders)
        no_crossing(m, board, self.borders, "no four regions meet at a corner")
        runs = squares(m, board, self.borders, "a region is a square")
        for clue in numbers.known():
            _, right, _, left = runs[clue.cell]
            m.require("a number says how wide its square is", exactly(clue.value, [m.true, *left, *right]), clue=clue)
