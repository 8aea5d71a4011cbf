from collections.abc import Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, AnswerMarks, Numbers
from pencilp.encodings import Blanks, Cells, Grid, Numeral, Sign
from pencilp.genres.base import Genre
from pencilp.genres.shugaku import codec
from pencilp.model import Int, Lit, Model, any_of, exactly
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.shading import connected, no_two_by_two

WAYS = {
    "n": " that reaches up",
    "e": " that reaches to the right",
    "s": " that reaches down",
    "w": " that reaches to the left",
    "": ", without the other half",
}
HALVES = {
    kind + w: f"the {half} of a bed{way}" for kind, half in (("p", "pillow"), ("f", "foot")) for w, way in WAYS.items()
}
"""The halves of beds, with the pillow and without, by where the other half lies; the last ones lack it."""
STEPS = {(-1, 0): (2, 7), (0, 1): (3, 8), (1, 0): (4, 9), (0, -1): (5, 10)}
NUMBERS: dict[str, Any] = {"5": "?"} | {str(n): n for n in range(5)}


class Shugaku(Genre):
    """Put beds into cells without a number. A bed covers two cells that share an edge, and its pillow lies in one of
    them, but never in the upper one. A number counts the pillows in the cells that share an edge with it. The other
    cells are the aisle. It forms one group without a two by two, and every bed shares an edge with it.
    """

    name = "shugaku"
    title = "School Trip"
    title_ja = "修学旅行の夜"
    symmetries = ("mirror",)

    clues = Numbers("how many pillows share an edge with the cell", high="sides")
    beds = AnswerMarks({"x": "a part of the aisle", **HALVES}, "the aisle, and the beds", look="bed")

    link = [Grid("clues", Numeral(5), Sign("5", UNKNOWN), Blanks("6"))]
    pzpr = [
        Cells(("clues", NUMBERS), ("beds", {"#": 1} | {sign: 2 + k for k, sign in enumerate("becdagjhif")}), ignore="-")
    ]
    dataset = [Cells(("clues", NUMBERS)), codec.Halves("beds", STEPS, (6, 11))]

    def rules(self, m: Model) -> None:
        board = self.board
        aisle = self.beds.is_("x")
        for cell, (number, bed) in enumerate(zip(self.clues, self.beds, strict=True)):
            if number is not None:
                m.require("a number is not covered", bed == 0, at=cell)
            else:
                m.require("a cell without a number is of a bed or of the aisle", bed != 0, at=cell)
        pillow = lie_right(m, board, self.beds)
        for clue in self.clues.known():
            adjacent = [m.any_of(pillow[n]) for n in board.near[clue.cell]]
            m.require("a number counts the pillows at its edges", exactly(clue.value, adjacent), clue=clue)
        no_two_by_two(m, board, aisle, "no two by two is of the aisle")
        connected(m, board, aisle, "the aisle forms one group")


@cached_per_shape
def lie_right(m: Model, board: Lattice, beds: list[Int]) -> Sequence[Sequence[Lit]]:
    """State that a bed has two halves, that its pillow is not in the upper one, and that it touches the aisle. Return
    per cell the literals of its pillow, by the place of the other half.
    """
    pillow, foot = ([[bed == k + i for i in range(5)] for bed in beds] for k in (2, 7))
    for cell in board.cells:
        for way, there in enumerate([*(board.neighbour(cell, d) for d in board.directions), None]):
            for kind, other in ((pillow, foot), (foot, pillow)):
                whole = any_of([~kind[cell][way], *([] if there is None else [other[there][way ^ 2]])])
                m.require("a bed has two halves side by side, one with its pillow", whole, at=cell)
            if there is not None:
                adjacent = [beds[n] == 1 for c in (cell, there) for n in board.near[c] if n not in (cell, there)]
                m.require("a bed touches the aisle", any_of([~pillow[cell][way], *adjacent]), at=(cell, there))
        m.require("no pillow lies in the upper half of a bed", ~pillow[cell][2], at=cell)
    return pillow
