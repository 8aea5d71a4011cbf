from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Lines, Loop, Symbols
from pencilp.board.layers.glyphs import Fill, Glyph, Polygon
from pencilp.encodings import Blanks, Framed, Grid, Hex16, Joined, OnLayer, OutsidePlaces, Sign
from pencilp.genres.anglers import codec
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible, none_of
from pencilp.rules.counting import lines_outside, seen_from_outside
from pencilp.rules.paths import paths_from_cell_to_cell, paths_lead_to
from pencilp.structures.groups import EachHolds, GroupSize

BODY = [
    (-0.36, 0),
    (-0.2, -0.17),
    (0.02, -0.2),
    (0.2, -0.06),
    (0.36, -0.18),
    (0.36, 0.18),
    (0.2, 0.06),
    (0.02, 0.2),
    (-0.2, 0.17),
]


def fish(token: str, lattice: Lattice) -> Glyph:
    """Return a fish, or a black cell."""
    return Glyph([Polygon(BODY, "grey", stroke="ink", width=0.04)], "∝", "f") if token == "f" else Glyph([Fill("ink")])


INSIDE = "a number inside the board is a variant that is not supported"


class Anglers(Genre):
    """Draw a line from every number outside into the board and on from cell to cell to a fish of its own. Together,
    the lines pass every cell except the black ones exactly once. A number says how many cells its line passes.
    """

    name = "anglers"
    title = "Anglers"
    title_ja = "フィッシング"
    aliases = ("fishing",)

    numbers = Lines(
        "how many cells the line passes",
        sides=("top", "left", "bottom", "right"),
        single=True,
        low=1,
        high="cells",
        seen=True,
    )
    cells = Symbols({"f": "a fish", "x": "a black cell"}, "fish and black cells", look=fish)
    line = Loop("the lines")

    link = [
        Grid(
            Joined(OnLayer("cells", dict(enumerate("xf")), refusal=INSIDE), OutsidePlaces(("numbers",), first=1)),
            Hex16(),
            Sign(".", UNKNOWN),
            Blanks("g"),
        )
    ]
    pzpr = [Framed("numbers", ("cells", {"0": "f", "#": "x"}), unknown="-2"), codec.Drawn("line", "numbers")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        paths = paths_from_cell_to_cell(m, board, line)
        begun = [0] * len(board)
        led = "every line from a number leads to a fish"
        clues = [clue for clue in lines_outside(board, self.numbers) if clue.value]
        for clue in clues:
            if clue.cells:
                begun[clue.cells[0]] += 1
            else:
                m.require(led, impossible, clue=clue.source)
        for cell in board.cells:
            here = paths.lines_at(cell)
            if self.cells[cell] == "x":
                m.require("no line enters a black cell", none_of([*here, *[m.true] * begun[cell]]), at=cell)
            else:
                ends = self.cells[cell] == "f"
                words = "one line ends at every fish" if ends else "a line passes every other cell, once"
                left = 2 - ends - begun[cell]
                m.require(words, exactly(left, here) if left >= 0 else impossible, at=cell)
        starts = [clue.cells[0] for clue in clues if clue.cells]
        m.require(led, EachHolds(paths, starts, self.cells.where("f"), 1, len(board)))
        paths_lead_to(m, paths, starts, "every line leads to a number")
        for clue in seen_from_outside(board, self.numbers):
            if clue.cells:
                size = GroupSize(paths, clue.cells[0], clue.value, clue.value)
                m.require("a number counts the cells of its line", size, at=clue.cells[0], clue=clue)
