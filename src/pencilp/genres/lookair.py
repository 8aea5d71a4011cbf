from pencilp.board.lattice import Lattice
from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number10
from pencilp.genres.base import Genre
from pencilp.model import Clause, Lit, Model, all_hold, any_of, exactly
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.shading import in_squares


class LookAir(Genre):
    """Shade some cells, at least one, so that the shaded cells form squares that do not share an edge. Two squares of the same
    size do not see each other: no straight line of unshaded cells leads from one to the other. A number says how many of its
    cell and the cells that share an edge with it are shaded; cells with a number may be shaded.
    """

    name = "lookair"
    title = "Look-Air"
    title_ja = "るっくえあ"

    clues = Numbers("how many of the cell and its neighbours are shaded", high=5)
    shaded = Shading("the shaded cells")

    link = [Number10("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        m.require("some cell is shaded", any_of(shaded))
        in_squares(m, board, shaded, "the shaded cells form squares")
        runs_differ(m, board, shaded)
        for clue in self.clues.known():
            cells = [clue.cell, *board.near[clue.cell]]
            words = "a number counts the shaded cells among its cell and its neighbours"
            m.require(words, exactly(clue.value, shaded[cells]), at=cells, clue=clue)


@cached_per_shape
def runs_differ(m: Model, board: Lattice, shaded: list[Lit]) -> None:
    """Require that no two consecutive runs of shaded cells of a line have the same length."""
    for cell in board.cells:
        for way in (1, 2):
            behind, line = board.rays[cell][board.opposite(way)], [cell, *board.rays[cell][way]]
            for gap in range(2, len(line)):
                # the run that ends here, and the one that begins at the other end of a gap
                parts = []
                for length in range(1, min(len(behind) + 1, len(line) - gap) + 1):
                    runs = [cell, *behind[: length - 1], *line[gap : gap + length]]
                    clear = [*line[1:gap], *behind[length - 1 : length], *line[gap + length : gap + length + 1]]
                    parts.append(Clause([*(~shaded[c] for c in runs), *(shaded[c] for c in clear)]))
                m.require("two squares that see each other have different sizes", all_hold(parts), at=(cell, line[gap]))
