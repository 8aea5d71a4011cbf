from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules import narrow_to_short_paths, paths_between


class Numberlink(Genre):
    """Join every two cells with the same number by a path from cell to cell. Paths do not cross or branch, and they pass
    no other numbers. Cells may stay empty.
    """

    name = "numberlink"
    title = "Numberlink"
    title_ja = "ナンバーリンク"
    aliases = ("numlin", "number link", "flow")
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers, each of them twice", low=1, unknown=False)
    line = Loop("the paths")

    link_id = "numlin"
    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("line")]
    dataset = [Cells("numbers"), Cells("line")]

    def validate(self) -> None:
        for n in sorted({n for _, n in self.numbers.items()}):
            if len(cells := self.numbers.where(n)) != 2:
                there = " ".join(self.board.names[c] for c in cells)
                raise InputError(f"every number must be there twice, {n} is in {len(cells)} cells", f"numbers {there}")

    def rules(self, m: Model) -> None:
        ends = [self.numbers.where(n) for n in sorted({n for _, n in self.numbers.items()})]
        on = paths_between(m, self.board, self.line, ends)
        narrow_to_short_paths(m, self.board, self.line, ends, on)
