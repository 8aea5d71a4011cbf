from collections.abc import Iterable, Iterator
from itertools import takewhile

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerNumbers, InnerWalls, Numbers, Rooms
from pencilp.encodings import Border, Cells, Number16, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, consecutive, givens, pair


class Renban(Genre):
    """Fill every cell with a number from 1 to the number of cells. The numbers of a room are all different and consecutive, in
    any order. The numbers on both sides of a border differ by the length of the straight line of borders that it is part of.
    """

    name = "renban"
    title = "Renban-Madoguchi"
    title_ja = "連番窓口"
    aliases = ("renban madoguchi",)

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms")
    given = Numbers("the numbers printed in cells", low=1, high="cells")
    number = AnswerNumbers(1, lambda self: len(self.board), "the number in each cell")

    link = [Border("rooms"), Number16("given")]
    pzpr = [Walls("rooms"), Cells("given"), Cells("number", given="given")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        all_different(m, number, self.rooms, "no number occurs twice in a room")
        for room in self.rooms:
            consecutive(m, number[room], "the numbers of a room are consecutive", at=room)
        for line in straight_lines(board, self.rooms.borders(board, self.walls)):
            length, values = len(line), range(1, len(board) + 1)
            pairs = [(v, w) for v in values for w in (v - length, v + length) if w in values]
            for a, b in (board.links[e] for e in line):
                words = "numbers at a border differ by the length of its line"
                m.require(words, pair(number[a], number[b], pairs), at=(a, b))


def straight_lines(board: Lattice, borders: Iterable[int]) -> Iterator[list[int]]:
    """Yield the longest straight lines of ``borders``, which are links."""
    left = set(borders)
    for e in sorted(left):
        a, b = board.links[e]
        along = board.direction_names.index("s" if board.neighbour(a, "e") == b else "e")
        pairs = [(a, b), *zip(board.rays[a][along], board.rays[b][along], strict=False)]
        line = [*takewhile(left.__contains__, (board.link_between[pair] for pair in pairs))]
        left.difference_update(line)
        if line:
            yield line
