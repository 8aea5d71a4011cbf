from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.paths import path_ends, path_joins, paths_from_cell_to_cell, paths_go_on, paths_lead_to


class Numberlink(Genre):
    """Join every two cells with the same number by a path from cell to cell. Paths do not cross or branch, and they pass
    no other numbers. Cells may stay empty.
    """

    name = "numberlink"
    title = "Numberlink"
    title_ja = "ナンバーリンク"
    aliases = ("numlin", "number link", "flow", "flow free")
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers, each of them twice", low=1, unknown=False, names_only=True)
    line = Loop("the paths")

    link_id = "numlin"
    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("line")]
    dataset = [Cells("numbers"), Cells("line")]

    def validate(self) -> None:
        for n in sorted({n for _, n in self.numbers.items()}):
            if len(cells := self.numbers.where(n)) != 2:
                there = " ".join(self.board.names[c] for c in cells[:4]) + " …" * (len(cells) > 4)
                raise InputError(f"every number must be there twice, {n} is in {len(cells)} cells", f"numbers {there}")

    def rules(self, m: Model) -> None:
        numbers = self.numbers
        paths = paths_from_cell_to_cell(m, self.board, self.line)
        for clue in numbers.items():
            path_ends(m, paths, clue.cell, "one path ends at every number", clue=clue)
        paths_go_on(m, paths, numbers.given, "a path neither branches nor stops on its way")
        for n in sorted({n for _, n in numbers.items()}):
            clue, other = numbers.known(n)
            path_joins(m, paths, clue.cell, other.cell, "a path joins the two cells with the same number", clue=clue)
        paths_lead_to(m, paths, numbers.given, "every line belongs to a path between numbers")
