from pencilp.board.layers import NumbersOrSymbols, Shading
from pencilp.encodings import Cells, FourCell
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, any_of, at_most, exactly
from pencilp.rules.counting import segments


class Akari(Genre):
    """Put lamps into white cells. A lamp lights its cell and all cells in line with it up to the next black cell. Every
    white cell is lit, no lamp is lit by another, and a number in a black cell says how many lamps share an edge with it.
    """

    name = "akari"
    title = "Akari"
    title_ja = "美術館"
    aliases = ("lightup", "light up", "bijutsukan")
    shapes = ("square", "hexagonal")

    walls = NumbersOrSymbols({"x": "a black cell without a number"}, "the black cells", high="sides", look="wall")
    lamps = Shading("the cells with a lamp", look="bulb", token="o")

    link_id = "lightup"
    link = [FourCell("walls", {-2: "x"})]
    pzpr = [Cells(("walls", {"-": "x"}), "lamps")]
    dataset = [Cells("walls"), Cells(("lamps", "o"), ignore="x 0 1 2 3 4")]

    def rules(self, m: Model) -> None:
        white = [wall is None for wall in self.walls]
        for clue in self.walls.items():
            m.require("there is no lamp in a black cell", ~self.lamps[clue.cell], at=clue.cell)
            if isinstance(clue.value, int):
                near = self.lamps[self.board.near[clue.cell]]
                m.require("a number counts the lamps next to it", exactly(clue.value, near), clue=clue)
        lights: list[list[Lit]] = [[] for _ in self.board.cells]
        for segment in segments(self.board, white):
            lamps = self.lamps[segment]
            if len(segment) > 1:
                m.require("no lamp is lit by another", at_most(1, lamps), at=segment)
            lit = m.any_of(lamps)
            for cell in segment:
                lights[cell].append(lit)
        for cell in self.board.cells:
            if white[cell]:
                m.require("every white cell is lit", any_of(lights[cell]), at=cell)
