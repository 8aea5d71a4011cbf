from itertools import chain

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Grid, Numbers, Shading
from pencilp.encodings import Cells, Number36
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, at_most
from pencilp.rules.shading import dynasty


class Hitori(Genre):
    """Shade some numbers, at least one, so that no number is left twice in a row or column. Shaded cells do not touch by an
    edge, and the unshaded cells form one group.
    """

    name = "hitori"
    title = "Hitori"
    title_ja = "ひとりにしてくれ"
    aliases = ("singles",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers to choose from", unknown=False)
    shaded = Shading("the shaded cells")

    link = [Number36("numbers")]
    pzpr = [Cells("numbers"), Cells("shaded")]
    dataset = [Cells("numbers"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        unshaded = [~x for x in self.shaded]
        equal = equal_in_lines(self.board, self.numbers)
        left = [at_most(1, [unshaded[c] for c in cells]) for cells in equal]
        m.require_all("no number is left twice in a line", left, equal)
        m.require("some cell is shaded", any_of(self.shaded))
        dynasty(m, self.board, self.shaded)


def equal_in_lines(board: Lattice, numbers: Grid) -> list[tuple[int, ...]]:
    """Return the cells with the same number in a line, for each line and each number that occurs there more than
    once."""
    found = []
    for line in chain.from_iterable(board.lines):
        cells_with: dict[int, list[int]] = {}
        for cell in line:
            number = numbers[cell]
            if number in cells_with:
                cells_with[number].append(cell)
            elif number is not None:
                cells_with[number] = [cell]
        if len(cells_with) < len(line):
            found += [tuple(cells) for cells in cells_with.values() if len(cells) > 1]
    return found
