from pencilp.board.lattice import NOWHERE
from pencilp.board.layers import Marks, Numbers
from pencilp.encodings import Cells
from pencilp.encodings.special import shugaku
from pencilp.genres.base import Genre
from pencilp.model import Clause, Lit, Model, any_of, exactly
from pencilp.model.structures import Kept
from pencilp.rules.shading import connected, no_two_by_two
from pencilp.typed import Any

HALVES = [kind + way for kind in "pf" for way in ("n", "e", "s", "w", "")]
"""The halves of beds, with the pillow and without, by where the other half lies; the last ones lack it."""
STEPS = {(-1, 0): (2, 7), (0, 1): (3, 8), (1, 0): (4, 9), (0, -1): (5, 10)}
NUMBERS: dict[str, Any] = {"5": "?"} | {str(n): n for n in range(5)}


class Shugaku(Genre):
    """Put beds into cells without a number, each over two cells that share an edge, with its pillow in one of them, which is
    never the upper one. A number counts the pillows in the cells at its edges. The cells that are left are the aisle: they
    form one group, no two by two is of the aisle, and every bed touches it by an edge.
    """

    name = "shugaku"
    title = "School Trip"
    title_ja = "修学旅行の夜"

    clues = Numbers("how many pillows lie beside the cell", high="sides")
    beds = Marks(["x", *HALVES], "the aisle, and the beds", look="bed")

    link = [shugaku.Counts("clues")]
    pzpr = [
        Cells(("clues", NUMBERS), ("beds", {"#": 1} | {sign: 2 + k for k, sign in enumerate("becdagjhif")}), ignore="-")
    ]
    dataset = [Cells(("clues", NUMBERS)), shugaku.Halves("beds", STEPS, (6, 11))]

    def rules(self, m: Model) -> None:
        board = self.board
        aisle = [bed == 1 for bed in self.beds]
        pillow, foot = ([[bed == k + i for i in range(5)] for bed in self.beds] for k in (2, 7))
        for cell, (clue, bed) in enumerate(zip(self.clues, self.beds, strict=True)):
            if clue is not None:
                m.require("a number is not covered", bed == 0, at=cell)
            else:
                m.require("a cell without a number is of a bed or of the aisle", bed != 0, at=cell)
        lits = [*aisle, *(x for some in (*pillow, *foot) for x in some)]
        halves, upper, touching = m.alike(board.kept, ("beds",), lits, lambda: self.bed(aisle, pillow, foot))
        m.require("a bed has two halves side by side, one with its pillow", halves)
        m.require("no pillow lies in the upper half of a bed", upper)
        m.require("a bed touches the aisle", touching)
        for cell, count in self.clues.known():
            beside = [m.any_of(pillow[n]) for n in board.near[cell]]
            words = "a number counts the pillows at its edges"
            m.require(words, exactly(count, beside), at=cell, clue=(self.clues, cell))
        no_two_by_two(m, board, aisle, "no two by two is of the aisle")
        connected(m, board, aisle, "the aisle forms one group")

    def bed(self, aisle: list[Lit], pillow: list[list[Lit]], foot: list[list[Lit]]) -> tuple[Kept, Kept, Kept]:
        """That a bed has two halves, that its pillow is not in the upper one, and that it touches the aisle."""
        board = self.board
        halves: list[tuple[Clause, int]] = []
        touching: list[tuple[Clause, tuple[int, int]]] = []
        for cell in board.cells:
            for way, there in enumerate((*board.step[cell], NOWHERE)):
                for kind, other in ((pillow, foot), (foot, pillow)):
                    whole = [other[there][way ^ 2]] if there != NOWHERE else []
                    halves.append((any_of([~kind[cell][way], *whole]), cell))
                if there != NOWHERE:
                    beside = [aisle[n] for c in (cell, there) for n in board.near[c] if n not in (cell, there)]
                    touching.append((any_of([~pillow[cell][way], *beside]), (cell, there)))
        return (
            Kept([clause for clause, _ in halves], [at for _, at in halves], board.kept),
            Kept([~some[2] for some in pillow], board.cells, board.kept),
            Kept([clause for clause, _ in touching], [at for _, at in touching], board.kept),
        )
