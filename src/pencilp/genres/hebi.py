from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerNumbers, Arrows
from pencilp.encodings import ArrowNumber16, Cells
from pencilp.genres.base import Genre
from pencilp.model import Clause, Int, Lit, Model, all_hold, any_of, at_most, exactly
from pencilp.rules.everywhere import cached_per_shape

LENGTH = 5


class Hebi(Genre):
    """Put at least one snake into the cells without an arrow: five cells in a chain, with the numbers from 1, the
    head, to 5. Two snakes do not share an edge. A head looks straight away from its 2, up to the next arrow, and no
    other snake may be there. A number with an arrow is the first number of a snake in its direction before the next
    arrow; 0 means that there is none. Without an arrow, or with ``?`` for the number or for the arrow, it says
    nothing.
    """

    name = "hebi"
    title = "Hebi-Ichigo"
    title_ja = "へびいちご"
    aliases = ("hebiichigo", "snakes")

    clues = Arrows("the first number of a snake in the arrow's direction", high=LENGTH)
    number = AnswerNumbers(0, LENGTH, "the numbers of the snakes", blank=0)

    link = [ArrowNumber16("clues")]
    pzpr = [Cells("clues"), Cells("number", ignore="+")]

    def rules(self, m: Model) -> None:
        board, number, clues = self.board, self.number, self.clues
        arrows = {*clues.given}
        empty = number.is_(0)
        behind = snakes(m, board, number)
        m.require("there is a snake", any_of([~x for x in empty]))
        for cell, x in enumerate(empty):
            if cell in arrows:
                m.require("no snake lies on an arrow", x, at=cell)
        for cell, ways in enumerate(behind):
            if cell not in arrows:
                for way, head in ways:
                    if seen := board.until(cell, way, arrows):
                        free = all_hold([Clause((~head, empty[c])) for c in seen])
                        m.require("a head looks at no snake", free, at=cell)
        for clue in clues.known():
            if clue.way is not None:
                seen = board.until(clue.cell, clue.way, arrows)
                first = [m.all_of((number[c] == clue.number, *empty[seen[:k]])) for k, c in enumerate(seen)]
                right = any_of(first) if clue.number else all_hold(empty[seen])
                m.require("an arrow's number is the first one that it sees", right, clue=clue)


@cached_per_shape
def snakes(m: Model, board: Lattice, number: list[Int]) -> Sequence[Sequence[tuple[int, Lit]]]:
    """State that consecutive numbers touch and that two snakes do not. Return per cell the directions in which a head
    can look, each with the literal that a head is there with its 2 behind it.
    """
    here = [[x == v for v in range(LENGTH + 1)] for x in number]
    for step, values, words in (
        (1, range(1, LENGTH), "a number up to 4 touches just one that is one more"),
        (-1, range(2, LENGTH + 1), "a number from 2 on touches just one that is one less"),
    ):
        for cell, near in enumerate(board.near):
            one = [here[cell][v] >> exactly(1, [here[n][v + step] for n in near]) for v in values]
            m.require(words, all_hold(one), at=cell)
    for a, b in board.links:
        # of two consecutive numbers, one is odd and one is even
        apart = [at_most(1, [here[c][v] for c in (a, b) for v in range(k, LENGTH + 1, 2)]) for k in (1, 2)]
        # or they are the ends of a bend through the two adjacent cells
        bends = [(c, d) for c in board.near[a] for d in board.near[b] if b != c and a != d and d in board.near[c]]
        ends = []
        for x, y, ways in ((a, b, bends), (b, a, [(d, c) for c, d in bends])):
            for v in range(1, LENGTH - 2):
                bent = [m.all_of((here[c][v + 1], here[d][v + 2])) for c, d in ways]
                ends.append(any_of([~here[x][v], ~here[y][v + 3], *bent]))
        m.require("two snakes do not touch", all_hold([*apart, *ends]), at=(a, b))
    behind = [[(way, board.neighbour(cell, board.opposite(way))) for way in board.directions] for cell in board.cells]
    return [
        [(way, m.all_of((here[cell][1], here[c][2]))) for way, c in ways if c is not None]
        for cell, ways in enumerate(behind)
    ]
