from pencilp.board.layers import AnswerMarks, Numbers, arrow_marks
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, exactly, none_of
from pencilp.rules.sight import WAYS, ahead


class Pfeilzahlen(Genre):
    """Draw an arrow into every cell at the edge of the board, except its corners. Every arrow points along a row, a
    column or a diagonal to cells inside. A number counts the arrows that point to it, near or far.
    """

    name = "pfeilzahlen"
    title = "Arrows"
    title_ja = "矢印と数字"
    aliases = ("arrow numbers", "magic arrows")

    numbers = Numbers("how many arrows point to a cell inside the board", high=8)
    arrows = AnswerMarks(arrow_marks(WAYS), "the arrows", look="pointer")

    dataset = [Cells("numbers"), Cells("arrows", "numbers", uncounted=1)]

    def validate(self) -> None:
        board = self.board
        sides = [(row in (0, board.rows - 1)) + (col in (0, board.cols - 1)) for row, col in board.positions]
        self.inside, self.edge = ([c for c in board.cells if sides[c] == n] for n in (0, 1))
        for cell in self.numbers.given:
            if sides[cell]:
                raise self.bad("numbers", cell, "a number lies inside, not at the edge of the board")

    def rules(self, m: Model) -> None:
        board, arrows = self.board, self.arrows
        for cell in board.cells:
            if cell not in self.edge:
                m.require("there are arrows at the edge of the board alone", arrows[cell] == 0, at=cell)
        pointing: dict[int, list[Lit]] = {c: [] for c in self.inside}
        for cell in self.edge:
            m.require("there is an arrow at every line's end", arrows[cell] != 0, at=cell)
            nowhere = []
            for way in WAYS:
                pointed_at = [c for c in ahead(board, cell, way) if c in pointing]
                for c in pointed_at:
                    pointing[c].append(arrows[cell] == way)
                if not pointed_at:
                    nowhere.append(arrows[cell] == way)
            m.require("an arrow points to cells inside", none_of(nowhere), at=cell)
        for clue in self.numbers.known():
            m.require(
                "a number counts the arrows that point to it", exactly(clue.value, pointing[clue.cell]), clue=clue
            )
