from itertools import combinations

from pencilp.board.layers import AnswerMarks, Rooms, Symbols
from pencilp.encodings import Border, Cells, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly

SHAPES = {"c": "a circle", "t": "a triangle", "s": "a square"}


class Alternation(Genre):
    """Put a circle, a triangle and a square into each room, one of each, in three of its cells. Every row and column holds
    exactly two of the three shapes, which take turns along it.
    """

    name = "alter"
    title = "Alternation"
    title_ja = "オルタネーション"

    rooms = Rooms("the rooms")
    given = Symbols(SHAPES, "the shapes that are there already", look="outline")
    shape = AnswerMarks(SHAPES, "the shapes", look="outline")

    link = [Border("rooms"), Number10("given", {1: "t", 2: "s", 3: "c"})]
    pzpr = [
        RoomIds("rooms"),
        Cells(("given", {"1": "t", "2": "s", "3": "c"})),
        Cells(("shape", {"1": 2, "2": 3, "3": 1}), given=("given", {"c": 1, "t": 2, "s": 3})),
    ]

    def rules(self, m: Model) -> None:
        board, shape = self.board, self.shape
        for clue in self.given.items():
            m.require("a given shape stays", shape[clue.cell] == clue.value, clue=clue)
        for token, words in SHAPES.items():
            for room in self.rooms:
                m.require(f"a room holds {words}, just one", exactly(1, shape.is_(token)[room]), at=room)
        for line in (*board.row_cells, *board.col_cells):
            kinds = [m.any_of(shape.is_(token)[line]) for token in SHAPES]
            m.require("a row or column holds exactly two of the shapes", exactly(2, kinds), at=line)
            for i, j in combinations(range(len(line)), 2):
                one, other, parted = shape[line[i]], shape[line[j]], [shape[c] != 0 for c in line[i + 1 : j]]
                for token in SHAPES:
                    take_turns = any_of([one != token, other != token, *parted])
                    m.require("the shapes of a row or column take turns", take_turns, at=line[i : j + 1])
