from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model
from pencilp.rules.counting import across_corners
from pencilp.rules.groups import group_has_size
from pencilp.rules.shading import dynasty, no_two_by_two
from pencilp.structures.touched import ShadedGroups


class Aquapelago(Genre):
    """Shade some cells, among them all cells with a number. Shaded cells do not share an edge, the unshaded cells
    form one group, and no two by two is unshaded. A number says how many shaded cells are connected to it by corners,
    its own cell included.
    """

    name = "aquapelago"
    title = "Aquapelago"
    title_ja = "Aquapelago"

    clues = Numbers("how many shaded cells are connected by corners", low=1, high="cells")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues", "shaded", given=("clues", 1))]

    def rules(self, m: Model) -> None:
        board = self.board
        groups = groups_by_corners(m, board, self.shaded)
        for cell in self.clues.given:
            m.require("a number is shaded", self.shaded[cell], at=cell)
        for clue in self.clues.known():
            group_has_size(
                m, groups, clue.cell, clue.value, "a number counts the shaded cells joined to it by corners", clue=clue
            )
        no_two_by_two(m, board, [~x for x in self.shaded], "no two by two is unshaded")
        dynasty(m, board, self.shaded)


def groups_by_corners(m: Model, board: Lattice, shaded: Sequence[Lit]) -> ShadedGroups:
    """Return the groups of ``shaded`` cells that are connected by corners alone, for other rules."""
    return ShadedGroups(m, shaded, [(a, b) for a, b, _ in across_corners(board)])
