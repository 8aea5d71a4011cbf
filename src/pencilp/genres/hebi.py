from itertools import takewhile

from pencilp.board.layers import UNKNOWN, Arrows, Digits
from pencilp.encodings import ArrowNumber16, Cells
from pencilp.genres.base import Genre
from pencilp.model import Clause, Model, all_hold, any_of, exactly
from pencilp.model.structures import Kept

LENGTH = 5


class Hebi(Genre):
    """Put at least one snake into the cells without an arrow: five cells, each beside the next, with the numbers from 1, the
    head, to 5. Two snakes do not share an edge. A head looks straight away from its 2, up to the next arrow, and no other snake
    may be there. The number with an arrow is the first one of a snake in its direction before the next arrow; 0: there is none.
    """

    name = "hebi"
    title = "Hebi-Ichigo"
    title_ja = "へびいちご"
    aliases = ("hebiichigo", "snakes")

    clues = Arrows("the first number of a snake in the arrow's direction", high=LENGTH)
    number = Digits(0, LENGTH, "the numbers of the snakes", blank=0)

    link = [ArrowNumber16("clues")]
    pzpr = [Cells("clues"), Cells("number", ignore="+")]

    def rules(self, m: Model) -> None:
        board, number, clues = self.board, self.number, self.clues
        white = [clue is None for clue in clues]

        def view(cell: int, way: int) -> list[int]:
            return list(takewhile(white.__getitem__, board.rays[cell][way]))

        more, less, apart, ahead = m.alike(board.kept, ("snakes",), [x != 0 for x in number], lambda: self.snakes(m))
        m.require("there is a snake", any_of([x != 0 for x in number]))
        for cell, x in enumerate(number):
            if not white[cell]:
                m.require("no snake lies on an arrow", x == 0, at=cell)
        m.require("a number up to 4 touches just one that is one more", more)
        m.require("a number from 2 on touches just one that is one less", less)
        for cell, ways in enumerate(ahead):
            if white[cell]:
                for way, looks in ways:
                    if seen := view(cell, way):
                        m.require("a head looks at no snake", all_hold(looks[: len(seen)]), at=cell)
        m.require("two snakes do not touch", apart)
        for cell, (way, count) in clues.items():
            if way in (None, UNKNOWN) or count in (None, UNKNOWN):
                continue
            seen = view(cell, way)
            first = [m.all_of((number[c] == count, *[number[d] == 0 for d in seen[:k]])) for k, c in enumerate(seen)]
            right = any_of(first) if count else all_hold([number[c] == 0 for c in seen])
            m.require("an arrow's number is the first one that it sees", right, at=cell, clue=(clues, cell))

    def snakes(self, m: Model) -> tuple[Kept, Kept, Kept, list[list[tuple[int, list[Clause]]]]]:
        """That numbers touch those that follow, one more and one less, and two snakes do not; and what no head looks at.

        That is for each cell the ways it can look, each with a clause for each cell there, as if there was no arrow.
        """
        board = self.board
        here = [[x == v for v in range(LENGTH + 1)] for x in self.number]
        more, less = [
            [
                all_hold([here[cell][v] >> exactly(1, [here[n][v + step] for n in board.near[cell]]) for v in values])
                for cell in board.cells
            ]
            for step, values in ((1, range(1, LENGTH)), (-1, range(2, LENGTH + 1)))
        ]
        ahead: list[list[tuple[int, list[Clause]]]] = []
        for cell in board.cells:
            behind = [(way, board.step[cell][(way + 2) % 4]) for way in board.directions]
            looks = [(way, ~m.all_of((here[cell][1], here[c][2]))) for way, c in behind if c >= 0]
            ahead.append([(way, [Clause((no, here[c][0])) for c in board.rays[cell][way]]) for way, no in looks])
        apart = []
        for a, b in board.links:
            # cells of one snake that touch follow one another, or are the ends of a bend through the two cells beside them
            bends = [(c, d) for c in board.near[a] for d in board.near[b] if b != c and a != d and d in board.near[c]]
            never = []
            for v in range(1, LENGTH + 1):
                for w in range(1, LENGTH + 1):
                    if abs(v - w) != 1:
                        s, middle = (1 if w > v else -1), abs(v - w) == 3
                        bent = [m.all_of((here[c][v + s], here[d][w - s])) for c, d in bends if middle]
                        never.append(any_of([~here[a][v], ~here[b][w], *bent]))
            apart.append(all_hold(never))
        kept = board.kept
        return Kept(more, board.cells, kept), Kept(less, board.cells, kept), Kept(apart, board.links, kept), ahead
