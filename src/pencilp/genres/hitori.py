from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number36
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, at_most
from pencilp.rules.lines import equal_in_lines
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
