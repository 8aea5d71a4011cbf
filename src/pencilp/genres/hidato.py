from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import AllDifferent, Model
from pencilp.rules.numbers import givens
from pencilp.structures.walk import EachFollowed, Walk


class Hidato(Genre):
    """Write the numbers from 1 to the number of cells, each once, so that consecutive numbers touch by an edge or a
    corner.
    """

    name = "hidato"
    title = "Hidato"
    title_ja = "ヒダト"
    aliases = ("hidoku",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers given", low=1, high="cells", unknown=False)
    path = AnswerNumbers(1, lambda self: len(self.board.cells), "the numbers")

    dataset = [Cells("numbers"), Cells("path")]

    def validate(self) -> None:
        last, seen = len(self.board.cells), set[int]()
        for cell, n in self.numbers.items():
            if n in seen:
                raise self.bad("numbers", cell, f"{n} is given twice")
            if n > last:
                raise self.bad("numbers", cell, f"{n} is more than the {last} cells")
            seen.add(n)

    def rules(self, m: Model) -> None:
        m.require("every number is there once", AllDifferent(self.path))
        givens(m, self.path, self.numbers)
        m.require("consecutive numbers touch", EachFollowed(Walk(m, self.path, self.board.around)))
