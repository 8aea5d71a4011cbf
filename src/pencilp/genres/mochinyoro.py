from pencilp.board.lattice import Lattice
from pencilp.encodings import Cells, Number16
from pencilp.genres.mochikoro import Mochikoro
from pencilp.model import Lit, Model, any_of
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.lines import windows


class Mochinyoro(Mochikoro):
    """Shade some cells, at least one, but no cell with a number. The unshaded cells form rectangles that are all
    connected by corners. A rectangle holds at most one number, which says how many cells it has. No two by two is
    shaded, and no group of shaded cells is a rectangle, not even a straight strip.
    """

    name = "mochinyoro"
    title = "Mochinyoro"
    title_ja = "モチにょろ"

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        no_strips(m, self.board, self.shaded)


@cached_per_shape
def no_strips(m: Model, board: Lattice, shaded: list[Lit]) -> None:
    """Require that each straight strip has an unshaded cell, or an adjacent shaded one."""
    lengths = range(1, max(board.rows, board.cols) + 1)
    for strip in dict.fromkeys(strip for length in lengths for strip in windows(board, length)):
        adjacent = {n for c in strip for n in board.near[c]}.difference(strip)
        other = any_of([*(~shaded[c] for c in strip), *(shaded[n] for n in sorted(adjacent))])
        m.require("no group of shaded cells is a straight strip", other, at=strip)
