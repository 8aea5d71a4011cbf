from collections.abc import Iterable, Sequence

from pencilp.board.layers import AnswerNumbers, Numbers, Rooms
from pencilp.encodings import Border, Cells, Holes, Number16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import (
    Int,
    Model,
    at_most,
)
from pencilp.rules.numbers import all_different, givens


class Ripple(Genre):
    """Fill every cell with a number, so that every room holds the numbers from 1 to its size once each. Between two equal
    numbers N in the same row or column lie at least N cells.
    """

    name = "ripple"
    title = "Ripple Effect"
    title_ja = "波及効果"
    aliases = ("hakyuu", "hakyuukouka", "hakyukoka", "rippleeffect")
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms", connected=False)
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = AnswerNumbers(
        1, lambda self: [len(self.rooms.groups[room]) for room in self.rooms.of], "the number in each cell"
    )

    link = [Border("rooms"), Number16("given"), Holes()]
    pzpr = [Walls("rooms"), Cells("given"), Cells("number", given="given")]
    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        all_different(m, self.number, self.rooms, "no number occurs twice in a room")
        lines = [line for axis in self.board.lines for line in axis]
        far_apart(m, lines, self.number, "between two equal numbers N in a line lie at least N cells")


def far_apart(m: Model, lines: Iterable[Sequence[int]], number: Sequence[Int], words: str) -> None:
    """Require at least N cells between two equal numbers N in a line: N occurs at most once in N + 1 cells in a row."""
    lines = list(lines)
    for n in range(1, max((x.high for x in number), default=0) + 1):
        is_n = {cell: x == n for cell, x in enumerate(number) if n in x.values}
        for line in lines:
            able = [(place, cell) for place, cell in enumerate(line) if cell in is_n]
            end = 0
            for start, (place, _) in enumerate(able):
                # a window that ends at the same cell as the one before it says nothing new
                before = end
                while end < len(able) and able[end][0] <= place + n:
                    end += 1
                if end > before and end - start > 1:
                    window = [cell for _, cell in able[start:end]]
                    m.require(words, at_most(1, [is_n[c] for c in window]), at=window)
