from pencilp.board.layers import Numbers, Shading
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
        for axis in self.board.lines:
            for line in axis:
                equal: dict[int, list[int]] = {}
                for cell in line:
                    if self.numbers[cell] is not None:
                        equal.setdefault(self.numbers[cell], []).append(cell)
                for cells in equal.values():
                    if len(cells) > 1:
                        left = [unshaded[c] for c in cells]
                        m.require("no number is left twice in a line", at_most(1, left), at=cells)
        m.require("some cell is shaded", any_of(self.shaded))
        dynasty(m, self.board, self.shaded)
