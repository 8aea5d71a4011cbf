from pencilp.board.lattice import Lattice
from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.islands import island_has_size, no_island_holds_two, parted_by_sea
from pencilp.rules.shading import connected_by_corners, no_two_by_two
from pencilp.structures.islands import EachRectangle, Islands


class Mochikoro(Genre):
    """Shade some cells, at least one, but no cell with a number. The unshaded cells form rectangles that are all
    connected by corners, and no two by two is shaded. A rectangle holds at most one number, which says how many cells
    it has.
    """

    name = "mochikoro"
    title = "Mochikoro"
    title_ja = "モチコロ"

    clues = Numbers("how many cells the rectangle has", low=1, high="cells")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, unshaded = self.board, [~x for x in self.shaded]
        for cell in self.clues.given:
            m.require("a number is not shaded", unshaded[cell], at=cell)
        m.require("some cell is shaded", any_of(self.shaded))
        rectangles = parted_by_sea(m, board, self.shaded)
        islands_are_rectangles(m, board, rectangles, "the unshaded cells form rectangles")
        no_island_holds_two(m, rectangles, self.clues.given, "a rectangle holds no two numbers")
        for clue in self.clues.known():
            island_has_size(
                m, rectangles, clue.cell, clue.value, "a number counts the cells of its rectangle", clue=clue
            )
        no_two_by_two(m, board, self.shaded, "no two by two is shaded")
        connected_by_corners(m, board, unshaded, "the rectangles are connected by their corners")


def islands_are_rectangles(m: Model, board: Lattice, islands: Islands, words: str) -> None:
    """Require that every island is a rectangle (on square boards)."""
    m.require(words, EachRectangle(islands, [~x for x in islands.sea], board.ring))
