from pencilp.encodings import Cells, Number16
from pencilp.genres.mochikoro import Mochikoro
from pencilp.model import Clause, Model
from pencilp.model.structures import Kept
from pencilp.rules.lines import windows


class Mochinyoro(Mochikoro):
    """Shade some cells, at least one, but none with a number. The unshaded cells form rectangles that hang together by their
    corners. A rectangle holds one number at most, which says how many cells it has. No two by two is shaded, and no group of
    shaded cells is a rectangle: none is a straight strip.
    """

    name = "mochinyoro"
    title = "Mochinyoro"
    title_ja = "モチにょろ"

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        words = "no group of shaded cells is a straight strip"
        m.require(words, m.alike(self.board.kept, ("strips",), self.shaded, self.no_strips))

    def no_strips(self) -> Kept:
        """Each straight strip has an unshaded cell, or a shaded one beside it."""
        board, shaded = self.board, self.shaded
        lengths = range(1, max(board.rows, board.cols) + 1)
        strips = [*dict.fromkeys(strip for length in lengths for strip in windows(board, length))]
        beside = [{n for c in strip for n in board.near[c]}.difference(strip) for strip in strips]
        parts = [
            Clause((*(~shaded[c] for c in strip), *(shaded[n] for n in sorted(others))))
            for strip, others in zip(strips, beside, strict=True)
        ]
        return Kept(parts, strips, board.kept)
