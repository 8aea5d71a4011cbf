from typing import ClassVar

from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.errors import InputError
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Clause, Model, all_hold, any_of, at_most, exactly
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

    sign: ClassVar[str] = "number"
    """What stands at the ends of a path."""

    link_id = "numlin"
    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("line")]
    dataset = [Cells("numbers"), Cells("line")]

    def validate(self) -> None:
        for n in sorted({n for _, n in self.numbers.items()}):
            if len(cells := self.numbers.where(n)) != 2:
                there = " ".join(self.board.names[c] for c in cells[:4]) + " …" * (len(cells) > 4)
                token = self.inputs["numbers"].token(n)
                raise InputError(f"{token} must be there twice, but is in {len(cells)} cells", f"numbers {there}")

    def rules(self, m: Model) -> None:
        numbers = self.numbers
        paths = paths_from_cell_to_cell(m, self.board, self.line)
        for clue in numbers.items():
            path_ends(m, paths, clue.cell, f"one path ends at every {self.sign}", clue=clue)
        paths_go_on(m, paths, numbers.given, "a path neither branches nor stops on its way")
        for n in sorted({n for _, n in numbers.items()}):
            clue, other = numbers.known(n)
            words = f"a path joins the two cells with the same {self.sign}"
            path_joins(m, paths, clue.cell, other.cell, words, clue=clue)
        paths_lead_to(m, paths, numbers.given, f"every line belongs to a path between {self.sign}s")

    def open_rules(self, m: Model) -> OpenLayers:
        # paths through all cells that never touch themselves, so that none is a ring
        board, line, most = self.board, self.line, min(self.board.rows, self.board.cols)
        of = [[m.binary() for _ in range(most)] for _ in board.cells]
        ends = [~m.count_of(2, line[links]) for links in board.links_at]
        for cell, links in enumerate(board.links_at):
            m.require(
                "a cell is in one path", all_hold([exactly(1, of[cell]), any_of(line[links]), at_most(2, line[links])])
            )
        for (a, b), x in zip(board.links, line, strict=True):
            for one, other in zip(of[a], of[b], strict=True):
                m.require(
                    "a path has all adjacent cells with its number",
                    all_hold([x >> one.equals(other), Clause((x, ~one, ~other))]),
                )
        number = [[m.all_of((end, x)) for x in each] for end, each in zip(ends, of, strict=True)]
        m.require_all("a path has two ends", [exactly(2, each) for each in zip(*number, strict=True)])
        return {"numbers": [dict(enumerate(each, 1)) for each in number]}
