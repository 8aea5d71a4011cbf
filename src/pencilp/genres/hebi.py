from itertools import takewhile

from pencilp.board.layers import UNKNOWN, Arrows, Digits
from pencilp.encodings import ArrowNumber16, Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, exactly

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

    clues = Arrows("the first number of a snake in the arrow's direction")
    number = Digits(0, LENGTH, "the numbers of the snakes", blank=0)

    link = [ArrowNumber16("clues")]
    pzpr = [Cells("clues"), Cells("number", ignore="+")]

    def rules(self, m: Model) -> None:
        board, number, clues = self.board, self.number, self.clues
        white = [clue is None for clue in clues]

        def view(cell: int, way: int) -> list[int]:
            return list(takewhile(white.__getitem__, board.rays[cell][way]))

        m.require("there is a snake", any_of([x != 0 for x in number]))
        for cell, x in enumerate(number):
            if not white[cell]:
                m.require("no snake lies on an arrow", x == 0, at=cell)
                continue
            beside = number[board.near[cell]]
            more = [(x == v) >> exactly(1, [y == v + 1 for y in beside]) for v in range(1, LENGTH)]
            less = [(x == v) >> exactly(1, [y == v - 1 for y in beside]) for v in range(2, LENGTH + 1)]
            m.require("a number up to 4 touches just one that is one more", all_hold(more), at=cell)
            m.require("a number from 2 on touches just one that is one less", all_hold(less), at=cell)
            for way in board.directions:
                behind = board.step[cell][(way + 2) % 4]
                if behind >= 0 and (ahead := view(cell, way)):
                    looks = m.all_of((x == 1, number[behind] == 2))
                    m.require("a head looks at no snake", all_hold([looks >> (number[c] == 0) for c in ahead]), at=cell)
        for a, b in board.links:
            # cells of one snake that touch follow one another, or are the ends of a bend through the two cells beside them
            bends = [(c, d) for c in board.near[a] for d in board.near[b] if b != c and a != d and d in board.near[c]]
            apart = []
            for v in range(1, LENGTH + 1):
                for w in range(1, LENGTH + 1):
                    if abs(v - w) != 1:
                        s, middle = (1 if w > v else -1), abs(v - w) == 3
                        bent = [m.all_of((number[c] == v + s, number[d] == w - s)) for c, d in bends if middle]
                        apart.append(any_of([number[a] != v, number[b] != w, *bent]))
            m.require("two snakes do not touch", all_hold(apart), at=(a, b))
        for cell, (way, count) in clues.items():
            if way in (None, UNKNOWN) or count in (None, UNKNOWN):
                continue
            seen = view(cell, way)
            first = [m.all_of((number[c] == count, *[number[d] == 0 for d in seen[:k]])) for k, c in enumerate(seen)]
            right = any_of(first) if count else all_hold([number[c] == 0 for c in seen])
            m.require("an arrow's number is the first one that it sees", right, at=cell, clue=(clues, cell))
