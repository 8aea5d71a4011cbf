from pencilp.board.layers import AnswerMarks, Rooms, Symbols
from pencilp.encodings import Border, Cells, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.counting import not_touching
from pencilp.rules.shading import connected

SHAPES = {"c": "a circle", "t": "a triangle", "s": "a square"}


class Hakoiri(Genre):
    """Put a circle, a triangle and a square into each room, one of each, in three of its cells. Equal shapes do not touch, not
    even at a corner. The cells with a shape form one group.
    """

    name = "hakoiri"
    title = "Hakoiri-masashi"
    title_ja = "はこいり○△□"
    aliases = ("hakoiri masashi",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms")
    # puzz.link has a sign for an unknown shape; it is refused
    given = Symbols(SHAPES, "the shapes that are there already", look="outline")
    shape = AnswerMarks(SHAPES, "the shapes", look="outline")

    link = [Border("rooms"), Number10("given", {1: "c", 2: "t", 3: "s"})]
    pzpr = [
        RoomIds("rooms"),
        Cells(("given", {"1": "c", "2": "t", "3": "s"})),
        Cells(("shape", {"1": 1, "2": 2, "3": 3}), given=("given", {"c": 1, "t": 2, "s": 3})),
    ]
    dataset = [Cells("given"), RoomIds("rooms"), Cells("shape")]

    def rules(self, m: Model) -> None:
        for clue in self.given.items():
            m.require("a given shape stays", self.shape[clue.cell] == clue.value, clue=clue)
        for token, words in SHAPES.items():
            here = self.shape.is_(token)
            for room in self.rooms:
                m.require(f"a room holds {words}, just one", exactly(1, here[room]), at=room)
            not_touching(m, self.board, here, "equal shapes do not touch, not even at a corner")
        filled = [shape != 0 for shape in self.shape]
        connected(m, self.board, filled, "the cells with a shape form one group")
