from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells, Ignored, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.islands import each_island_holds_one, island_has_size, parted_by_sea
from pencilp.rules.loops import loop_through_cells


class NurikabeLoop(Genre):
    """Draw one closed loop from cell to cell that passes no number. The cells that it leaves out form islands, groups of cells
    connected by edges. Each island holds exactly one number, which says how many cells it has.
    """

    name = "nuriloop"
    title = "Nurikabe Loop"
    title_ja = "面積リンク"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells the island has", low=1, high="cells")
    line = Loop("the loop")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Ignored("0"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, clues = self.board, self.clues
        passed = loop_through_cells(m, board, self.line)
        for cell in clues.given:
            m.require("the loop passes no number", ~passed[cell], at=cell)
        islands = parted_by_sea(m, board, passed)
        each_island_holds_one(m, islands, clues.given, "an island holds a number", "an island holds no two numbers")
        for clue in clues.known():
            island_has_size(m, islands, clue.cell, clue.value, "a number counts the cells of its island", clue=clue)
