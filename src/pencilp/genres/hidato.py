from collections.abc import Sequence

from pencilp.board.layers import Digits, Numbers
from pencilp.encodings import Cells
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import AllDifferent, Clause, Model, Var
from pencilp.rules import numbers_on_a_walk


class Hidato(Genre):
    """Write the numbers from 1 to the number of cells, each once, so that numbers that follow one another touch by an
    edge or a corner.
    """

    name = "hidato"
    title = "Hidato"
    title_ja = "ヒダト"
    aliases = ("hidoku",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers given", low=1, unknown=False)
    path = Digits(1, lambda self: len(self.board.cells), "the numbers")

    dataset = [Cells("numbers"), Cells("path")]

    def validate(self) -> None:
        last, seen = len(self.board.cells), set[int]()
        for cell, n in self.numbers.items():
            if n > last or n in seen:
                why = "is given twice" if n in seen else f"is more than the {last} cells"
                raise InputError(f"{n} {why}", f"numbers {self.board.names[cell]}")
            seen.add(n)

    def variables(self, m: Model) -> dict[str, Sequence[Var]]:
        # the numbers given leave few cells for the others; a cell that they leave none for belongs to no answer
        possible = numbers_on_a_walk(self.board.around, {n: cell for cell, n in self.numbers.items()})
        names = self.board.names
        return {"path": [m.integer(f"path({names[c]})", 1, len(names), ns or None) for c, ns in enumerate(possible)]}

    def rules(self, m: Model) -> None:
        board, path = self.board, self.path
        m.require("every number is there once", AllDifferent(path))
        m.require_all("a given number stays", [path[c] == n for c, n in self.numbers.items()], self.numbers.given)
        for cell, (x, cells) in enumerate(zip(path, board.around, strict=True)):
            for n, here in zip(x.values, x.eq, strict=True):
                for following in (n + 1, n - 1):
                    if 1 <= following <= len(path):
                        next_to = [path[c] == following for c in cells if following in path[c].values]
                        m.require("numbers that follow one another touch", Clause((~here, *next_to)), at=cell)
