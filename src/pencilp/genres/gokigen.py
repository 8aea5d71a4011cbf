from pencilp.board.layers import AnswerChoice, Numbers
from pencilp.encodings import Cells, Flag, FormerCell
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, Reached, exactly


class Gokigen(Genre):
    """Draw one of its two diagonals into every cell. A number at a corner says how many diagonals end there. The diagonals
    never close a loop.
    """

    name = "gokigen"
    title = "Slant"
    title_ja = "ごきげんななめ"
    aliases = ("gokigen naname", "gokigennaname", "wagiri naname")

    clues = Numbers("how many diagonals end at a corner", on="corners", high="at_corner")
    slant = AnswerChoice({"\\": "the diagonal \\", "/": "the diagonal /"}, "the diagonal in each cell", look="slash")

    link = [Flag("c"), Flag("d"), FormerCell("clues")]
    pzpr = [Cells("clues"), Cells(("slant", {"1": 0, "2": 1}))]
    dataset = [Cells("clues"), Cells(("slant", {"\\": 0, "/": 1}))]

    def validate(self) -> None:
        board = self.board
        if len(board) != board.rows * board.cols:
            raise InputError(f"{self.name} is played on boards without holes")

    def rules(self, m: Model) -> None:
        board = self.board
        ends: list[list[Lit]] = [[] for _ in board.corners]
        arcs = []
        for cell, rising in zip(board.cells, self.slant, strict=True):
            ne, se, sw, nw = board.cell_corners[cell]
            for p, q, lit in ((nw, se, ~rising), (ne, sw, rising)):
                ends[p].append(lit)
                ends[q].append(lit)
                arcs += [(p, q, lit), (q, p, lit)]
        for clue in self.clues.known():
            m.require("a number counts the diagonals that end there", exactly(clue.value, ends[clue.place]), clue=clue)
        # A loop cuts the corners inside it off from the outline. Corners that are cut off have a loop around them,
        # because a cell without one diagonal has the other.
        outline = [corner for corner in board.corners if len(board.corner_cells[corner]) < 4]
        m.require("the diagonals never close a loop", Reached([m.true] * len(ends), arcs, outline))
