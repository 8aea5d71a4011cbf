from collections import Counter

from pencilp.board.layers import UNKNOWN, ClueLists, Loop, Number
from pencilp.encodings import Blanks, Cells, Combined, Grid, Ignored, Matrix, Numeral, One, Sign
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, all_hold, at_least, at_most, exactly
from pencilp.rules.loops import loop_through_cells


class TapaLikeLoop(Genre):
    """Draw one closed loop from cell to cell that passes no cell with numbers. On a visit, the loop passes some of
    the cells that touch a cell by an edge or a corner, one after the other. The numbers in the cell are the numbers
    of cells of these visits, in any order. A ``?`` is any number; alone it may also be 0.
    """

    name = "tapaloop"
    title = "Tapa-Like Loop"
    title_ja = "タパライクループ"
    shapes = ("square", "hexagonal")

    clues = ClueLists("how many cells around the loop passes at a time", value=Number(high="around"), most=4)
    line = Loop("the loop")

    link = [
        Grid(
            "clues", One(Numeral(9)), One(Sign(".", UNKNOWN)),
            Combined({2: (360, 8)}), Combined({3: (36, 7)}, "+"), Combined({4: (36, 6)}, "-"), Blanks("g"),
        )
    ]  # fmt: skip
    pzpr = [Cells("clues"), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        clues = self.clues
        kept = [None if clue is None else False for clue in clues]
        passed = loop_through_cells(m, self.board, self.line, kept, keeps_out="the loop passes no cell with numbers")
        for clue in clues.items():
            m.require(
                "a number counts the cells around it that the loop passes at a time",
                self.visited(m, clue.cell, clue.value, passed),
                clue=clue,
            )

    def visited(self, m: Model, cell: int, numbers: tuple[int | str, ...], passed: list[Lit]) -> Constraint | Lit:
        """Return that the loop visits the cells around ``cell`` once for each of ``numbers``, and passes that number
        of cells on it."""
        board, ring = self.board, self.board.round(cell)
        count = len(ring)
        onward = []
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            onward.append(m.false if a is None or b is None else self.line[board.link_between[a, b]])
        here = [m.there(passed, c) for c in ring]
        # a visit begins at a cell to which the loop does not come from the cell before on the ring; or it goes all
        # the way around
        begins = [m.all_of((here[i], ~onward[i - 1])) for i in range(count)]
        comings = [*begins, m.all_of(onward)]
        if numbers in ((0,), (UNKNOWN,)):
            return at_most(int(numbers != (0,)), comings)
        parts: list[Constraint] = [exactly(len(numbers), comings)]
        for n, times in Counter(n for n in numbers if n != UNKNOWN).items():
            visits = comings[count:] if n == count else []
            for i in range(count if 0 < int(n) <= count else 0):
                way = [onward[(i + k) % count] for k in range(int(n))]
                visits.append(m.all_of((begins[i], *way[:-1], ~way[-1])))
            parts.append(at_least(times, visits))
        return all_hold(parts)
