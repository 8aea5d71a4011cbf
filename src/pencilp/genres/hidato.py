from collections.abc import Iterable, Sequence

from pencilp.board.layers import Digits, Numbers
from pencilp.encodings import Cells
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import AllDifferent, Clause, Model, Var


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
        # a number can only be where a walk from the number given before it, and one back from the next, can arrive
        place = {n: 1 << cell for cell, n in self.numbers.items()}
        last = len(self.board.cells)
        values: list[list[int]] = [[] for _ in self.board.cells]
        for n, (a, b) in enumerate(
            zip(self.walk(place, range(1, last + 1)), reversed([*self.walk(place, range(last, 0, -1))]), strict=True), 1
        ):
            for cell in self.board.cells:
                if a & b & 1 << cell:
                    values[cell].append(n)
        names = self.board.names
        return {"path": [m.integer(f"path({names[c]})", 1, last, values[c]) for c in self.board.cells]}

    def walk(self, place: dict[int, int], order: Iterable[int]) -> Iterable[int]:
        """Per number, in ``order``, the set of cells (as bits) that a walk over cells without numbers can have reached."""
        around = [sum(1 << n for n in near) for near in self.board.around]
        free = (1 << len(around)) - 1 - sum(place.values())
        at = free
        for n in order:
            step = free if at == free else 0
            rest = 0 if at == free else at
            while rest:
                step |= around[(rest & -rest).bit_length() - 1]
                rest &= rest - 1
            at = place.get(n, step & free)
            yield at

    def rules(self, m: Model) -> None:
        board, path = self.board, self.path
        m.require("every number is there once", AllDifferent(path))
        for x, cells in zip(path, board.around, strict=True):
            for n, here in zip(x.values, x.eq, strict=True):
                for following in (n + 1, n - 1):
                    if 1 <= following <= len(path):
                        next_to = [path[c] == following for c in cells if following in path[c].values]
                        m.require("numbers that follow one another touch", Clause((~here, *next_to)), at=board.cells[0])
