from itertools import pairwise

from pencilp.board.layers import UNKNOWN, AnswerMarks, Numbers, NumbersOrSymbols
from pencilp.encodings import Cells, Grid, Numeral, Of, Sign, Signs
from pencilp.genres.base import Genre
from pencilp.genres.tateyoko.codec import CountedBlanks
from pencilp.model import Model, exactly, not_all
from pencilp.rules.loops import straight_runs


class Tateyoko(Genre):
    """Draw a vertical or a horizontal bar through every white cell. Vertical bars of neighbours in a column are one bar, and
    so are horizontal bars of neighbours in a row. A bar has at most one number: its length in cells, which is any for 0
    and ?. A number in a black cell says how many bars end at it.
    """

    name = "tateyoko"
    title = "Tateboo-Bar"
    title_ja = "タテボーヨコボー"
    aliases = ("tatebo yokobo", "tateboo bar", "tateboo yokoboo")
    penpa = {"bars": "bar"}

    black = NumbersOrSymbols({"x": "a black cell without a number"}, "the black cells", high="sides", look="wall")
    lengths = Numbers("the length of the bar through the cell, 0 for any", low=0, high="line", look="small")
    bars = AnswerMarks({"ns": "a vertical bar", "ew": "a horizontal bar"}, "the bar in each white cell", look="pipe")

    link = [
        Grid(
            "black",
            Sign("x", "x"),
            Signs("opqrs", range(5)),
            Of("lengths", Numeral(16)),
            Of("lengths", Numeral(16, 2, "-")),
            Of("lengths", Sign(".", UNKNOWN)),
            CountedBlanks(),
            Sign("n", None),
        )
    ]
    pzpr = [
        # the numbers of black cells are letters, so other numbers are lengths
        Cells(("lengths", {"?": UNKNOWN}), ("black", {"e": 0, "a": 1, "b": 2, "c": 3, "d": 4, "f": "x"})),
        Cells(("bars", {"1": 1, "2": 2}), ignore="0"),
    ]

    def validate(self) -> None:
        for cell in self.lengths.given:
            if self.black.at(cell) is not None:
                raise self.bad("lengths", cell, "the cell is black: its number belongs to the layer black")

    def rules(self, m: Model) -> None:
        board, bars = self.board, self.bars
        black = {*self.black.given}
        for cell in board.cells:
            if cell in black:
                m.require("there is no bar in a black cell", bars[cell] == 0, at=cell)
            else:
                m.require("every white cell has a bar", bars[cell] != 0, at=cell)
        upright, level = bars.is_("ns"), bars.is_("ew")
        # for each direction, whether the bar of each cell runs that way
        along = [upright, level, upright, level]
        for clue in self.black.known():
            if isinstance(clue.value, int):
                ends = [along[way][n] for way, n in board.ways(clue.cell)]
                m.require(
                    "a number in a black cell counts the bars that end at it", exactly(clue.value, ends), clue=clue
                )
        joined = [m.all_of(along[board.step[a].index(b)][[a, b]]) for a, b in board.links]
        for clue in self.lengths.known():
            if clue.value:
                # its bar runs on in two directions, and there is nothing of it in the others
                runs = [x for way in board.directions for x in straight_runs(m, board, joined, clue.cell, way)]
                m.require("a number in a white cell is the length of its bar", exactly(clue.value - 1, runs), clue=clue)
        for axis, bar in enumerate((level, upright)):
            for line in board.lines[axis]:
                for first, last in pairwise(k for k, cell in enumerate(line) if cell in self.lengths.given):
                    both = line[first : last + 1]
                    m.require("a bar has no two numbers", not_all(bar[both]), at=both)
